import { type Frame, type Letter, letter } from "./letter.ts";

export function dataExportMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.data_export.subject", { site }),
    title: t("mail.letters.data_export.title"),
    paragraphs: [t("mail.letters.data_export.intro", { site })],
    button: { label: t("mail.letters.data_export.button"), link },
    after: [t("mail.letters.data_export.valid"), t("mail.letters.data_export.not_you")],
  });
}

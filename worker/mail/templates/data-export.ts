import { type Frame, type Letter, letter } from "./letter.ts";

/** That the archive somebody asked for is ready. The link opens it for nobody who is not logged in. */
export function dataExportMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.data_export.subject", { site }),
    title: t("mails.data_export.title"),
    paragraphs: [t("mails.data_export.intro", { site })],
    button: { label: t("mails.data_export.button"), link },
    after: [t("mails.data_export.valid"), t("mails.data_export.not_you")],
  });
}

import { type Frame, type Letter, letter } from "./letter.ts";

export function reactivationMail(frame: Frame, { link, until }: { link: string; until: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.reactivation.subject", { site }),
    title: t("mail.letters.reactivation.title"),
    paragraphs: [t("mail.letters.reactivation.intro", { site }), t("mail.letters.reactivation.back", { until })],
    button: { label: t("mail.letters.reactivation.button"), link },
    after: [t("mail.letters.reactivation.nothing", { until }), t("mail.letters.reactivation.not_you")],
  });
}

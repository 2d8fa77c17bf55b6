import { type Frame, type Letter, letter } from "./letter.ts";

/** To whoever has deleted the account: the way back, and until when it is open. */
export function reactivationMail(frame: Frame, { link, until }: { link: string; until: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.reactivation.subject", { site }),
    title: t("mails.reactivation.title"),
    paragraphs: [t("mails.reactivation.intro", { site }), t("mails.reactivation.back", { until })],
    button: { label: t("mails.reactivation.button"), link },
    after: [t("mails.reactivation.nothing", { until }), t("mails.reactivation.not_you")],
  });
}

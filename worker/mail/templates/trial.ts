import { type Frame, type Letter, letter } from "./letter.ts";

/** To an address that mails came back from, once its owner says that it works again. */
export function trialMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.trial.subject", { site }),
    title: t("mails.trial.title"),
    paragraphs: [t("mails.trial.intro", { site })],
    button: { label: t("mails.trial.button"), link },
    after: [t("mails.trial.not_you")],
  });
}

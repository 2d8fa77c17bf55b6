import { type Frame, type Letter, letter } from "./letter.ts";

export interface ActivationContent {
  link: string;
  /** None where there is nowhere to enter one. */
  code: string | null;
  hours: number;
}

/** The link that confirms an e-mail address, and the code that does. */
export function activationMail(frame: Frame, content: ActivationContent): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mails.activation.subject", { site }),
    title: t("mails.activation.title"),
    paragraphs: [t("mails.activation.intro", { site })],
    ...waysToConfirm(frame, content),
    after: [howLong(frame, content), t("mails.activation.not_you")],
  });
}

/** What somebody presses or types, and the way to have nothing to do with it. */
export function waysToConfirm({ t }: Frame, { link, code }: ActivationContent) {
  return {
    button: { label: t("mails.activation.button"), link },
    ...(code !== null && { code: { label: t("mails.activation.code"), digits: code } }),
    instead: { label: t("mails.activation.remove"), link: `${link}?not_me` },
  };
}

export function howLong({ t }: Frame, { code, hours }: ActivationContent): string {
  return t(code === null ? "mails.activation.valid_link" : "mails.activation.valid", { hours });
}

import { type Frame, type Letter, letter } from "./letter.ts";

export interface ActivationContent {
  link: string;
  code: string | null;
  hours: number;
}

export function activationMail(frame: Frame, content: ActivationContent): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.activation.subject", { site }),
    title: t("mail.letters.activation.title"),
    paragraphs: [t("mail.letters.activation.intro", { site })],
    ...waysToConfirm(frame, content),
    after: [howLong(frame, content), t("mail.letters.activation.not_you")],
  });
}

export function waysToConfirm({ t }: Frame, { link, code }: ActivationContent) {
  return {
    button: { label: t("mail.letters.activation.button"), link },
    ...(code !== null && { code: { label: t("mail.letters.activation.code"), digits: code } }),
    instead: { label: t("mail.letters.activation.remove"), link: `${link}?not_me` },
  };
}

export function howLong({ t }: Frame, { code, hours }: ActivationContent): string {
  return t(code === null ? "mail.letters.activation.valid_link" : "mail.letters.activation.valid", { hours });
}

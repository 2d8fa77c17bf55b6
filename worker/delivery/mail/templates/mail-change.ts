import { type Frame, type Letter, letter } from "./letter.ts";

export function mailChangeMail(frame: Frame, { link, hours }: { link: string; hours: number }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.mail_change.subject", { site }),
    title: t("mail.letters.mail_change.title"),
    paragraphs: [t("mail.letters.mail_change.intro", { site })],
    button: { label: t("mail.letters.mail_change.button"), link },
    after: [t("mail.letters.mail_change.valid", { hours }), t("mail.letters.mail_change.not_you")],
  });
}

export function mailChangeNotice(
  frame: Frame,
  { link, newEmail, days }: { link: string; newEmail: string; days: number },
): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.mail_change_notice.subject", { site }),
    title: t("mail.letters.mail_change_notice.title"),
    paragraphs: [
      t("mail.letters.mail_change_notice.intro", { site, email: newEmail }),
      t("mail.letters.mail_change_notice.if_you"),
      t("mail.letters.mail_change_notice.if_not"),
    ],
    button: { label: t("mail.letters.mail_change_notice.button"), link },
    after: [t("mail.letters.mail_change_notice.valid", { days })],
  });
}

export function mailUndoneMail(frame: Frame, { link, time }: { link: string; time: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.mail_undone.subject", { site }),
    title: t("mail.letters.mail_undone.title"),
    paragraphs: [t("mail.letters.mail_undone.intro", { site, time }), t("mail.letters.mail_undone.password")],
    button: { label: t("mail.letters.mail_undone.button"), link },
    after: [t("mail.letters.mail_undone.chosen")],
  });
}

/** Sent to the owner instead of an error on the page, which would reveal the account. */
export function addressInUseMail(frame: Frame, { link }: { link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.address_in_use.subject", { site }),
    title: t("mail.letters.address_in_use.title"),
    paragraphs: [t("mail.letters.address_in_use.intro", { site }), t("mail.letters.address_in_use.what_to_do")],
    button: { label: t("mail.letters.address_in_use.button"), link },
    after: [t("mail.letters.address_in_use.not_you")],
  });
}

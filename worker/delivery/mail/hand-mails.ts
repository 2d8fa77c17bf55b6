import { type Addressee, composeMail, type MailContext, type MailRow } from "./compose-mail.ts";
import { addressChangedMail, creditsGivenMail, nameChangedMail, siteNewsMail, staffLetterMail } from "./templates/hands.ts";

/** Part of `createMails`: what staff begin by themselves. */
export const HAND_MAILS = {
  async staffLetter(ctx: MailContext, to: Addressee & { text: string }): Promise<MailRow> {
    const content = { text: to.text, link: `${ctx.origin}/complaints` };
    return composeMail(ctx, to, "staff_letter", (frame) => staffLetterMail(frame, content));
  },

  /** To the old name, with the new one. */
  async nameChanged(ctx: MailContext, to: Addressee & { changed: string }): Promise<MailRow> {
    const content = { name: to.changed, link: `${ctx.origin}/` };
    return composeMail(ctx, to, "name_changed", (frame) => nameChangedMail(frame, content));
  },

  /** To the new address, which nobody has confirmed. */
  async addressChanged(ctx: MailContext, to: Addressee): Promise<MailRow> {
    return composeMail(ctx, to, "address_changed", (frame) => addressChangedMail(frame, { link: `${ctx.origin}/login` }));
  },

  /** To members who agreed to it. */
  async siteNews(ctx: MailContext, to: Addressee & { subject: string; text: string; unsubscribe: string }): Promise<MailRow> {
    const content = { ...to, link: `${ctx.origin}/` };
    return composeMail(ctx, to, "site_news", (frame) => siteNewsMail(frame, content), to.unsubscribe);
  },

  async creditsGiven(ctx: MailContext, to: Addressee & { credits: number }): Promise<MailRow> {
    const content = { credits: to.credits, link: `${ctx.origin}/transactions` };
    return composeMail(ctx, to, "credits_given", (frame) => creditsGivenMail(frame, content));
  },
};

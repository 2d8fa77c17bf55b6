import type { outbox } from "#db/schema/index.ts";
import { type Language, translator } from "#locales/index.ts";
import type { Context } from "../context.ts";
import { companyFor } from "../domains/domains.ts";
import { themeOf } from "../domains/niches.ts";
import { newId } from "../lib/ids.ts";
import { cleanLine } from "../lib/text.ts";
import { activationMail } from "./templates/activation.ts";
import { alreadyMemberMail } from "./templates/already-member.ts";
import { complaintMail } from "./templates/complaint.ts";
import type { Frame, Letter } from "./templates/letter.ts";
import { passwordChangedMail } from "./templates/password-changed.ts";
import { passwordResetMail } from "./templates/password-reset.ts";

type MailRow = typeof outbox.$inferInsert;

interface Addressee {
  /** Null for somebody without an account. */
  id: string | null;
  email: string;
  name: string;
  language: string;
}

export type Mails = ReturnType<typeof createMails>;

/**
 * Writes mails as rows of the outbox. The caller stores a row in the batch with what causes the mail, and calls
 * `dispatch` after it, which never fails: what it could not hand over, the sweep does.
 */
export function createMails(dispatch: (id: string) => Promise<void>) {
  return {
    dispatch,

    async activation(ctx: Context, to: Addressee & { link: string; code: string; hours: number }): Promise<MailRow> {
      return rowOf(ctx, to, "activation", activationMail(await frameOf(ctx, to), to));
    },

    async passwordReset(ctx: Context, to: Addressee & { link: string; minutes: number }): Promise<MailRow> {
      return rowOf(ctx, to, "password_reset", passwordResetMail(await frameOf(ctx, to), to));
    },

    async passwordChanged(ctx: Context, to: Addressee): Promise<MailRow> {
      const content = { link: `${ctx.origin}/reset-password`, time: timeIn(ctx, to) };
      return rowOf(ctx, to, "password_changed", passwordChangedMail(await frameOf(ctx, to), content));
    },

    async alreadyMember(ctx: Context, to: Addressee): Promise<MailRow> {
      return rowOf(ctx, to, "already_member", alreadyMemberMail(await frameOf(ctx, to), { link: `${ctx.origin}/login` }));
    },

    async complaint(ctx: Context, to: Addressee & { reference: string }): Promise<MailRow> {
      const content = { reference: to.reference, link: `${ctx.origin}/service` };
      return rowOf(ctx, to, "complaint", complaintMail(await frameOf(ctx, to), content));
    },
  };
}

async function frameOf(ctx: Context, to: Addressee): Promise<Frame> {
  const { settings } = ctx.domain;
  return {
    t: await translator(to.language as Language),
    site: settings.mail_name,
    company: companyFor(settings, ctx.country),
    support: settings.support_email,
    colour: themeOf(settings).primary,
    name: to.name,
  };
}

/** When it happened, as the addressee writes a time; of which zone nobody knows, so of the one that all share. */
function timeIn(ctx: Context, to: Addressee): string {
  const format = new Intl.DateTimeFormat(to.language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(ctx.now)} UTC`;
}

function rowOf(ctx: Context, to: Addressee, template: string, letter: Letter): MailRow {
  const { mail_name, support_email } = ctx.domain.settings;
  return {
    id: newId(),
    accountId: to.id,
    domainId: ctx.domain.id,
    template,
    recipient: to.email,
    sender: `${cleanLine(mail_name).replace(/[<>"]/g, "")} <no-reply@${support_email.split("@")[1]}>`,
    // One line, whatever a name in it holds: nothing can start a header of its own.
    subject: cleanLine(letter.subject),
    text: letter.text,
    html: letter.html,
    status: "queued",
    nextAttemptAt: ctx.now,
    createdAt: ctx.now,
  };
}

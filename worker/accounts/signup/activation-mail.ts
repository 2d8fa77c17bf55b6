import type { Addressee, MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { takesCode } from "#worker/people/identity/activation.vocabulary.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { newLink } from "#worker/people/links/one-time-link.ts";
import { LIFETIME } from "#worker/people/links/vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { type Rule } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";

interface Deps {
  mails: Pick<Mails, "activation" | "activationReminder">;
  /** Activation codes are too short for a plain hash. */
  keyedHash(text: string): Promise<string>;
}

export type ActivationMail = ReturnType<typeof createActivationMail>;
export type NewActivation = ActivationMail["newActivation"];

export function createActivationMail({ mails, keyedHash }: Deps) {
  return { newActivation, codeHash };

  /** `erased` (ms) makes it a reminder. No code on a domain where no page could take it. */
  async function newActivation(ctx: MailContext, to: Addressee & { id: string }, erased?: number) {
    const { link, token } = await newLink("activation", to.id, ctx.now);
    const code = takesCode(ctx.domain.settings) ? sixDigits() : null;
    const content = { ...to, link: `${ctx.origin}/${link}`, code, hours: LIFETIME.activation / HOUR };
    const mail = await (erased ? mails.activationReminder(ctx, { ...content, erased }) : mails.activation(ctx, content));
    return { token: { ...token, codeHash: code && (await codeHash(to.id, code)) }, mail };
  }

  function codeHash(accountId: string, code: string): Promise<string> {
    return keyedHash(`activation code\n${accountId}\n${code}`);
  }
}

export function accountMails(accountId: string): Rule {
  return limitOf("activationMails", { account: accountId });
}

/** Counts over all accounts, so that repeated corrections fill no mailbox. */
export function addressMails({ domain }: Context, email: string): Rule {
  return limitOf("activationMailsTo", { pool: domain.pool, email });
}

function sixDigits(): string {
  // Rejection sampling: 4,294,000,000 is a multiple of a million.
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number < 4_294_000_000 ? String(number % 1_000_000).padStart(6, "0") : sixDigits();
}

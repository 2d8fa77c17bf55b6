import type { Context } from "../context.ts";
import { newLink } from "../links/one-time-link.ts";
import { resetLinkFields } from "../links/reset-link.ts";
import type { Mails } from "../mail/mails.ts";

/**
 * The mail to an unconfirmed address that was entered again, not stored yet. Its link sets a password: one that only
 * confirms would open an account whose password another person may know.
 */
export async function signupAgainLetter(
  ctx: Context,
  to: { id: string; email: string; name: string; language: string },
  mails: Pick<Mails, "signupAgain">,
) {
  const { link, token } = await newLink("reset", to.id, ctx.now);
  return { token, mail: await mails.signupAgain(ctx, { ...to, ...resetLinkFields(ctx, link) }) };
}

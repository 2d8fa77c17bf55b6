import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { newLink } from "#worker/people/links/one-time-link.ts";
import { resetLinkFields } from "#worker/people/links/reset-link.ts";

/** The link sets a new password: a stranger may know the old one. */
export async function signupAgainMail(
  ctx: Context,
  to: { id: string; email: string; name: string; language: string },
  mails: Pick<Mails, "signupAgain">,
) {
  const { link, token } = await newLink("reset", to.id, ctx.now);
  return { token, mail: await mails.signupAgain(ctx, { ...to, ...resetLinkFields(ctx, link) }) };
}

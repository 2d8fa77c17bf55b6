import type { Context } from "../context.ts";
import type { Mails } from "../mail/mails.ts";
import { newResetToken, RESET_MINUTES } from "../recovery/reset.ts";

/**
 * To an address that waits for its confirmation and that somebody enters once more, not stored yet. Nobody knows which of
 * the two owns it: a link that only confirms would open an account whose password the other knows. So its owner chooses one
 * by this link, which confirms the address and ends whatever the other has.
 */
export async function signupAgainLetter(
  ctx: Context,
  to: { id: string; email: string; name: string; language: string },
  mails: Pick<Mails, "signupAgain">,
) {
  const { link, token } = await newResetToken(to.id, ctx.now);
  const content = { link: `${ctx.origin}/reset-password/do?token=${link}`, minutes: RESET_MINUTES };
  return { token, mail: await mails.signupAgain(ctx, { ...to, ...content }) };
}

import type { MemberContext } from "../context.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import { AppError, type FieldCode, type FieldError } from "../lib/errors.ts";
import { type Limits, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";

/**
 * What is wrong with the password that somebody who is logged in typed once more, as a problem of that field, or null.
 * All such questions of an account share one counter.
 * @throws login_blocked with the minutes left after five failures, whatever is entered then.
 */
export async function proofProblem(
  ctx: MemberContext,
  typed: { field: string; code: FieldCode; password: string },
  { limits, passwords }: { limits: Limits; passwords: Pick<AccountsDeps["passwords"], "verify"> },
): Promise<FieldError | null> {
  const { field, code, password } = typed;
  if (password === "") return { field, code: "required" };
  const [counter, windows] = limitOf("proofs", { account: ctx.viewer.id });
  // Counted before the password is looked at: parallel guesses get no more tries than five.
  refuseOver(await limits.hit(counter, windows, ctx.now), "login_blocked");
  if (!(await passwords.verify(ctx.viewer.account.passwordHash, password))) return { field, code };
  await limits.clear(counter);
  return null;
}

/** What counts those failures. */
export function proofCounter(accountId: string): string {
  return limitOf("proofs", { account: accountId })[0];
}

/** For a write that found the member's account changed since this request read it. */
export function changedMeanwhile(): AppError {
  return new AppError("conflict");
}

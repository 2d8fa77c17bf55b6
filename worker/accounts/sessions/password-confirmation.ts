import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { AppError, type FieldCode, type FieldError } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";

interface Deps {
  limits: Limits;
  passwords: Pick<Passwords, "verify">;
}

export type ConfirmPassword = ReturnType<typeof createConfirmPassword>;

/** All password confirmations of an account share one counter. */
export function createConfirmPassword({ limits, passwords }: Deps) {
  /** Null if the password is right. @throws login_blocked */
  return async function confirmPassword(
    ctx: MemberContext,
    typed: { field: string; code: FieldCode; password: string },
  ): Promise<FieldError | null> {
    const { field, code, password } = typed;
    if (password === "") return { field, code: "required" };
    const [counter, windows] = limitOf("passwordConfirmations", { account: ctx.viewer.id });
    // Counts before the comparison: parallel guesses get no extra tries.
    refuseOver(await limits.hit(counter, windows, ctx.now), "login_blocked");
    if (!(await passwords.verify(ctx.viewer.account.passwordHash, password))) return { field, code };
    await limits.clear(counter);
    return null;
  };
}

export function confirmationCounter(accountId: string): string {
  return limitOf("passwordConfirmations", { account: accountId })[0];
}

/** For a write whose account row changed since the request read it. */
export function changedMeanwhile(): AppError {
  return new AppError("conflict");
}

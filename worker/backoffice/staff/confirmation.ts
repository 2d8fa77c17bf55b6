import type { z } from "zod";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { answerFrom, type Challenges, requestOptions } from "#worker/people/passkeys/passkey-ceremony.ts";
import type { WebAuthn } from "#worker/people/passkeys/webauthn.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { type Codes, staffCode } from "./codes.ts";
import type { confirmed, contract } from "./confirmation.contract.ts";
import type { StaffMemberContext } from "./context.ts";
import type { StaffPasskeysStore } from "./passkeys.store.ts";
import type { StaffRow, StaffStore } from "./staff.store.ts";

type Output = z.output<(typeof contract)["staffConfirmChallenge"]["output"]>;
export type Confirmed = { [N in keyof typeof confirmed]?: z.output<(typeof confirmed)[N]> };

interface Deps {
  store: Pick<StaffStore, "findByEmail" | "redeem">;
  passkeys: Pick<StaffPasskeysStore, "find" | "redeem">;
  webauthn: WebAuthn;
  challenges: Challenges;
  passwords: Pick<Passwords, "hash" | "verify">;
  codes: Codes;
  limits: Limits;
}

export type Confirmation = ReturnType<typeof createConfirmation>;

/** A stolen session alone makes no account, passkey or role, and disables nobody. */
export function createConfirmation({ store, passkeys, webauthn, challenges, passwords, codes, limits }: Deps) {
  const ruleOf = ({ viewer }: StaffMemberContext) => limitOf("staffPassword", { staff: viewer.id });

  async function confirmPassword(ctx: StaffMemberContext, password: string): Promise<StaffRow> {
    refuseOver(await limits.hit(...ruleOf(ctx), ctx.now), "login_blocked");
    const row = await store.findByEmail(ctx.viewer.email);
    if (!row || !(await passwords.verify(row.passwordHash, password)))
      throw invalid({ field: "password", code: "password_wrong" });
    return row;
  }

  async function confirmPasskey(ctx: StaffMemberContext, credential: NonNullable<Confirmed["credential"]>): Promise<void> {
    const found = await passkeys.find(credential.id);
    if (found?.person.id !== ctx.viewer.id) throw new AppError("passkey_failed");
    const expected = challenges.expected(ctx.origin, confirming(ctx), ctx.now);
    const count = await webauthn.verify(answerFrom(credential), found.passkey, expected);
    if (count === null || !(await passkeys.redeem(found.passkey.id, count, ctx.now))) throw new AppError("passkey_failed");
  }

  return {
    /** @throws too_many_requests */
    async staffConfirmChallenge(ctx: StaffMemberContext): Promise<Output> {
      refuseOver(await limits.hit(...limitOf("staffPasskeyChallenges", { network: ctx.network }), ctx.now));
      return requestOptions(await challenges.issue(confirming(ctx), ctx.now), ctx.origin);
    },

    /** Takes back its own hit only: the counter holds wrong codes too. @throws invalid (password_wrong), login_blocked */
    async password(ctx: StaffMemberContext, password: string): Promise<void> {
      await confirmPassword(ctx, password);
      await limits.release(ruleOf(ctx)[0], ctx.now);
    },

    /** Uses the code or the challenge up. @throws invalid (password_wrong, wrong_code), login_blocked, passkey_failed */
    async bothFactors(ctx: StaffMemberContext, { password, code, credential }: Confirmed): Promise<void> {
      if (credential) return confirmPasskey(ctx, credential);
      if (!password) throw invalid({ field: "password", code: "required" });
      const typed = staffCode(code ?? "");
      const row = await confirmPassword(ctx, password);
      const proof = await codes.proofOf(row, typed, ctx.now);
      if (!proof || !(await store.redeem(proof, row, ctx.now))) throw invalid({ field: "code", code: "wrong_code" });
      await limits.clear(ruleOf(ctx)[0]);
    },
  };
}

const confirming = ({ origin, viewer }: StaffMemberContext) => `staff\n${origin}\nconfirm ${viewer.tokenHash}`;

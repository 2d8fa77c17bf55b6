import type { User } from "#worker/accounts/user/user.contract.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { cleanName } from "#worker/people/identity/name.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import type { Clock, FairQueue } from "#worker/platform/fair-queue.ts";
import { isWrapped } from "#worker/platform/legacy-hash.ts";
import { nameKey } from "#worker/platform/text.ts";
import { crowded, type LoginLimits } from "./login-limits.ts";
import type { contract } from "./sessions.contract.ts";
import { historyOf, type StartSession } from "./start-session.ts";

export interface LoginDeps {
  store: Pick<AccountsStore, "findOwner" | "sessionHistory" | "endSession">;
  loginLimits: LoginLimits;
  live: Pick<Live, "revoke">;
  passwords: Passwords;
  passwordQueue: FairQueue;
  /** For hashes of other systems, which take up to a second: they never hold up the queue of all others. */
  legacyQueue: FairQueue;
  clock: Clock;
  /** Some member of the pool still has such a hash. */
  hasLegacy(pool: string): Promise<boolean>;
  startSession: StartSession;
}

/** Ms: where accounts are secret, a refusal leaves at a multiple of this, whatever its hash took. Decision 111. */
const REFUSED_EVERY = 2_000;

export function createLogin(deps: LoginDeps) {
  const { store, loginLimits: guard, live, passwords, passwordQueue, legacyQueue, clock, hasLegacy, startSession } = deps;
  return {
    /** Never tells which of account and password is wrong. @throws login_failed, login_blocked, too_many_requests, invalid */
    async login(ctx: Context, input: Input<typeof contract.login>): Promise<Answer<User>> {
      const identifier = nameKey(cleanName(input.email));
      // Refuses a flood before any lookup.
      const leave = ctx.device === null ? guard.enter({ ctx, identifier }) : () => {};
      const since = clock.now();
      let refused: unknown;
      try {
        return await attemptLogin(ctx, input, identifier);
      } catch (error) {
        refused = error;
      } finally {
        leave();
      }
      const secret = ctx.domain.settings.reveal_accounts === "no";
      if (secret && refused instanceof AppError && refused.code === "login_failed" && (await hasLegacy(ctx.domain.pool)))
        await clock.wait(REFUSED_EVERY - ((clock.now() - since) % REFUSED_EVERY));
      throw refused;
    },

    async logout(ctx: Context): Promise<Answer<Output<typeof contract.logout>>> {
      if (ctx.viewer) {
        // The live object must refuse the session before D1 does.
        await live.revoke(ctx.viewer.id, [ctx.viewer.tokenHash]);
        await store.endSession(ctx.viewer.tokenHash, ctx.now);
      }
      return new Answer({ logged_out: true }, { session: { ended: ctx.device } });
    },
  };

  async function attemptLogin(ctx: Context, input: Input<typeof contract.login>, identifier: string): Promise<Answer<User>> {
    const email = identifier.includes("@") ? (parseEmail(input.email) ?? identifier) : null;
    const member = await store.findOwner(ctx.domain.pool, email === null ? { nameKey: identifier } : { email });
    const history = await historyOf(ctx, member?.id, store);
    const { known } = history;
    if (!known) guard.recall({ ctx, identifier });
    const reveal = ctx.domain.settings.reveal_accounts === "yes";
    // On a secret domain, a counter shared by name and address would disclose the address.
    const attempt = { ctx, identifier, account: member && (reveal || known) ? member.id : (email ?? identifier), known };
    // Unknown names wait behind members, unless the wait would disclose members.
    const priority = member || !reveal ? 0 : 1;
    if (!known && !passwordQueue.hasRoom(priority, attempt.account)) throw crowded();
    await guard.count(attempt);
    const stored = member?.account.passwordHash ?? null;
    const legacy = stored !== null && isWrapped(stored);
    const compared = legacy
      ? await legacyQueue.run(0, attempt.account, () => passwords.comparable(stored, input.password))
      : { phc: stored, text: input.password };
    const verify = async () => compared && passwords.verify(compared.phc, compared.text);
    const right = known ? await verify() : await passwordQueue.run(priority, attempt.account, verify);
    if (right === null) {
      // The password was not compared: no failure.
      await guard.release(attempt);
      throw crowded();
    }
    // On a secret domain only the mail's link opens an unconfirmed account.
    const unopened = !reveal && member?.account.status === "not_confirmed";
    const gone = member?.account.status === "deleted";
    if (!member || !right || unopened || (gone && !reveal)) throw new AppError("login_failed");
    await guard.succeeded(attempt);
    if (gone) throw invalid({ field: "email", code: "account_pending_deletion" });

    return startSession(ctx, member, history, legacy ? await passwords.hash(input.password) : null);
  }
}

import type { CallInput, CallOutput } from "../calls.ts";
import type { Context } from "../context.ts";
import { Answer } from "../lib/answer.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { MINUTE, refuseOver } from "../lib/limits.ts";
import { nameKey } from "../lib/text.ts";
import type { User } from "./accounts.contract.ts";
import { type AccountsDeps, userOf } from "./accounts.ts";
import type { SessionRow } from "./accounts.store.ts";
import { parseEmail } from "./email.ts";
import { cleanName } from "./name.ts";
import { newSessionToken, SESSION_MAX_AGE, tokenOnDevice } from "./session-token.ts";
import type { Member } from "./viewer.ts";

/** Failures of one account from one network, or from one device that knows it. */
const FAILURES = [{ limit: 5, windowMs: 15 * MINUTE }];
/** Stands for the account where there is none, so that the same questions are asked. */
const NOBODY = "0".repeat(20);

/** Logging in and out. */
export function createLogin(deps: AccountsDeps) {
  const { store, limits, live, passwords } = deps;
  return {
    /**
     * By e-mail address or username. Whether the account, the password or both are wrong is never said.
     * @throws login_failed; login_blocked with the minutes left after five failures, whatever is entered then.
     */
    async login(ctx: Context, input: CallInput<"login">): Promise<Answer<User>> {
      const identifier = nameKey(cleanName(input.email));
      const by = identifier.includes("@") ? { email: parseEmail(input.email) ?? identifier } : { nameKey: identifier };
      const member = await store.findLogin(ctx.domain.pool, by);
      const account = member?.id ?? NOBODY;
      const known = ctx.device !== null && (await store.knowsSession(account, await sha256(tokenOnDevice(account, ctx.device))));
      // A device that was logged in counts for itself, so that nobody on the same network can lock its owner out.
      const counter = `login ${ctx.domain.pool} ${member?.id ?? identifier} ${known ? `device ${ctx.device}` : ctx.network}`;
      // Counted before the password is looked at: parallel guesses get no more tries than five.
      refuseOver(await limits.hit(counter, FAILURES, ctx.now), "login_blocked");
      const right = await passwords.verify(member?.account.passwordHash ?? null, input.password);
      // Where signing up must not tell whether an address was known, only the mail's link opens a new account.
      const unopened = ctx.domain.settings.reveal_accounts === "no" && member?.account.status === "not_confirmed";
      if (!member || !right || unopened) throw new AppError("login_failed");
      await limits.clear(counter);

      return logIn(ctx, member, deps);
    },

    /** Ends the session of this browser; without one there is nothing to end. */
    async logout(ctx: Context): Promise<Answer<CallOutput<"logout">>> {
      if (ctx.viewer) {
        // The member's object first: what it vouches for is over before D1 says so.
        await live.revoke(ctx.viewer.id, ctx.viewer.tokenHash);
        await store.endSession(ctx.viewer.tokenHash, ctx.now);
      }
      return new Answer({ logged_out: true }, { session: { ended: ctx.device } });
    },
  };
}

/**
 * Opens a session for a member who proved to be one; the session this browser had before is over.
 * @throws login_failed where the password was changed since the member was read.
 */
export async function logIn(
  ctx: Context,
  member: Member,
  { store, live }: Pick<AccountsDeps, "store" | "live">,
): Promise<Answer<User>> {
  const { token, session } = await newSession(ctx, member.id);
  if (ctx.viewer) await live.revoke(ctx.viewer.id, ctx.viewer.tokenHash);
  const opened = await store.startSession(session, member.account.passwordHash, ctx.viewer?.tokenHash ?? null, ctx.now);
  if (!opened) throw new AppError("login_failed");
  return new Answer(userOf(member, asMember(ctx, member, token, session)), { session: { started: token } });
}

/** A fresh session of a member on this domain and device, not stored yet. */
export async function newSession(ctx: Context, accountId: string): Promise<{ token: string; session: SessionRow }> {
  const token = newSessionToken(accountId);
  return {
    token,
    session: {
      tokenHash: await sha256(token),
      accountId,
      domainId: ctx.domain.id,
      userAgent: ctx.userAgent,
      country: ctx.country,
      lastSeenAt: ctx.now,
      createdAt: ctx.now,
      expiresAt: ctx.now + SESSION_MAX_AGE * 1000,
    },
  };
}

/** The context as it is after the log-in: the answer's pictures belong to the new session. */
export function asMember(ctx: Context, member: Member, token: string, session: SessionRow): Context {
  return {
    ...ctx,
    session: { memberId: member.id, token },
    viewer: { ...member, tokenHash: session.tokenHash, expiresAt: session.expiresAt },
    image: (key) => ctx.image(key, token),
  };
}

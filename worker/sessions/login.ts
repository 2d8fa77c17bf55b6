import type { Context } from "../context.ts";
import type { contract, User } from "../identity/accounts.contract.ts";
import type { MailRow, NewSession } from "../identity/accounts.store.ts";
import { type AccountsDeps, userOf } from "../identity/accounts.ts";
import { parseEmail } from "../identity/email.ts";
import { cleanName } from "../identity/name.ts";
import { addresseeOf, type Member } from "../identity/viewer.ts";
import { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { DAY, hitAll, type Rule } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { nameKey } from "../lib/text.ts";
import { deviceFrom } from "./device.ts";
import { crowded } from "./login-limits.ts";
import { newSessionToken, SESSION_MAX_AGE, tokenOnDevice } from "./session-token.ts";

/** So long (ms) after signing up an account may never have been logged in to; then it is erased. */
const FIRST_LOGIN_WITHIN = 14 * DAY;
/** Stands for the account where there is none, so that the same questions are asked. */
const NOBODY = "0".repeat(20);

/** Logging in and out. */
export function createLogin(deps: AccountsDeps) {
  const { store, loginLimits: guard, live, passwords, passwordQueue } = deps;
  return {
    /**
     * By e-mail address or username. Whether the account, the password or both are wrong is never said.
     * @throws login_failed; login_blocked with the minutes left after five failures, whatever is entered then; invalid
     * `account_pending_deletion` for the right password of a deleted account that may come back, where the domain tells.
     */
    async login(ctx: Context, input: Input<typeof contract.login>): Promise<Answer<User>> {
      const identifier = nameKey(cleanName(input.email));
      // A browser that was never logged in anywhere need not be looked up to be refused.
      const leave = ctx.device === null ? guard.enter({ ctx, identifier }) : () => {};
      try {
        return await attemptLogin(ctx, input, identifier);
      } finally {
        leave();
      }
    },

    /** Ends the session of this browser; without one there is nothing to end. */
    async logout(ctx: Context): Promise<Answer<Output<typeof contract.logout>>> {
      if (ctx.viewer) {
        // The member's object first: what it vouches for is over before D1 says so.
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
    // Where nothing is revealed failures count by what was typed: a name that is blocked after tries by an address, or an
    // address in another spelling, would tell whose address it is.
    const attempt = { ctx, identifier, account: member && (reveal || known) ? member.id : (email ?? identifier), known };
    // Names that nobody has wait behind those of members, unless their waiting would tell which they are.
    const priority = member || !reveal ? 0 : 1;
    if (!known && !passwordQueue.hasRoom(priority, attempt.account)) throw crowded();
    await guard.count(attempt);
    const verify = () => passwords.verify(member?.account.passwordHash ?? null, input.password);
    // Whoever logs in where they were before waits for nobody.
    const right = known ? await verify() : await passwordQueue.run(priority, attempt.account, verify);
    if (right === null) {
      // Nobody looked at the password: it is no failure.
      await guard.release(attempt);
      throw crowded();
    }
    // Where signing up must not tell whether an address was known, only the mail's link opens a new account.
    const unopened = !reveal && member?.account.status === "not_confirmed";
    const gone = member?.account.status === "deleted";
    if (!member || !right || unopened || (gone && !reveal)) throw new AppError("login_failed");
    await guard.succeeded(attempt);
    if (gone) throw invalid({ field: "email", code: "account_pending_deletion" });

    return logIn(ctx, member, deps, history);
  }
}

/**
 * Opens a session for a member who proved to be one; the session this browser had before is over. On a device that the
 * account was never on before, the member is told by mail.
 * @throws login_failed where the password was changed, or the account deleted, since the member was read.
 */
export async function logIn(
  ctx: Context,
  member: Member,
  deps: Pick<AccountsDeps, "store" | "live" | "limits" | "mails" | "after" | "domainOf">,
  history?: History,
): Promise<Answer<User>> {
  const { store, live, mails } = deps;
  const { known, any } = history ?? (await historyOf(ctx, member.id, store));
  // The first session of a new account is its sign-up's own, whichever way it comes about.
  const newDevice = !known && (any || ctx.now - member.account.createdAt > FIRST_LOGIN_WITHIN);
  const { token, session } = await newSession(ctx, member.id, newDevice);
  const mail = newDevice ? await noticeOf(ctx, member, deps) : null;
  if (ctx.viewer) await live.revoke(ctx.viewer.id, [ctx.viewer.tokenHash]);
  const opening = { passwordHash: member.account.passwordHash, replaced: ctx.viewer?.tokenHash ?? null, mail, now: ctx.now };
  const opened = await store.startSession(session, opening);
  if (!opened) throw new AppError("login_failed");
  if (mail) deps.after(mails.dispatch(mail.id));
  const { domainId } = member.account;
  const home = (domainId !== ctx.domain.id && (await deps.domainOf(domainId))) || ctx.domain;
  return new Answer(userOf(member, asMember({ ...ctx, home }, member, token, session)), { session: { started: token } });
}

interface History {
  /** The account was logged in to on this device before. */
  known: boolean;
  /** It was anywhere. */
  any: boolean;
}

/** Of the account, or where there is none of nobody's: the same question is asked. */
export async function historyOf(
  { device }: Context,
  accountId: string | undefined,
  store: AccountsDeps["store"],
): Promise<History> {
  const id = accountId ?? NOBODY;
  return store.sessionHistory(id, device && (await sha256(tokenOnDevice(id, device))));
}

/** The mail about a log-in on a new device; none where somebody makes them come by the dozen. */
async function noticeOf(
  ctx: Context,
  member: Member,
  { limits, mails }: Pick<AccountsDeps, "limits" | "mails">,
): Promise<MailRow | null> {
  const counters: Rule[] = [
    limitOf("newDeviceMailsOfOne", { account: member.id, network: ctx.network, userAgent: ctx.userAgent }),
    limitOf("newDeviceMails", { account: member.id }),
  ];
  if (!(await hitAll(limits, counters, ctx.now)).allowed) return null;
  return mails.newDevice(ctx, { ...addresseeOf(member), device: deviceFrom(ctx.userAgent) });
}

/** A fresh session of a member on this domain and device, not stored yet. */
export async function newSession(
  ctx: Context,
  accountId: string,
  newDevice = false,
): Promise<{ token: string; session: NewSession }> {
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
      newDevice,
    },
  };
}

/** The context as it is after the log-in: the answer's pictures belong to the new session. */
export function asMember(ctx: Context, member: Member, token: string, session: NewSession): Context {
  return {
    ...ctx,
    session: { memberId: member.id, token },
    viewer: { ...member, tokenHash: session.tokenHash, expiresAt: session.expiresAt, seenAt: ctx.now },
    image: (key, owner) => ctx.image(key, owner, token),
  };
}

import type { Admission } from "#worker/accounts/exclusions/exclusions.ts";
import type { User } from "#worker/accounts/user/user.contract.ts";
import { userOf } from "#worker/accounts/user/user.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { jobAbout } from "#worker/delivery/push/jobs.ts";
import type { AnswerTimes } from "#worker/messaging/chat/answer-times.ts";
import type { AccountsStore, MailRow, NewSession } from "#worker/people/identity/accounts.store.ts";
import { ageFactsOf, ageGateOf } from "#worker/people/identity/age-gate.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { deviceFrom } from "#worker/people/identity/device.vocabulary.ts";
import { deviceOf, newSessionToken, SESSION_MAX_AGE, tokenOnDevice } from "#worker/people/identity/session-token.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { Answer } from "#worker/platform/answer.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, utcDay } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { hitAll, type Limits, type Rule } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";

/** Ms after the sign-up; a later first log-in counts as a new device. */
const FIRST_LOGIN_WITHIN = 14 * DAY;
/** Looked up for an unknown name, so that the same queries run. */
const NO_ACCOUNT = "0".repeat(20);

interface Deps {
  store: Pick<AccountsStore, "sessionHistory" | "startSession">;
  live: Pick<Live, "revoke" | "tell">;
  limits: Limits;
  mails: Pick<Mails, "newDevice" | "dispatch">;
  after(work: Promise<unknown>): void;
  domainOf(id: string): Promise<Domain | null>;
  admission: Pick<Admission, "admit">;
  answerTimes: Pick<AnswerTimes, "check">;
  newSession: NewSessionOf;
}

export interface History {
  known: boolean;
  any: boolean;
}

export type StartSession = ReturnType<typeof createStartSession>;

export function createStartSession({ store, live, limits, mails, after, domainOf, admission, answerTimes, newSession }: Deps) {
  /** Ends this browser's former session, and mails about a new device. `renewed`: see `Opening`. @throws login_failed, excluded */
  return async function startSession(
    ctx: Context,
    member: Member,
    history?: History,
    renewed: string | null = null,
  ): Promise<Answer<User>> {
    // Nobody stands behind a fictional profile.
    if (member.profile.fictional) throw new AppError("login_failed");
    await admission.admit(ctx, member);
    const { known, any } = history ?? (await historyOf(ctx, member.id, store));
    // The first session of a new account belongs to its sign-up.
    const newDevice = !known && (any || ctx.now - member.account.createdAt > FIRST_LOGIN_WITHIN);
    const { token, session } = await newSession(ctx, member.id, newDevice);
    const mail = newDevice ? await deviceNotice(ctx, member) : null;
    if (ctx.viewer) await live.revoke(ctx.viewer.id, [ctx.viewer.tokenHash]);
    const replaced = ctx.viewer?.tokenHash ?? null;
    const opening = { passwordHash: member.account.passwordHash, replaced, mail, renewed, now: ctx.now };
    const opened = await store.startSession(session, opening);
    if (!opened) throw new AppError("login_failed");
    if (mail) {
      after(mails.dispatch(mail.id));
      const pushes = [jobAbout("security", member.id, "", session.tokenHash)];
      after(live.tell(member.id, { events: [], changed: [], pushes }));
    }
    if (utcDay(member.profile.lastActiveAt) < utcDay(ctx.now)) after(answerTimes.check(member, ctx.now));
    const { domainId } = member.account;
    const home = (domainId !== ctx.domain.id && (await domainOf(domainId))) || ctx.domain;
    return new Answer(userOf(member, asMember({ ...ctx, home }, member, token, session)), { session: { started: token } });
  };

  async function deviceNotice(ctx: Context, member: Member): Promise<MailRow | null> {
    const counters: Rule[] = [
      limitOf("newDeviceMailsOfOne", { account: member.id, network: ctx.network, userAgent: ctx.userAgent }),
      limitOf("newDeviceMails", { account: member.id }),
    ];
    if (!(await hitAll(limits, counters, ctx.now)).allowed) return null;
    return mails.newDevice(ctx, { ...addresseeOf(member), device: deviceFrom(ctx.userAgent) });
  }
}

export async function historyOf(
  { device }: Context,
  accountId: string | undefined,
  store: Pick<AccountsStore, "sessionHistory">,
): Promise<History> {
  const id = accountId ?? NO_ACCOUNT;
  return store.sessionHistory(id, device && (await sha256(tokenOnDevice(id, device))));
}

export type NewSessionOf = ReturnType<typeof createNewSession>;

/** The row holds what ties members together as keyed hashes only. Decision 127. */
export function createNewSession(keyedHash: (text: string) => Promise<string>) {
  const deviceHash = (secret: string | null) => (secret === null ? null : keyedHash(`session device\n${secret}`));

  return async function newSession(
    ctx: Context,
    accountId: string,
    newDevice = false,
  ): Promise<{ token: string; session: NewSession }> {
    const token = newSessionToken(accountId);
    const isKnown = ctx.network !== "local";
    const [network, device, former] = await Promise.all([
      isKnown ? keyedHash(`session network\n${ctx.domain.pool}\n${ctx.network}`) : null,
      deviceHash(deviceOf(token)),
      deviceHash(ctx.device),
    ]);
    const session = {
      tokenHash: await sha256(token),
      accountId,
      domainId: ctx.domain.id,
      userAgent: ctx.userAgent,
      country: ctx.country,
      lastSeenAt: ctx.now,
      createdAt: ctx.now,
      expiresAt: ctx.now + SESSION_MAX_AGE * 1000,
      newDevice,
      ...{ network, device, former },
    };
    return { token, session };
  };
}

/** Image links of the answer belong to the new session. */
export function asMember(ctx: Context, member: Member, token: string, session: NewSession): Context {
  return {
    ...ctx,
    age: ageGateOf({ current: ctx.domain.settings, home: ctx.home.settings }, ageFactsOf(member), ctx, ctx.now),
    session: { memberId: member.id, token },
    viewer: {
      ...member,
      tokenHash: session.tokenHash,
      expiresAt: session.expiresAt,
      seenAt: ctx.now,
      push: { subscribed: false, earned: false },
    },
    image: (photo, owner) => ctx.image(photo, owner, token),
  };
}

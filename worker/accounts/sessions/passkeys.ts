import { isHere } from "#db/schema/attributes.ts";
import type { User } from "#worker/accounts/user/user.contract.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { jobAbout } from "#worker/delivery/push/jobs.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { PASSKEY_NAME } from "#worker/people/identity/lengths.vocabulary.ts";
import { addresseeOf } from "#worker/people/identity/viewer.ts";
import {
  answerFrom,
  type Challenges,
  creationOptions,
  passkeyName,
  requestOptions,
  rpIdOf,
} from "#worker/people/passkeys/passkey-ceremony.ts";
import { userHandle } from "#worker/people/passkeys/user-handle.vocabulary.ts";
import type { WebAuthn } from "#worker/people/passkeys/webauthn.ts";
import type { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { contract } from "./passkeys.contract.ts";
import type { PasskeyRow, PasskeysStore } from "./passkeys.store.ts";
import type { ConfirmPassword } from "./password-confirmation.ts";
import type { StartSession } from "./start-session.ts";

const MOST = 10;

interface Deps {
  passkeys: PasskeysStore;
  webauthn: WebAuthn;
  limits: Limits;
  mails: Pick<Mails, "passkeyAdded" | "dispatch">;
  challenges: Challenges;
  confirmPassword: ConfirmPassword;
  startSession: StartSession;
  live: Pick<Live, "tell">;
}

/** A passkey opens the account only on the host that registered it. */
export function createPasskeys({ passkeys, webauthn, limits, mails, challenges, confirmPassword, startSession, live }: Deps) {
  return {
    async passkeys(ctx: MemberContext): Promise<Output<typeof contract.passkeys>> {
      return listOf(ctx);
    },

    /** @throws invalid (password_wrong, too_many), login_blocked */
    async newPasskey(
      ctx: MemberContext,
      { password }: Input<typeof contract.newPasskey>,
    ): Promise<Output<typeof contract.newPasskey>> {
      await requirePassword(ctx, password);
      const { id, profile, tokenHash } = ctx.viewer;
      const rows = await passkeys.list(id);
      if (rows.length >= MOST) throw tooMany();
      return creationOptions({
        challenge: await challenges.issue(purposeOf(ctx, `new ${tokenHash}`), ctx.now),
        ...{ origin: ctx.pageOrigin, site: ctx.domain.settings.name, user: { id, name: profile.name } },
        known: rows.map((row) => row.id),
      });
    },

    /** Only the session that received the challenge may answer it. @throws passkey_failed, conflict, invalid (too_many) */
    async addPasskey(
      ctx: MemberContext,
      { credential, name }: Input<typeof contract.addPasskey>,
    ): Promise<Output<typeof contract.addPasskey>> {
      const { id, tokenHash } = ctx.viewer;
      const called = passkeyName(name, PASSKEY_NAME);
      const made = await webauthn.register(answerFrom(credential), expected(ctx, `new ${tokenHash}`));
      if (!made) throw new AppError("passkey_failed");
      if ((await passkeys.list(id)).length >= MOST) throw tooMany();
      const row = { ...made, accountId: id, rpId: hostOf(ctx), name: called, createdAt: ctx.now };
      const mail = await mails.passkeyAdded(ctx, { ...addresseeOf(ctx.viewer), passkey: called });
      const passkey = { ...row, transports: credential.response.transports ?? [] };
      if (!(await passkeys.add(passkey, mail, { tokenHash, most: MOST }))) throw new AppError("conflict");
      await mails.dispatch(mail.id);
      await live.tell(id, { events: [], changed: [], pushes: [jobAbout("security", id, "passkeys", tokenHash)] });
      return listOf(ctx);
    },

    /** @throws not_found */
    async renamePasskey(
      ctx: MemberContext,
      input: Input<typeof contract.renamePasskey>,
    ): Promise<Output<typeof contract.renamePasskey>> {
      if (!(await passkeys.rename(ctx.viewer.id, input.passkey, passkeyName(input.name, PASSKEY_NAME))))
        throw new AppError("not_found");
      return listOf(ctx);
    },

    /** @throws invalid (password_wrong), login_blocked, not_found */
    async removePasskey(
      ctx: MemberContext,
      input: Input<typeof contract.removePasskey>,
    ): Promise<Output<typeof contract.removePasskey>> {
      await requirePassword(ctx, input.password);
      if (!(await passkeys.remove(ctx.viewer.id, input.passkey))) throw new AppError("not_found");
      return listOf(ctx);
    },

    async passkeyChallenge(ctx: Context): Promise<Output<typeof contract.passkeyChallenge>> {
      return requestOptions(await challenges.issue(purposeOf(ctx, "login"), ctx.now), ctx.pageOrigin);
    },

    /** @throws login_failed, too_many_requests */
    async passkeyLogin(ctx: Context, { credential }: Input<typeof contract.passkeyLogin>): Promise<Answer<User>> {
      const [counter, windows] = limitOf("passkeyFailures", { network: ctx.network });
      refuseOver(await limits.hit(counter, windows, ctx.now));
      const found = await passkeys.find(credential.id);
      // Only who holds a passkey knows its id, so the answer tells nothing to anybody else.
      if (!found) throw new AppError("login_failed", { params: { passkey: "unknown" } });
      const { passkey, member } = found;
      if (!mayEnter(ctx, passkey, member.account)) throw new AppError("login_failed");
      const { userHandle: claimed } = credential.response;
      if (claimed && claimed !== userHandle(member.id)) throw new AppError("login_failed");
      const count = await webauthn.verify(answerFrom(credential), passkey, expected(ctx, "login"));
      if (count === null || !(await passkeys.use(passkey.id, count, ctx.now))) throw new AppError("login_failed");
      await limits.release(counter, ctx.now);
      return startSession(ctx, member);
    },
  };

  async function listOf(ctx: MemberContext): Promise<Output<typeof contract.passkeys>> {
    const rows = await passkeys.list(ctx.viewer.id);
    const here = rows.filter(({ rpId }) => rpId === hostOf(ctx));
    return { passkeys: here.map(shown), limit: MOST };
  }

  async function requirePassword(ctx: MemberContext, password: string): Promise<void> {
    const problem = await confirmPassword(ctx, { field: "password", code: "password_wrong", password });
    if (problem) throw invalid(problem);
  }

  function expected(ctx: Context, purpose: string) {
    return challenges.expected(ctx.pageOrigin, purposeOf(ctx, purpose), ctx.now);
  }
}

function purposeOf({ domain, pageOrigin }: Context, purpose: string): string {
  return `${domain.id}\n${pageOrigin}\n${purpose}`;
}

function hostOf({ pageOrigin }: Context): string {
  return rpIdOf(pageOrigin);
}

function mayEnter(ctx: Context, { rpId }: PasskeyRow, { pool, status }: { pool: string; status: string }): boolean {
  const unopened = ctx.domain.settings.reveal_accounts === "no" && status === "not_confirmed";
  return rpId === hostOf(ctx) && pool === ctx.domain.pool && isHere(status) && !unopened;
}

function tooMany(): AppError {
  return invalid({ field: "name", code: "too_many", params: { max: MOST } });
}

function shown({ id, name, createdAt, lastUsedAt }: PasskeyRow): Output<typeof contract.passkeys>["passkeys"][number] {
  return {
    id,
    name,
    created_at: new Date(createdAt).toISOString(),
    last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}

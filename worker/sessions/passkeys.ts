import { isHere } from "#db/schema/attributes.ts";
import type { Context, MemberContext } from "#worker/context.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import { PASSKEY_NAME } from "#worker/identity/lengths.vocabulary.ts";
import { addresseeOf } from "#worker/identity/viewer.ts";
import type { Answer } from "#worker/lib/answer.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { equalSecrets } from "#worker/lib/crypto.ts";
import { AppError, invalid } from "#worker/lib/errors.ts";
import { base64url, newSecret } from "#worker/lib/ids.ts";
import { type Limits, MINUTE, refuseOver } from "#worker/lib/limits.ts";
import { limitOf } from "#worker/lib/limits-table.ts";
import { cleanLine } from "#worker/lib/text.ts";
import { ALGORITHMS, type Expected, type WebAuthn } from "#worker/lib/webauthn.ts";
import type { Live } from "#worker/live/live.ts";
import type { Mails } from "#worker/mail/mails.ts";
import { jobAbout } from "#worker/push/jobs.ts";
import type { contract } from "./passkeys.contract.ts";
import type { PasskeyRow, PasskeysStore } from "./passkeys.store.ts";
import type { ConfirmPassword } from "./password-confirmation.ts";
import type { StartSession } from "./start-session.ts";

const MOST = 10;
/** Validity of a challenge, in ms. */
const GOOD_FOR = 5 * MINUTE;

interface Deps {
  passkeys: PasskeysStore;
  webauthn: WebAuthn;
  limits: Limits;
  mails: Pick<Mails, "passkeyAdded" | "dispatch">;
  keyedHash(text: string): Promise<string>;
  confirmPassword: ConfirmPassword;
  startSession: StartSession;
  live: Pick<Live, "tell">;
}

/** A passkey opens the account only on the host that registered it. */
export function createPasskeys({ passkeys, webauthn, limits, mails, keyedHash, confirmPassword, startSession, live }: Deps) {
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
      return {
        challenge: await newChallenge(ctx, `new ${tokenHash}`),
        rp: { id: hostOf(ctx), name: ctx.domain.settings.name },
        user: { id: userHandle(id), name: profile.name, displayName: profile.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        timeout: GOOD_FOR,
        excludeCredentials: rows.map((row) => ({ type: "public-key", id: row.id })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
      };
    },

    /** Only the session that received the challenge may answer it. @throws passkey_failed, conflict, invalid (too_many) */
    async addPasskey(
      ctx: MemberContext,
      { credential, name }: Input<typeof contract.addPasskey>,
    ): Promise<Output<typeof contract.addPasskey>> {
      const { id, tokenHash } = ctx.viewer;
      const called = nameFrom(name);
      const made = await webauthn.register(answerFrom(credential) as never, expected(ctx, `new ${tokenHash}`));
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
      if (!(await passkeys.rename(ctx.viewer.id, input.passkey, nameFrom(input.name)))) throw new AppError("not_found");
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
      return {
        challenge: await newChallenge(ctx, "login"),
        rpId: hostOf(ctx),
        timeout: GOOD_FOR,
        userVerification: "required",
        allowCredentials: [],
      };
    },

    /** @throws login_failed, too_many_requests */
    async passkeyLogin(ctx: Context, { credential }: Input<typeof contract.passkeyLogin>): Promise<Answer<User>> {
      const [counter, windows] = limitOf("passkeyFailures", { network: ctx.network });
      refuseOver(await limits.hit(counter, windows, ctx.now));
      const found = await passkeys.find(credential.id);
      const { passkey, member } = found ?? {};
      if (!passkey || !member || !mayEnter(ctx, passkey, member.account)) throw new AppError("login_failed");
      const { userHandle: claimed } = credential.response;
      if (claimed && claimed !== userHandle(member.id)) throw new AppError("login_failed");
      const count = await webauthn.verify(answerFrom(credential) as never, passkey, expected(ctx, "login"));
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

  function expected(ctx: Context, purpose: string): Expected {
    return { origin: ctx.pageOrigin, rpId: hostOf(ctx), challenge: (challenge) => answered(ctx, purpose, challenge) };
  }

  /** Stateless: expiry, randomness, and a keyed hash over both and the purpose. */
  async function newChallenge(ctx: Context, purpose: string): Promise<string> {
    const head =
      Math.ceil((ctx.now + GOOD_FOR) / 1000)
        .toString(36)
        .padStart(9, "0") + newSecret(18);
    return head + (await sealOf(ctx, purpose, head));
  }

  async function answered(ctx: Context, purpose: string, challenge: string): Promise<boolean> {
    const head = challenge.slice(0, HEAD);
    if (!equalSecrets(challenge.slice(HEAD), await sealOf(ctx, purpose, head))) return false;
    if (Number.parseInt(head.slice(0, 9), 36) * 1000 <= ctx.now) return false;
    return (await limits.hit(...limitOf("passkeyAnswers", { challenge }), ctx.now)).allowed;
  }

  function sealOf(ctx: Context, purpose: string, head: string): Promise<string> {
    return keyedHash(`passkey challenge\n${ctx.domain.id}\n${ctx.pageOrigin}\n${purpose}\n${head}`);
  }
}

/** Length of the expiry (9) and of 18 random bytes in base64url (24). */
const HEAD = 33;

function hostOf({ pageOrigin: origin }: Context): string {
  return new URL(origin).hostname;
}

function userHandle(accountId: string): string {
  return base64url(new TextEncoder().encode(accountId));
}

function mayEnter(ctx: Context, { rpId }: PasskeyRow, { pool, status }: { pool: string; status: string }): boolean {
  const unopened = ctx.domain.settings.reveal_accounts === "no" && status === "not_confirmed";
  return rpId === hostOf(ctx) && pool === ctx.domain.pool && isHere(status) && !unopened;
}

/** The library requires the field; browsers may omit it. */
function answerFrom(credential: object): object {
  return { clientExtensionResults: {}, ...credential };
}

function nameFrom(name: string): string {
  const clean = cleanLine(name);
  if (clean === "") throw invalid({ field: "name", code: "required" });
  if (clean.length > PASSKEY_NAME) throw invalid({ field: "name", code: "too_long", params: { max: PASSKEY_NAME } });
  return clean;
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

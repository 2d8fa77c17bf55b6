import { isHere } from "#db/schema/accounts.ts";
import type { Context, MemberContext } from "../context.ts";
import type { User } from "../identity/accounts.contract.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import { PASSKEY_NAME } from "../identity/lengths.ts";
import { addresseeOf } from "../identity/viewer.ts";
import type { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { equalSecrets } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { base64url, newSecret } from "../lib/ids.ts";
import { MINUTE, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { cleanLine } from "../lib/text.ts";
import { ALGORITHMS, type Expected, type WebAuthn } from "../lib/webauthn.ts";
import { logIn } from "./login.ts";
import type { contract } from "./passkeys.contract.ts";
import type { PasskeyRow, PasskeysStore } from "./passkeys.store.ts";
import { proofProblem } from "./proof.ts";

const MOST = 10;
/** How long (ms) a challenge may be answered. */
const GOOD_FOR = 5 * MINUTE;

export type PasskeysDeps = Pick<
  AccountsDeps,
  "store" | "limits" | "live" | "mails" | "after" | "passwords" | "keyedHash" | "domainOf"
> & {
  passkeys: PasskeysStore;
  webauthn: WebAuthn;
};

/** Passkeys: a second way in, beside the password. One is good on the host it was made on, and nowhere else. */
export function createPasskeys(deps: PasskeysDeps) {
  const { passkeys, webauthn, limits, mails, keyedHash } = deps;

  return {
    async passkeys(ctx: MemberContext): Promise<Output<typeof contract.passkeys>> {
      return listOf(ctx);
    },

    /** @throws invalid for a wrong password; too_many for a member who has ten. */
    async newPasskey(
      ctx: MemberContext,
      { password }: Input<typeof contract.newPasskey>,
    ): Promise<Output<typeof contract.newPasskey>> {
      await prove(ctx, password);
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

    /**
     * The challenge was given out for the password, to this session: no other may answer it. The member is told by mail.
     * @throws passkey_failed for an answer that is not as it should be; conflict for a passkey that is known already, and
     * where the session ended meanwhile.
     */
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
      return listOf(ctx);
    },

    /** @throws not_found for one that is not the member's. */
    async renamePasskey(
      ctx: MemberContext,
      input: Input<typeof contract.renamePasskey>,
    ): Promise<Output<typeof contract.renamePasskey>> {
      if (!(await passkeys.rename(ctx.viewer.id, input.passkey, nameFrom(input.name)))) throw new AppError("not_found");
      return listOf(ctx);
    },

    /** @throws invalid for a wrong password; not_found for one that is not the member's. */
    async removePasskey(
      ctx: MemberContext,
      input: Input<typeof contract.removePasskey>,
    ): Promise<Output<typeof contract.removePasskey>> {
      await prove(ctx, input.password);
      if (!(await passkeys.remove(ctx.viewer.id, input.passkey))) throw new AppError("not_found");
      return listOf(ctx);
    },

    /** Says nothing of anybody: the browser finds out which passkeys it has for this host. */
    async passkeyChallenge(ctx: Context): Promise<Output<typeof contract.passkeyChallenge>> {
      return {
        challenge: await newChallenge(ctx, "login"),
        rpId: hostOf(ctx),
        timeout: GOOD_FOR,
        userVerification: "required",
        allowCredentials: [],
      };
    },

    /** @throws login_failed, whatever the reason; too_many_requests for a network that keeps trying. */
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
      return logIn(ctx, member, deps);
    },
  };

  async function listOf(ctx: MemberContext): Promise<Output<typeof contract.passkeys>> {
    const rows = await passkeys.list(ctx.viewer.id);
    const here = rows.filter(({ rpId }) => rpId === hostOf(ctx));
    return { passkeys: here.map(shown), limit: MOST };
  }

  async function prove(ctx: MemberContext, password: string): Promise<void> {
    const problem = await proofProblem(ctx, { field: "password", code: "password_wrong", password }, deps);
    if (problem) throw invalid(problem);
  }

  function expected(ctx: Context, purpose: string): Expected {
    return { origin: ctx.pageOrigin, rpId: hostOf(ctx), challenge: (challenge) => answered(ctx, purpose, challenge) };
  }

  /** When it ends, chance, and a keyed hash of both with what it is for: nothing is kept until it is answered. */
  async function newChallenge(ctx: Context, purpose: string): Promise<string> {
    const head =
      Math.ceil((ctx.now + GOOD_FOR) / 1000)
        .toString(36)
        .padStart(9, "0") + newSecret(18);
    return head + (await sealOf(ctx, purpose, head));
  }

  /** Whether a challenge is one of ours for this purpose, in time, and was never answered before. */
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

/** Nine digits of time and 18 bytes of chance, before the 43 letters of the seal: 76 in all, which base64url leaves as they are. */
const HEAD = 33;

/** The relying party of a page: its host, so that no other host of the domain, or of its pool, is let in by it. */
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

/** As the library reads it: what browsers add beside is nobody's business. */
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

import type { z } from "zod";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { PASSKEY_NAME } from "#worker/people/identity/lengths.vocabulary.ts";
import {
  answerFrom,
  type Challenges,
  creationOptions,
  passkeyName,
  requestOptions,
} from "#worker/people/passkeys/passkey-ceremony.ts";
import { userHandle } from "#worker/people/passkeys/user-handle.vocabulary.ts";
import type { WebAuthn } from "#worker/people/passkeys/webauthn.ts";
import { Answer } from "#worker/platform/answer.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { auditRow } from "./audit.ts";
import type { Confirmation } from "./confirmation.ts";
import type { StaffContext, StaffMemberContext } from "./context.ts";
import type { contract } from "./passkeys.contract.ts";
import type { StaffPasskeyRow, StaffPasskeysStore } from "./passkeys.store.ts";
import { newSession, shownStaff } from "./sessions.ts";
import { ISSUER } from "./setup.ts";
import type { StaffStore } from "./staff.store.ts";
import type { StaffMails } from "./staff-mails.ts";

const MOST = 10;

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  passkeys: StaffPasskeysStore;
  store: Pick<StaffStore, "note">;
  webauthn: WebAuthn;
  challenges: Challenges;
  confirmation: Pick<Confirmation, "password" | "bothFactors">;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  limits: Limits;
}

/** User verification is required: a passkey is two factors, and replaces password and code. */
export function createStaffPasskeys({ passkeys, store, webauthn, challenges, confirmation, mails, limits }: Deps) {
  return {
    async staffPasskeys(ctx: StaffMemberContext): Promise<Output<"staffPasskeys">> {
      return listOf(ctx);
    },

    /** @throws invalid (password_wrong, wrong_code, too_many), too_many_requests, login_blocked, passkey_failed */
    async newStaffPasskey(ctx: StaffMemberContext, proof: Input<"newStaffPasskey">): Promise<Output<"newStaffPasskey">> {
      const { id, email } = ctx.viewer;
      refuseOver(await limits.hit(...limitOf("staffChanges", { staff: id }), ctx.now));
      await confirmation.bothFactors(ctx, proof);
      const rows = await passkeys.list(id);
      if (rows.length >= MOST) throw tooMany();
      return creationOptions({
        challenge: await challenges.issue(adding(ctx), ctx.now),
        ...{ origin: ctx.origin, site: ISSUER, user: { id, name: email }, known: rows.map((row) => row.id) },
      });
    },

    /** Only the session that received the challenge may answer it. @throws passkey_failed, conflict, invalid */
    async addStaffPasskey(
      ctx: StaffMemberContext,
      { name, credential }: Input<"addStaffPasskey">,
    ): Promise<Output<"addStaffPasskey">> {
      const { id, tokenHash } = ctx.viewer;
      const called = passkeyName(name, PASSKEY_NAME);
      const made = await webauthn.register(answerFrom(credential), challenges.expected(ctx.origin, adding(ctx), ctx.now));
      if (!made) throw new AppError("passkey_failed");
      const row = { ...made, staffId: id, name: called, createdAt: ctx.now };
      const audit = auditRow(ctx, { action: "add passkey", object: "staff_member", id });
      const sent = await mails.toOperators(newPasskeyMail(ctx), ctx.now);
      if (!(await passkeys.add(row, { audit, mails: sent }, { tokenHash, most: MOST }))) throw new AppError("conflict");
      await Promise.all(sent.map(({ id: mail }) => mails.dispatch(mail)));
      return listOf(ctx);
    },

    /** @throws invalid (password_wrong), login_blocked, not_found */
    async removeStaffPasskey(
      ctx: StaffMemberContext,
      { passkey, password }: Input<"removeStaffPasskey">,
    ): Promise<Output<"removeStaffPasskey">> {
      await confirmation.password(ctx, password);
      const { id } = ctx.viewer;
      const audit = auditRow(ctx, { action: "remove passkey", object: "staff_member", id });
      if (!(await passkeys.remove(id, passkey, audit))) throw new AppError("not_found");
      return listOf(ctx);
    },

    /** @throws too_many_requests */
    async staffPasskeyChallenge(ctx: StaffContext): Promise<Output<"staffPasskeyChallenge">> {
      refuseOver(await limits.hit(...limitOf("staffPasskeyChallenges", { network: ctx.network }), ctx.now));
      return requestOptions(await challenges.issue(entering(ctx), ctx.now), ctx.origin);
    },

    /** @throws login_failed, login_blocked */
    async staffPasskeyLogin(
      ctx: StaffContext,
      { credential }: Input<"staffPasskeyLogin">,
    ): Promise<Answer<Output<"staffPasskeyLogin">>> {
      const [counter, windows] = limitOf("staffPasskeyLogin", { network: ctx.network });
      refuseOver(await limits.hit(counter, windows, ctx.now), "login_blocked");
      const found = await passkeys.find(credential.id);
      if (!found) throw new AppError("login_failed");
      const { passkey, person } = found;
      const refused = async () => {
        await store.note(auditRow(ctx, { action: "login refused", object: "staff_member", id: person.id }));
        return new AppError("login_failed");
      };
      const { userHandle: claimed } = credential.response;
      if (claimed && claimed !== userHandle(person.id)) throw await refused();
      const expected = challenges.expected(ctx.origin, entering(ctx), ctx.now);
      const count = await webauthn.verify(answerFrom(credential), passkey, expected);
      const session = await newSession(ctx, person.id);
      const audit = auditRow(ctx, { action: "login by passkey", by: person.id });
      if (count === null || !(await passkeys.logIn(passkey.id, count, session.row, audit))) throw await refused();
      await limits.release(counter, ctx.now);
      return new Answer(shownStaff(person), { session: session.started });
    },
  };

  async function listOf({ viewer }: StaffMemberContext): Promise<Output<"staffPasskeys">> {
    return { passkeys: (await passkeys.list(viewer.id)).map(shown), limit: MOST };
  }
}

const adding = ({ origin, viewer }: StaffMemberContext) => `staff\n${origin}\nnew ${viewer.tokenHash}`;
const entering = ({ origin }: StaffContext) => `staff\n${origin}\nlogin`;

function newPasskeyMail({ origin, viewer }: StaffMemberContext): Parameters<StaffMails["toOperators"]>[0] {
  const { name, email } = viewer;
  return {
    subject: `Staff: a new passkey of ${name}`.slice(0, 78),
    paragraphs: [
      `${name} (${email}) added a passkey, which logs in to the account without password and code.`,
      "If you do not know of it, have the account reset, which removes its passkeys, and look at the audit log.",
    ],
    link: { label: "Open the people", page: `${origin}/staff/people` },
    also: viewer,
  };
}

function tooMany(): AppError {
  return invalid({ field: "name", code: "too_many", params: { max: MOST } });
}

function shown({ id, name, createdAt, lastUsedAt }: StaffPasskeyRow): Output<"staffPasskeys">["passkeys"][number] {
  return {
    id,
    name,
    created_at: new Date(createdAt).toISOString(),
    last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}

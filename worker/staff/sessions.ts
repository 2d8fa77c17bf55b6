import type { z } from "zod";
import { parseEmail } from "#worker/identity/email.ts";
import type { Passwords } from "#worker/identity/passwords.ts";
import { Answer } from "#worker/lib/answer.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import { DAY, HOUR } from "#worker/lib/durations.ts";
import { AppError, invalid } from "#worker/lib/errors.ts";
import { newSecret } from "#worker/lib/ids.ts";
import { hitAll, type Limits, refuseOver } from "#worker/lib/limits.ts";
import { limitOf } from "#worker/lib/limits-table.ts";
import type { Seal } from "#worker/lib/sealed.ts";
import { typedNumber } from "#worker/lib/typed.ts";
import { auditRow } from "./audit.ts";
import type { StaffContext, StaffMemberContext } from "./context.ts";
import type { contract } from "./staff.contract.ts";
import type { StaffRow, StaffStore } from "./staff.store.ts";
import { acceptedStep } from "./totp.ts";
import type { StaffViewer } from "./viewer.ts";

/** In ms, absolute. */
export const STAFF_SESSION = 12 * HOUR;
/** In ms, after the end: a question about an entry of the audit log may need it. */
const ROW_KEPT = 180 * DAY;
export const RECOVERY_LENGTH = 12;
const STAFF_CODE = new RegExp(`^(?:\\d{6}|[a-z0-9]{${RECOVERY_LENGTH}})$`);

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: StaffStore;
  passwords: Passwords;
  limits: Limits;
  /** Opens TOTP secrets. */
  seal: Seal;
  keyedHash(text: string): Promise<string>;
}

/** A session's row and token. Only the cookie holds the token. */
export async function newSession({ now, userAgent }: StaffContext, staffId: string) {
  const token = newSecret();
  const row = { tokenHash: await sha256(token), staffId, userAgent, createdAt: now, expiresAt: now + STAFF_SESSION };
  return { token, row };
}

export const recoveryHash = (keyedHash: Deps["keyedHash"], staffId: string, code: string) =>
  keyedHash(`staff recovery\n${staffId}\n${typedNumber(code).toLowerCase()}`);

/** Of the app, or a recovery code. Asked before a guess is counted. @throws invalid (required, invalid_format) */
function staffCode(typed: string): string {
  const code = typedNumber(typed).toLowerCase();
  if (STAFF_CODE.test(code)) return code;
  throw invalid({ field: "code", code: code === "" ? "required" : "invalid_format" });
}

export function shownStaff({ id, name, role }: Pick<StaffRow, "id" | "name" | "role">): Output<"staffLogin"> {
  return { id, name, role };
}

export function createStaffSessions({ store, passwords, limits, seal, keyedHash }: Deps) {
  /** `code` as of `staffCode`. */
  async function proofOf(row: StaffRow, code: string, now: number): Promise<{ step: number } | { recovery: string } | null> {
    if (code.length === RECOVERY_LENGTH) return { recovery: await recoveryHash(keyedHash, row.id, code) };
    const secret = row.totpSecret && (await seal.open(row.totpSecret, row.id));
    const step = secret ? await acceptedStep(secret, code, now, row.totpStep) : null;
    return step === null ? null : { step };
  }

  return {
    async viewer(token: string, now: number): Promise<StaffViewer | null> {
      return store.findBySession(await sha256(token), now);
    },

    staffMe({ viewer }: StaffMemberContext): Output<"staffMe"> {
      return { ...shownStaff(viewer), email: viewer.email, until: new Date(viewer.expiresAt).toISOString() };
    },

    /** One refusal for each wrong part: none is confirmed without the others. @throws invalid login_failed login_blocked */
    async staffLogin(
      ctx: StaffContext,
      { email, password, ...typed }: Input<"staffLogin">,
    ): Promise<Answer<Output<"staffLogin">>> {
      const { now, network } = ctx;
      const code = staffCode(typed.code);
      const account = parseEmail(email) ?? "";
      const rules = [
        limitOf("staffLogin", { account, network }),
        limitOf("staffLoginStrangers", { account }),
        limitOf("staffLoginNetwork", { network }),
      ];
      refuseOver(await hitAll(limits, rules, now), "login_blocked");
      const row = await store.findByEmail(account);
      const right = await passwords.verify(row?.passwordHash ?? null, password);
      if (!row) throw new AppError("login_failed");
      const proof = right ? await proofOf(row, code, now) : null;
      const session = await newSession(ctx, row.id);
      const audit = auditRow(ctx, { action: proof && "recovery" in proof ? "login by recovery code" : "login", by: row.id });
      if (!proof || !(await store.logIn(proof, row.passwordHash, session.row, audit))) {
        await store.note(auditRow(ctx, { action: "login refused", object: "staff_member", id: row.id }));
        throw new AppError("login_failed");
      }
      await limits.clear(limitOf("staffLogin", { account, network })[0]);
      return new Answer(shownStaff(row), { session: { started: session.token } });
    },

    async staffLogout(ctx: StaffMemberContext): Promise<Answer<Output<"staffLogout">>> {
      await store.endSession(ctx.viewer.tokenHash, ctx.now, auditRow(ctx, { action: "logout" }));
      return new Answer({}, { session: { ended: null } });
    },

    sweep: (now: number): Promise<void> => store.forgetSessions(now - ROW_KEPT),

    async staffSessions({ viewer, now }: StaffMemberContext): Promise<Output<"staffSessions">> {
      const rows = await store.openSessions(viewer.id, now);
      const shown = rows.map(async ({ tokenHash, userAgent, createdAt, expiresAt }) => ({
        id: await sha256(`staff session\n${tokenHash}`),
        user_agent: userAgent,
        created_at: new Date(createdAt).toISOString(),
        expires_at: new Date(expiresAt).toISOString(),
        current: tokenHash === viewer.tokenHash,
      }));
      return { sessions: await Promise.all(shown) };
    },

    async staffEndSessions(ctx: StaffMemberContext): Promise<Output<"staffEndSessions">> {
      const { id, tokenHash } = ctx.viewer;
      const audit = auditRow(ctx, { action: "end sessions", object: "staff_member", id });
      return { ended: await store.endSessions(id, tokenHash, ctx.now, audit) };
    },
  };
}

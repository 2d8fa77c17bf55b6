import type { z } from "zod";
import { parseEmail } from "#worker/people/identity/email.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { Answer } from "#worker/platform/answer.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { hitAll, type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { auditRow } from "./audit.ts";
import { type Codes, staffCode } from "./codes.ts";
import type { StaffContext, StaffMemberContext } from "./context.ts";
import type { contract } from "./staff.contract.ts";
import type { StaffRow, StaffStore } from "./staff.store.ts";
import type { StaffViewer } from "./viewer.ts";

/** In ms, absolute. */
export const STAFF_SESSION = 12 * HOUR;
/** In ms, after the end: a question about an entry of the audit log may need it. */
const ROW_RETENTION = 180 * DAY;

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: StaffStore;
  passwords: Pick<Passwords, "hash" | "verify">;
  limits: Limits;
  codes: Codes;
}

/** A session's row, and the secrets of its cookies. The device keeps the one that it has. */
export async function newSession({ now, userAgent, device: known }: StaffContext, staffId: string) {
  const [token, device] = [newSecret(), known ?? newSecret()];
  const hashes = { tokenHash: await sha256(token), deviceHash: await sha256(device) };
  const row = { ...hashes, staffId, userAgent, createdAt: now, expiresAt: now + STAFF_SESSION };
  return { started: { started: token, device }, row };
}

export function shownStaff({ id, name, role }: Pick<StaffRow, "id" | "name" | "role">): Output<"staffLogin"> {
  return { id, name, role };
}

export function createStaffSessions({ store, passwords, limits, codes }: Deps) {
  async function counterOf({ network, device }: StaffContext, account: string, row: StaffRow | null) {
    // Asked without an account too: the time must not tell which addresses have one.
    const known = !!device && (await store.knowsDevice(row?.id ?? "", await sha256(device)));
    return known
      ? { known, rule: limitOf("staffLoginDevice", { account, device }) }
      : { known, rule: limitOf("staffLogin", { account, network }) };
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
      const row = await store.findByEmail(account);
      const own = await counterOf(ctx, account, row);
      // A device that the person logged in on is counted by itself: strangers keep nobody out of it.
      const strangers = [limitOf("staffLoginStrangers", { account }), limitOf("staffLoginNetwork", { network })];
      refuseOver(await hitAll(limits, own.known ? [own.rule] : [own.rule, ...strangers], now), "login_blocked");
      const right = await passwords.verify(row?.passwordHash ?? null, password);
      if (!row) throw new AppError("login_failed");
      const proof = right ? await codes.proofOf(row, code, now) : null;
      const session = await newSession(ctx, row.id);
      const audit = auditRow(ctx, { action: proof && "recovery" in proof ? "login by recovery code" : "login", by: row.id });
      if (!proof || !(await store.logIn(proof, row.passwordHash, session.row, audit))) {
        await store.note(auditRow(ctx, { action: "login refused", object: "staff_member", id: row.id }));
        throw new AppError("login_failed");
      }
      await limits.clear(own.rule[0]);
      return new Answer(shownStaff(row), { session: session.started });
    },

    async staffLogout(ctx: StaffMemberContext): Promise<Answer<Output<"staffLogout">>> {
      await store.endSession(ctx.viewer.tokenHash, ctx.now, auditRow(ctx, { action: "logout" }));
      return new Answer({}, { session: { ended: null } });
    },

    sweep: (now: number): Promise<void> => store.forgetSessions(now - ROW_RETENTION),

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

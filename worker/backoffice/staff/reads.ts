import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { Seen } from "#worker/platform/answer.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { type ReadLimit, STAFF_READ_LIMITS } from "#worker/platform/limits-staff-reads.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { auditRow } from "./audit.ts";
import type { StaffMemberContext } from "./context.ts";
import type { PeopleStore } from "./people.store.ts";
import type { StaffStore } from "./staff.store.ts";
import type { StaffCall } from "./staff-call.vocabulary.ts";
import type { StaffMails } from "./staff-mails.ts";

interface Deps {
  store: Pick<StaffStore, "noteAll">;
  people: Pick<PeopleStore, "tell">;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  limits: Pick<Limits, "hit" | "release">;
  keyedHash(text: string): Promise<string>;
}

export type StaffReads = ReturnType<typeof createStaffReads>;

/** A read that cannot be noted is not answered. Decision 75. */
export function createStaffReads({ store, people, mails, limits, keyedHash }: Deps) {
  async function alarm(ctx: StaffMemberContext, limit: ReadLimit): Promise<void> {
    const { viewer, now } = ctx;
    const [counter, windows] = limitOf("staffAlarms", { staff: viewer.id, limit });
    if (!(await limits.hit(counter, windows, now)).allowed) return;
    try {
      await tell(ctx, limit);
    } catch (error) {
      // The next refusal tries again, instead of none for an hour.
      await limits.release(counter, now);
      throw error;
    }
  }

  async function tell(ctx: StaffMemberContext, limit: ReadLimit): Promise<void> {
    const { viewer, now, requestId, origin } = ctx;
    log("error", "staff read limit", { staff: viewer.id, limit, request: requestId });
    const mail = {
      subject: `Staff: ${viewer.name} reads a lot`,
      paragraphs: [
        `${viewer.name} (${viewer.email}) has reached a limit of reading: ${STAFF_READ_LIMITS[limit].protects}. More is refused for now.`,
        "If you do not know why, end the sessions by disabling the account, and look at the audit log.",
      ],
      link: origin ? { label: "Open the audit log", page: `${origin}/staff/audit` } : null,
    };
    const rows = await mails.toOperators(mail, now);
    const audit = auditRow(ctx, { action: "reach read limit", object: "staff_member", id: viewer.id, reason: limit });
    await people.tell(rows, audit);
    await Promise.all(rows.map(({ id }) => mails.dispatch(id)));
  }

  return {
    /** @throws too_many_requests */
    async admit(ctx: StaffMemberContext, limit: ReadLimit): Promise<void> {
      const outcome = await limits.hit(...limitOf(limit, { staff: ctx.viewer.id }), ctx.now);
      if (!outcome.allowed) await alarm(ctx, limit).catch((error) => log("error", "staff alarm failed", { error }));
      refuseOver(outcome);
    },

    async note(ctx: StaffMemberContext, { leaves, object }: Pick<StaffCall, "leaves" | "object">, seen: readonly Seen[]) {
      if (!("read" in leaves)) throw new AppError("internal");
      const rows = await Promise.all(
        seen.map(async (one) => ({
          row: auditRow(ctx, {
            ...{ action: one.action ?? leaves.read, object: one.object ?? object, reason: one.reason },
            id: one.typed === undefined ? one.id : await printOf(one.typed),
          }),
          once: one.once ?? 0,
        })),
      );
      await store.noteAll(rows);
    },
  };

  /** The same words leave the same print: a search for them finds earlier ones. */
  async function printOf(typed: string): Promise<string> {
    return `print ${(await keyedHash(`staff search\n${typed}`)).slice(0, PRINT)}`;
  }
}

const PRINT = 16;

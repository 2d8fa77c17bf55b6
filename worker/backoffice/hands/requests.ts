import type { z } from "zod";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { actionOf, type Queue } from "#worker/backoffice/work/work.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract, ListedRequest } from "./hands.contract.ts";
import { type HandsDeps, reached } from "./hands.ts";
import { CREDITS_ALONE, CREDITS_WINDOW, REQUEST_DUE } from "./hands.vocabulary.ts";
import type { RequestRow, RequestsStore } from "./requests.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

const LATEST = 30;
const REFUSALS = ["not_due", "wrong_sum", "suspicious"] as const;

interface Deps extends Pick<HandsDeps, "memberOf" | "domainOf" | "originOf"> {
  store: RequestsStore;
  limits: Limits;
  live: Live;
  mails: Pick<Mails, "creditsGiven" | "dispatch">;
  /** Makes the archive and mails its link, as if the member had asked. */
  exportFor(member: Member, now: number): Promise<void>;
  /** Deletes the account, as if the member had: it can come back for 14 days. */
  closeFor(ctx: MailContext, member: Member): Promise<void>;
}

type Wanted = Pick<RequestRow, "kind" | "reason"> & { credits: number };

/** Credits, exports and deletions that staff begin. What needs two waits in a queue: decision 75. */
export function createRequests(deps: Deps) {
  const { store, limits, live, mails, exportFor, closeFor } = deps;

  const queue: Queue = {
    decisionsFor: async () => ({ approve: [], refuse: REFUSALS }),

    async effect(item, now) {
      const row = await store.find(item.objectId);
      const by = item.decidedBy ?? "";
      if (row?.status !== "proposed") return;
      if (item.decision !== "approve") {
        await store.end(row.id, "refused", by, now);
        return;
      }
      const found = await reached(deps, row.memberId, now);
      if (!found || found.member.account.status === "deleted") {
        await store.end(row.id, "failed", by, now);
        return;
      }
      await carryOut(row, found, by, now);
    },
  };

  return {
    queue,

    /** `soon` runs the effects after the time to undo. */
    withWork: (soon: () => void) => {
      async function propose(
        ctx: StaffMemberContext,
        id: string,
        wanted: Wanted,
        most: number | null,
      ): Promise<Output<"giveCredits">> {
        const { now, viewer } = ctx;
        const found = await reached(deps, id, now);
        if (!found || found.member.account.status === "deleted") throw new AppError("not_found");
        refuseOver(await limits.hit(...limitOf("staffRequests", { staff: viewer.id }), now));
        const { domain } = found;
        const alone = { by: viewer.id, member: id, since: now - CREDITS_WINDOW * DAY };
        const needsTwo = most === null || (await store.alone(alone)) + wanted.credits > most;
        const byTwo = needsTwo && !domain.settings.one_person;
        const row = { id: newId(), ...wanted, memberId: id, domainId: domain.id, byTwo, proposedBy: viewer.id, createdAt: now };
        const item = { id: newId(), kind: "request" as const, objectId: row.id, domainId: domain.id, pool: domain.pool };
        const decided = {
          ...{ state: "decided" as const, decision: "approve", decidedBy: viewer.id, decidedAt: now, effectAt: now + UNDO },
          ...{ leasedBy: viewer.id, leasedUntil: now + UNDO },
        };
        const work = {
          ...item,
          createdAt: now,
          dueAt: now + REQUEST_DUE * DAY,
          ...(needsTwo && { notBy: viewer.id }),
          ...(!byTwo && decided),
        };
        const audit = [auditRow(ctx, { action: `propose ${wanted.kind}`, object: "member", id, reason: wanted.reason })];
        if (needsTwo && !byTwo)
          audit.push(
            auditRow(ctx, { action: actionOf("approve", "request", true), object: "work_item", id: `request ${row.id}` }),
          );
        const within = needsTwo || most === null ? null : { ...alone, most };
        if (!(await store.propose(row, work, audit, within))) throw new AppError("conflict");
        if (!byTwo) soon();
        return { item: item.id, by_two: byTwo };
      }

      return {
        /** @throws not_found conflict too_many_requests */
        giveCredits: async (ctx: StaffMemberContext, { id, credits, reason }: Input<"giveCredits">) =>
          propose(ctx, id, { kind: "credits", credits, reason }, CREDITS_ALONE[ctx.viewer.role]),

        /** @throws not_found conflict too_many_requests */
        proposeRequest: async (ctx: StaffMemberContext, { id, kind, reason }: Input<"proposeRequest">) =>
          propose(ctx, id, { kind, credits: 0, reason }, null),

        async requestCases({ viewer, now }: StaffMemberContext): Promise<Output<"requestCases">> {
          const { inHand, latest } = await store.shown(viewer.id, now, LATEST);
          const cases = inHand.map(async ({ item, ...row }) => ({ item, request: await shown(row, deps.domainOf) }));
          return { cases: await Promise.all(cases), latest: await Promise.all(latest.map((row) => shown(row, deps.domainOf))) };
        },
      };
    },
  };

  async function carryOut(
    row: RequestRow,
    { member, to }: { member: Member; to: MailContext },
    by: string,
    now: number,
  ): Promise<void> {
    if (row.kind === "credits") {
      const { credits } = row;
      const letter = await mails.creditsGiven(to, { ...addresseeOf(member), credits });
      const mail = { ...letter, id: `${row.id}-credits` };
      if (!(await announced(live, [member.id], () => store.give(row, by, mail, now)))) return;
      await mails.dispatch(mail.id);
      await live.tell(member.id, { events: [], changed: ["user"] });
      return;
    }
    // First the act, which is idempotent: a stopped isolate tries it again.
    if (row.kind === "export") await exportFor(member, now);
    else await closeFor(to, member);
    await store.end(row.id, "approved", by, now);
  }
}

type Row = Awaited<ReturnType<RequestsStore["shown"]>>["latest"][number];

async function shown(row: Row, domainOf: (id: string) => Promise<Domain | null>): Promise<ListedRequest> {
  return {
    ...{ id: row.id, kind: row.kind, member: row.memberId, name: row.name, credits: row.credits, reason: row.reason },
    site: (await domainOf(row.domainId))?.settings.name ?? row.domainId,
    by_two: row.byTwo === 1,
    proposed_by: row.proposer,
    created_at: new Date(row.createdAt).toISOString(),
    status: row.status,
    decided_by: row.decider,
  };
}

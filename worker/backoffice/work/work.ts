import type { z } from "zod";
import type { WorkKind } from "#db/schema/attributes.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { AppError, type ErrorCode, type FieldError, invalid } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { cleanText, lengthProblem } from "#worker/platform/text.ts";
import type { contract, WorkItem } from "./work.contract.ts";
import type { WorkRow, WorkStore } from "./work.store.ts";
import { ALONE, leaseOf, SOON, UNDO, WAITING_KINDS, WORKERS } from "./work.vocabulary.ts";

/** In ms: an effect that takes longer is tried again. */
const EFFECT = MINUTE;
const PAGE = 50;
const EFFECTS_AT_ONCE = 50;

/** A kind of work: its decisions, their reasons and their effects. */
export interface Queue {
  /** Reasons by decision. A decision without reasons takes none; the others need one. */
  decisionsFor(item: WorkRow): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Characters of what may be written with a decision; a decision without limits takes no words. */
  wordsFor?(decision: string): { min: number; max: number } | null;
  /** Keeps what was ticked with a decision, before it is stored. The item may be somebody else's: then nothing is kept. */
  choose?(
    item: WorkRow,
    made: { decision: string; chosen: string[] },
    ctx: Pick<StaffMemberContext, "viewer" | "now">,
  ): Promise<FieldError | null>;
  /** Throws for a decision with these words that cannot have its effect. */
  admit?(item: WorkRow, decision: string, words: string): Promise<void>;
  /** Runs for what staff have just taken, and what they held before. It may not throw. */
  taken?(items: WorkRow[], now: number): Promise<void>;
  /** Refusal of a decision about an item that ended by itself; default: `conflict`. */
  whyClosed?(item: WorkRow): Promise<ErrorCode | null>;
  /** Runs once or more: it must be idempotent. Afterwards the item is done. */
  effect(item: WorkRow, now: number): Promise<void>;
}

/** Decides work that never waited. @throws conflict while other work on the same object is open */
export type Begin = (
  ctx: StaffMemberContext,
  row: Pick<WorkRow, "id" | "kind" | "objectId" | "memberId" | "domainId" | "pool" | "decision" | "reason" | "words">,
  action: Parameters<typeof auditRow>[1],
) => Promise<{ effectAt: number }>;

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: WorkStore;
  queues: Partial<Record<WorkKind, Queue>>;
  cursors: Cursors;
  /** Runs `work` in `ms`, after the response. */
  inTime(ms: number, work: (now: number) => Promise<unknown>): void;
}

export function createWork({ store, queues, cursors, inTime }: Deps) {
  const kinds = Object.keys(queues) as WorkKind[];

  /** @throws forbidden not_found */
  function queueOf(kind: WorkKind, { viewer }: StaffMemberContext): Queue {
    if (!WORKERS[kind].includes(viewer.role)) throw new AppError("forbidden");
    return queues[kind] ?? notFound();
  }

  async function own(ctx: StaffMemberContext, id: string): Promise<{ row: WorkRow; queue: Queue }> {
    const row = (await store.find(id)) ?? notFound();
    return { row, queue: queueOf(row.kind, ctx) };
  }

  async function sweep(now: number): Promise<void> {
    for (const row of await store.claim(now, now + EFFECT, EFFECTS_AT_ONCE)) {
      try {
        await queues[row.kind]?.effect(row, now);
        await store.finish(row.id);
      } catch (error) {
        // The next sweep tries again.
        log("error", "work without effect", { item: row.id, kind: row.kind, error });
      }
    }
  }

  /** Runs the effects after the time to undo. */
  function soon(): void {
    inTime(UNDO, sweep);
  }

  const begin: Begin = async (ctx, row, action) => {
    const { now, viewer } = ctx;
    const effectAt = now + UNDO;
    const decided = {
      state: "decided" as const,
      createdAt: now,
      dueAt: effectAt,
      effectAt,
      leasedBy: viewer.id,
      leasedUntil: effectAt,
    };
    const by = { decidedBy: viewer.id, decidedAt: now };
    if (!(await store.begin({ ...row, ...decided, ...by }, auditRow(ctx, action)))) throw new AppError("conflict");
    soon();
    return { effectAt };
  };

  return {
    begin,
    soon,

    /** The cron calls it each minute, for effects that a stopped isolate left. */
    sweep,

    async workCounts({ viewer, now }: StaffMemberContext): Promise<Output<"workCounts">> {
      const counted = await store.count(viewer.id, now, now + SOON);
      const none = { waiting: 0, overdue: 0, dueSoon: 0, nextDueAt: null, mine: 0, free: 0, barred: 0 };
      const shown = kinds.filter((kind) => WAITING_KINDS.includes(kind) && WORKERS[kind].includes(viewer.role));
      return {
        queues: shown.map((kind) => {
          const { dueSoon, nextDueAt, ...more } = counted.find((one) => one.kind === kind) ?? none;
          const next = nextDueAt === null ? null : new Date(nextDueAt).toISOString();
          return { ...more, kind, due_soon: dueSoon, next_due_at: next };
        }),
      };
    },

    /** @throws forbidden invalid */
    async workList(ctx: StaffMemberContext, { kind, cursor }: Input<"workList">): Promise<Output<"workList">> {
      queueOf(kind, ctx);
      const scope = `work ${kind}`;
      const after = cursor === undefined ? null : cursors.decode(cursor, ["number", "number", "string"], scope);
      const rows = await store.list(kind, after, PAGE + 1);
      const last = rows[PAGE - 1];
      const next = rows.length > PAGE && last ? cursors.encode([last.score, last.createdAt, last.id], scope) : null;
      return { items: rows.slice(0, PAGE).map((row) => ({ ...shown(row), taken: row.leasedUntil > ctx.now })), next };
    },

    async workMine(ctx: StaffMemberContext, { kind }: Input<"workMine">): Promise<Output<"workMine">> {
      queueOf(kind, ctx);
      const rows = await store.mine(kind, ctx.viewer.id, ctx.now);
      return { items: rows.map((row) => ({ ...shown(row), member: row.memberId, banned: row.banned === 1 })) };
    },

    async takeWork(ctx: StaffMemberContext, { kind }: Input<"takeWork">): Promise<Output<"takeWork">> {
      const queue = queueOf(kind, ctx);
      const { now, viewer } = ctx;
      const audit = auditRow(ctx, { action: "take work", object: "work_queue", id: kind });
      const { most, ms } = leaseOf(kind);
      const taken = await store.take({ kind, staffId: viewer.id, most, now, soon: now + SOON, until: now + ms }, audit);
      if (queue.taken && taken > 0) await queue.taken(await store.mine(kind, viewer.id, now), now);
      return { taken };
    },

    async workHolders(ctx: StaffMemberContext, { kind }: Input<"workHolders">): Promise<Output<"workHolders">> {
      queueOf(kind, ctx);
      const holders = await store.holders(kind, ctx.viewer.id, ctx.now);
      return { holders: holders.map(({ until, ...one }) => ({ ...one, until: new Date(until).toISOString() })) };
    },

    /** What somebody else holds is free at once; a decision that can still be undone stays. */
    async releaseWork(ctx: StaffMemberContext, { kind, staff }: Input<"releaseWork">): Promise<Output<"releaseWork">> {
      queueOf(kind, ctx);
      const audit = auditRow(ctx, { action: "release work", object: "staff_member", id: staff, reason: kind });
      return { released: await store.giveBack(kind, staff, audit) };
    },

    async returnWork(ctx: StaffMemberContext, { kind }: Input<"returnWork">): Promise<Output<"returnWork">> {
      queueOf(kind, ctx);
      const audit = auditRow(ctx, { action: "return work", object: "work_queue", id: kind });
      return { returned: await store.giveBack(kind, ctx.viewer.id, audit) };
    },

    /** @throws conflict (not one's own, or decided), not_refundable, forbidden, not_found, invalid */
    async decideWork(ctx: StaffMemberContext, input: Input<"decideWork">): Promise<Output<"decideWork">> {
      const { id, decision, reason = null } = input;
      const { row, queue } = await own(ctx, id);
      const decisions = await queue.decisionsFor(row);
      const reasons = Object.hasOwn(decisions, decision) ? decisions[decision] : undefined;
      if (!reasons) throw invalid({ field: "decision", code: "unknown_option" });
      if (reasons.length > 0 && reason === null) throw invalid({ field: "reason", code: "required" });
      if (reason !== null && !reasons.includes(reason)) throw invalid({ field: "reason", code: "unknown_option" });
      const words = cleanText(input.words ?? "");
      const problem = lengthProblem("words", words, queue.wordsFor?.(decision) ?? { min: 0, max: 0 });
      if (problem) throw invalid(problem);
      const chosen = input.chosen?.split(" ").filter(Boolean) ?? [];
      const unchosen = row.state === "waiting" && (await queue.choose?.(row, { decision, chosen }, ctx));
      if (unchosen) throw invalid(unchosen);
      await queue.admit?.(row, decision, words);
      const { now, viewer } = ctx;
      const audit = auditRow(ctx, {
        action: actionOf(decision, row.kind, row.notBy !== null && (await store.isAlone(id, viewer.id))),
        object: "work_item",
        id: `${row.kind} ${row.objectId}`,
        reason,
      });
      const wanted = { id, decision, reason, words: words || null, staffId: viewer.id, now, effectAt: now + UNDO };
      const decided = await store.decide(wanted, audit);
      if (!decided) throw await refusalOf(row, queue);
      soon();
      return shown(decided);
    },

    /** @throws conflict not_refundable forbidden not_found */
    async undoWork(ctx: StaffMemberContext, { id }: Input<"undoWork">): Promise<Output<"undoWork">> {
      const { row, queue } = await own(ctx, id);
      const { now, viewer } = ctx;
      const audit = auditRow(ctx, { action: `undo ${row.kind}`, object: "work_item", id: `${row.kind} ${row.objectId}` });
      const undone = await store.undo({ id, staffId: viewer.id, now, until: now + leaseOf(row.kind).ms }, audit);
      if (!undone) throw await refusalOf(row, queue);
      return shown(undone);
    },
  };
}

/** For the audit log. `alone`: one person decides what needs two (setting `one_person`). */
export function actionOf(decision: string, kind: WorkKind, alone: boolean): string {
  return `${decision} ${kind}${alone ? ALONE : ""}`;
}

function notFound(): never {
  throw new AppError("not_found");
}

async function refusalOf(row: WorkRow, queue: Queue): Promise<AppError> {
  return new AppError((await queue.whyClosed?.(row)) ?? "conflict");
}

function shown(row: WorkRow): WorkItem {
  const undoable = row.state === "decided" && row.effectAt !== null;
  return {
    id: row.id,
    kind: row.kind,
    object: row.objectId,
    domain: row.domainId,
    created_at: new Date(row.createdAt).toISOString(),
    due_at: new Date(row.dueAt).toISOString(),
    state: row.state,
    decision: row.decision,
    reason: row.reason,
    words: row.words,
    undo_until: undoable ? new Date(row.effectAt as number).toISOString() : null,
  };
}

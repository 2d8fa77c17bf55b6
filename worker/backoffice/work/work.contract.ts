import { z } from "zod";
import { WORK_KINDS, WORK_STATES } from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const kind = z.enum(WORK_KINDS);
const id = z.string().max(100);
/** Bounds the work; the queue limits characters. */
const words = z.string().max(60_000).optional();

const item = z.object({
  id: z.string(),
  kind,
  /** The photo, report and so on. */
  object: z.string(),
  domain: z.string(),
  created_at: z.string(),
  due_at: z.string(),
  state: z.enum(WORK_STATES),
  decision: z.string().nullable(),
  reason: z.string().nullable(),
  words: z.string().nullable(),
  undo_until: z.string().nullable(),
});
export type WorkItem = z.output<typeof item>;

export const contract = {
  workCounts: defineStaffCall({
    method: "GET",
    path: "/staff/api/work-counts",
    access: "account",
    object: "work_queue",
    input: z.strictObject({}),
    output: z.object({
      queues: z.array(
        z.object({
          kind,
          waiting: z.int(),
          overdue: z.int(),
          /** Due within two hours. */
          due_soon: z.int(),
          next_due_at: z.string().nullable(),
          mine: z.int(),
          free: z.int(),
          /** Items left to other staff, because this staff member made the first decision. */
          barred: z.int(),
        }),
      ),
    }),
    leaves: { nothing: "numbers, and no member's" },
    summary: "Counts what waits in the queues of one's role",
  }),
  workList: defineStaffCall({
    method: "GET",
    path: "/staff/api/work-list",
    access: "account",
    object: "work_queue",
    input: z.strictObject({ kind, cursor: z.string().max(500).optional() }),
    output: z.object({ items: z.array(item.extend({ taken: z.boolean() })), next: z.string().nullable() }),
    refuses: ["forbidden"],
    leaves: { read: "open queue", limit: "staffQueues", of: ({ kind: id }) => [{ id }] },
    summary: "Lists what waits in one queue, by score and age; what is due within two hours is taken first",
  }),
  workMine: defineStaffCall({
    method: "GET",
    path: "/staff/api/work-mine",
    access: "account",
    object: "work_queue",
    input: z.strictObject({ kind }),
    output: z.object({ items: z.array(item.extend({ member: z.string().nullable(), banned: z.boolean() })) }),
    refuses: ["forbidden"],
    leaves: { nothing: "ids of one's own work, whose taking is noted" },
    summary: "Lists what one has taken from a queue, and what one can still undo",
  }),
  takeWork: defineStaffCall({
    method: "POST",
    path: "/staff/api/take-work",
    access: "account",
    object: "work_queue",
    input: z.strictObject({ kind }),
    output: z.object({ taken: z.int() }),
    refuses: ["forbidden"],
    leaves: CHANGE,
    summary: "Leases the next items of a queue for ten minutes, so that nobody else decides them",
  }),
  returnWork: defineStaffCall({
    method: "POST",
    path: "/staff/api/return-work",
    access: "account",
    object: "work_queue",
    input: z.strictObject({ kind }),
    output: z.object({ returned: z.int() }),
    refuses: ["forbidden"],
    leaves: CHANGE,
    summary: "Gives undecided items back to their queue",
  }),
  workHolders: defineStaffCall({
    method: "GET",
    path: "/staff/api/work-holders",
    access: "account",
    object: "work_queue",
    input: z.strictObject({ kind }),
    output: z.object({
      holders: z.array(z.object({ staff: z.string(), name: z.string(), items: z.int(), until: z.string() })),
    }),
    refuses: ["forbidden"],
    leaves: { nothing: "names of colleagues, and numbers" },
    summary: "Lists who else holds items of a queue, and until when",
  }),
  releaseWork: defineStaffCall({
    method: "POST",
    path: "/staff/api/release-work",
    access: "operation",
    object: "work_queue",
    input: z.strictObject({ kind, staff: z.string().max(100) }),
    output: z.object({ released: z.int() }),
    refuses: ["forbidden"],
    leaves: CHANGE,
    summary: "Frees the undecided items that somebody holds in a queue",
  }),
  decideWork: defineStaffCall({
    method: "POST",
    path: "/staff/api/decide-work",
    access: "account",
    object: "work_item",
    input: z.strictObject({
      ...{ id, decision: z.string().max(40), reason: z.string().max(40).optional(), words },
      /** Ids of what is ticked with the decision, separated by spaces. */
      chosen: z.string().max(10_000).optional(),
    }),
    output: item,
    refuses: ["forbidden", "not_found", "conflict", "not_refundable"],
    leaves: CHANGE,
    summary: "Decides an item that one has taken; it can be undone for ten seconds",
  }),
  undoWork: defineStaffCall({
    method: "POST",
    path: "/staff/api/undo-work",
    access: "account",
    object: "work_item",
    input: z.strictObject({ id }),
    output: item,
    refuses: ["forbidden", "not_found", "conflict", "not_refundable"],
    leaves: CHANGE,
    summary: "Takes one's own decision back before it has an effect",
  }),
};

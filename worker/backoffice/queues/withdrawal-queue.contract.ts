import { z } from "zod";
import { WITHDRAWAL_OUTCOMES, WITHDRAWAL_REFUSALS, WITHDRAWAL_STATUSES } from "#db/schema/attributes.ts";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const statement = z.object({
  reference: z.string(),
  site: z.string(),
  name: z.string(),
  /** The purchase in the consumer's words. */
  contract: z.string(),
  /** True if it was stated while logged in. */
  own: z.boolean(),
  /** The account whose purchases are meant; null while nobody knows. */
  member: z.string().nullable(),
  country: z.string(),
  language: z.string(),
  receipt: z.boolean(),
  status: z.enum(WITHDRAWAL_STATUSES),
  refusal: z.enum(WITHDRAWAL_REFUSALS).nullable(),
  created_at: z.string(),
  /** Amounts in the currency's smallest unit. */
  orders: z.array(z.object({ payment: z.string(), amount: z.int(), currency: z.string(), outcome: z.enum(WITHDRAWAL_OUTCOMES) })),
});
export type StatementShown = z.output<typeof statement>;

export const contract = {
  withdrawalCases: defineStaffCall({
    method: "GET",
    path: "/staff/api/withdrawal-cases",
    access: "support",
    object: "work_queue",
    input: z.strictObject({}),
    output: z.object({
      cases: z.array(z.object({ item: z.string(), face: z.string().nullable(), statement })),
      /** The newest in any state. */
      latest: z.array(statement),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ id: "withdrawal" }] },
    summary: "Describes the withdrawals that one has taken from the queue, and lists the latest",
  }),
};

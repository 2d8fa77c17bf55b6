import { z } from "zod";
import { PROPOSAL_STATUSES, REFUND_REASONS, REFUND_REFUSALS, REFUND_SHARES } from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

const proposal = z.object({
  id: z.string(),
  payment: z.string(),
  member: z.string(),
  /** Empty for an erased member. */
  name: z.string(),
  site: z.string(),
  /** In the currency's smallest unit. */
  amount: z.int(),
  paid: z.int(),
  /** Paid and in no refund that is done or on its way. */
  left: z.int(),
  currency: z.string(),
  credits: z.int(),
  share: z.enum(REFUND_SHARES),
  reason: z.enum(REFUND_REASONS),
  by_two: z.boolean(),
  proposed_by: z.string(),
  created_at: z.string(),
  status: z.enum(PROPOSAL_STATUSES),
  refusal: z.enum(REFUND_REFUSALS).nullable(),
  refund: z.enum(["requested", "done", "failed"]).nullable(),
  decided_by: z.string().nullable(),
});
export type Proposal = z.output<typeof proposal>;

export const contract = {
  proposeRefund: defineStaffCall({
    method: "POST",
    path: "/staff/api/propose-refund",
    access: "support",
    object: "payment",
    input: z.strictObject({
      payment: z.string().max(100),
      share: z.enum(REFUND_SHARES),
      sum: z.string().max(20).optional(),
      reason: z.enum(REFUND_REASONS),
    }),
    output: z.object({ item: z.string(), by_two: z.boolean() }),
    refuses: ["not_found", "not_refundable", "conflict", "too_many_requests"],
    leaves: CHANGE,
    summary:
      "Proposes to refund a payment. Up to the domain's sum it takes effect after ten seconds; above it a second person decides",
  }),
  refundProposals: defineStaffCall({
    method: "GET",
    path: "/staff/api/refund-proposals",
    access: "support",
    object: "work_queue",
    input: z.strictObject({}),
    output: z.object({
      /** Taken from the queue, by work item. */
      cases: z.array(
        z.object({
          item: z.string(),
          /** Id of a public photo; `memberPhoto` shows it. */ face: z.string().nullable(),
          proposal,
        }),
      ),
      /** The newest proposals in any state. */
      latest: z.array(proposal),
    }),
    leaves: { read: "open queue", limit: "staffQueues", of: () => [{ id: "refund" }] },
    summary: "Describes the refunds that one has taken from the queue, and lists the latest proposals",
  }),
};

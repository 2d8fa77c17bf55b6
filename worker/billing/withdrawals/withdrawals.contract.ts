import { z } from "zod";
import { WITHDRAWAL_OUTCOMES } from "#db/schema/attributes.ts";
import { defineCall } from "#worker/platform/call.ts";
import { WITHDRAWN_AT_ONCE } from "./withdrawals.vocabulary.ts";

const amount = z.int().min(0);

/** Amounts in the currency's smallest unit. */
const order = z.object({
  payment: z.string(),
  credits: z.int().min(1),
  /** What was paid. */
  paid: amount,
  /** What goes back now; 0 unless the outcome is `open`. */
  amount,
  currency: z.string(),
  outcome: z.enum(WITHDRAWAL_OUTCOMES),
  completed_at: z.iso.datetime(),
  until: z.iso.datetime(),
});
export type WithdrawableOrder = z.output<typeof order>;

/** The amount that was shown; another one is refused. */
const chosen = z.array(z.strictObject({ payment: z.string().max(40), amount })).max(WITHDRAWN_AT_ONCE);

const token = z.string().max(200);

export const contract = {
  withdrawable: defineCall({
    method: "GET",
    path: "/api/withdrawal.php",
    access: "anyone",
    /** The link of a mail shows the purchases of the account that it was sent to. */
    input: z.object({ token: token.optional() }),
    output: z.object({
      /** Empty for a visitor without a link. */
      orders: z.array(order),
      /** The statement of the link. */
      statement: z.object({ reference: z.string(), at: z.iso.datetime(), open: z.boolean() }).nullable(),
    }),
    refuses: ["link_expired"],
    summary: "Lists the purchases that one can withdraw from, with the money that goes back",
  }),

  withdraw: defineCall({
    method: "POST",
    path: "/api/withdrawal.php",
    access: "anyone",
    // These lengths only bound the work; the rules in withdrawals.ts decide what is required.
    input: z.strictObject({
      /** Of a member: their own purchases. */
      orders: chosen.optional(),
      /** Of a visitor, as is the rest. */
      name: z.string().max(1000).optional(),
      /** An order number, or the account's address. */
      contract: z.string().max(1000).optional(),
      /** Where the receipt goes. */
      email: z.string().max(1000).optional(),
      /** False only checks the statement: nothing is stored. */
      confirmed: z.boolean(),
      withdrawal_key: z.string().min(8).max(64).optional(),
    }),
    output: z.object({
      /** Null for a statement that is not confirmed. */
      reference: z.string().nullable(),
      receipt: z.boolean(),
      at: z.iso.datetime(),
    }),
    refuses: ["not_found", "price_changed", "idempotency_conflict", "conflict"],
    summary: "Withdraws from purchases. A visitor's answer never tells whether there is an account",
  }),

  releaseWithdrawal: defineCall({
    method: "POST",
    path: "/api/withdrawal-release.php",
    access: "anyone",
    input: z.strictObject({ token, orders: chosen }),
    output: z.object({ reference: z.string() }),
    refuses: ["link_expired", "not_refundable", "price_changed", "not_found"],
    summary: "Pays back what a visitor has withdrawn from, by the link of the mail to the account's address",
  }),
};

import { z } from "zod";
import { LEDGER_KINDS } from "#db/schema/attributes.ts";
import { discountCodeSchema } from "../discounts/discounts.contract.ts";
import { PAYMENT_METHODS, packageSchema } from "../domains/prices.ts";
import { defineCall } from "../lib/call.ts";

/** Amounts are in the currency's smallest unit, tax included. */
const offerSchema = packageSchema.extend({
  /** What the active discount takes off; 0 without one. */
  reduction: z.int().min(0),
  /** What is to be paid. */
  total: z.int().min(0),
  /** Of a message at this total, rounded up. */
  price_per_message: z.int().min(0),
});
export type Offer = z.output<typeof offerSchema>;

const useSchema = z.object({
  of: z.enum(["message", "photos", "gift"]),
  credits: z.int().min(0),
  /** In money, out of the cheapest and of the dearest package; null where nothing is sold or the use is free. */
  price: z.object({ low: z.int().min(0), high: z.int().min(0) }).nullable(),
});

const transactionSchema = z.object({
  id: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** Credits; negative for what was spent. */
  amount: z.int(),
  /** The balance after it. */
  balance: z.int(),
  created_at: z.iso.datetime(),
  /** Of a message: to whom, where that member is still there to be seen. */
  profile: z.object({ id: z.string(), name: z.string(), fictional: z.boolean() }).nullable(),
  conversation: z.string().nullable(),
});
export type Transaction = z.output<typeof transactionSchema>;

export const contract = {
  packages: defineCall({
    method: "GET",
    path: "/api/packages.php",
    access: "anyone",
    input: z.object({}),
    output: z.object({
      /** Null where nothing is sold. */
      currency: z.string().nullable(),
      packages: z.array(offerSchema),
      /** Those of the visitor's country, in the order shown. */
      payment_methods: z.array(z.enum(PAYMENT_METHODS)),
      /** The active discount, which the prices contain already. */
      discount: discountCodeSchema.nullable(),
      /** What credits pay for, also where they are not sold. */
      uses: z.array(useSchema).default([]),
      /** Null where nothing is sold. */
      terms: z
        .object({
          cheapest_message: z.int().min(0).nullable(),
          time_bonus_hours: z.int().min(0),
          /** 0 without a welcome discount. */
          welcome_hours: z.int().min(0),
        })
        .nullable()
        .default(null),
    }),
    summary: "What credits cost in the visitor's currency, the active discount taken off",
  }),

  transactions: defineCall({
    method: "GET",
    path: "/api/transactions.php",
    input: z.strictObject({
      cursor: z.string().max(300).optional(),
      /** This one alone. */
      id: z.string().max(20).optional(),
    }),
    output: z.object({ transactions: z.array(transactionSchema), cursor: z.string().nullable() }),
    summary: "The member's own ledger, newest first",
  }),
};

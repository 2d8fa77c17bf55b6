import { z } from "zod";
import { LEDGER_KINDS } from "#db/schema/attributes.ts";
import { discountCodeSchema } from "#worker/billing/discounts/discounts.contract.ts";
import { paymentSchema } from "#worker/billing/payments/payments.contract.ts";
import { defineCall } from "#worker/platform/call.ts";
import { paymentMethodSchema } from "#worker/sites/domains/method-id.vocabulary.ts";
import { packageSchema } from "#worker/sites/domains/prices.vocabulary.ts";

/** In the currency's smallest unit, tax included. */
export const offerSchema = packageSchema.extend({
  /** 0 without a discount. */
  reduction: z.int().min(0),
  total: z.int().min(0),
  /** Rounded up. */
  price_per_message: z.int().min(0),
});
export type Offer = z.output<typeof offerSchema>;

const useSchema = z.object({
  of: z.enum(["message", "photos", "gift"]),
  credits: z.int().min(0),
  /** The dearest gift, where `credits` is the cheapest; absent where all cost the same. */
  most: z.int().min(0).optional(),
  /** In money, for the cheapest and the dearest package. Null where nothing is sold or the use is free. */
  price: z.object({ low: z.int().min(0), high: z.int().min(0) }).nullable(),
});

export const transactionSchema = z.object({
  /** Opaque, and good for this member only. */
  id: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** Messages in one chat that this entry paid; 1 for everything else. */
  messages: z.int().min(1).default(1),
  /** Credits; negative for spending. */
  amount: z.int(),
  balance: z.int(),
  created_at: z.iso.datetime(),
  /** The other member of a spending, while visible. */
  profile: z.object({ id: z.string(), name: z.string(), fictional: z.boolean() }).nullable(),
  conversation: z.string().nullable(),
  /** The other member has left. */
  departed: z.boolean().default(false),
  payment: z.string().nullable().default(null),
});
export type Transaction = z.output<typeof transactionSchema>;

/** What the member spent on another one in the last 30 days, less what came back. */
const spentOnSchema = z.object({
  /** Null for a member who has left or is blocked. */
  profile: z.object({ id: z.string(), name: z.string(), fictional: z.boolean() }).nullable(),
  credits: z.int().min(0),
});

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
      /** For the visitor's country, in display order. */
      payment_methods: z.array(paymentMethodSchema),
      /** The prices include it already. */
      discount: discountCodeSchema.nullable(),
      /** When the prices rise. */
      discounted_until: z.iso.datetime().nullable().optional(),
      /** Also listed where credits are not sold. */
      uses: z.array(useSchema).default([]),
      /** Null where nothing is sold. */
      terms: z
        .object({
          cheapest_message: z.int().min(0).nullable(),
          /** Of the one offer that the visitor has or would get; the other is 0. */
          time_bonus_hours: z.int().min(0),
          welcome_hours: z.int().min(0),
        })
        .nullable()
        .default(null),
      /** Packages and methods of a domain that does not sell yet; null on a selling domain. */
      planned: z
        .object({ packages: z.array(z.string()), payment_methods: z.array(paymentMethodSchema) })
        .nullable()
        .default(null),
      /** `payToSend` is answered here. An upstream of its own may only sell. */
      pays_to_send: z.boolean().default(false),
    }),
    summary: "What credits cost in the visitor's currency, the active discount taken off",
  }),

  transactions: defineCall({
    method: "GET",
    path: "/api/transactions.php",
    input: z.strictObject({
      cursor: z.string().max(300).optional(),
      id: z.string().max(200).optional(),
    }),
    output: z.object({
      transactions: z.array(transactionSchema),
      cursor: z.string().nullable(),
      payments: z.array(paymentSchema).default([]),
      /** With the first page, the most first. */
      spent_on: z.array(spentOnSchema).default([]),
    }),
    refuses: ["not_found"],
    summary: "The member's own ledger, newest first",
  }),
};

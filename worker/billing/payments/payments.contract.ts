import { z } from "zod";
import { PAYMENT_STATUSES, RETURN_CAUSES } from "#db/schema/attributes.ts";
import { WHY_NO_REFUND } from "#worker/delivery/mail/refusals.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";
import { paymentMethodSchema } from "#worker/sites/domains/method-id.vocabulary.ts";

const amount = z.int().min(0);
const method = paymentMethodSchema;

/** Amounts are in the currency's smallest unit, tax included. */
export const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  package: z.string(),
  credits: z.int().min(1),
  currency: z.string(),
  list_amount: amount,
  reduction: amount,
  amount,
  discount: z.object({ code: z.string(), value_percentage: z.string() }).nullable(),
  tax: z.object({ country: z.string(), rate: z.string(), amount }),
  method,
  /** Paid with a stored method, without the provider's page. */
  stored: z.boolean(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  /** The provider's page of an order that is not paid yet. */
  continue: z.url().nullable(),
  /** Taken by the provider from the buyer, on top of the amount. */
  transaction_fee: amount.default(0),
  /** Days after the completion in which unused credits can be given back. */
  refund_days: z.int().min(0).nullable().default(null),
  /** The refund that the buyer can request now, and its deadline. */
  refundable: z.object({ amount, credits: amount, until: z.iso.datetime() }).nullable(),
  refunding: amount,
  refunded: amount,
  /** The latest refund that was not made; null once another one was begun. */
  refund_refused: z
    .object({ amount, reason: z.enum(WHY_NO_REFUND), at: z.iso.datetime() })
    .nullable()
    .default(null),
  /** `returned` is `discount`. */
  surplus: z.boolean(),
  /** Why the payment goes back by itself (decisions 49 and 74). */
  returned: z.enum(RETURN_CAUSES).nullable().default(null),
  /** The day on which the order ends, of a payment that its provider has not decided for long. */
  undecided: z.iso.datetime().nullable().default(null),
  /** Credits that the member owes since a payment was taken back; the next purchase settles them. */
  debt: z.int().min(0),
  /** The buyer pays to send something: `sendWaiting` sends it once the payment is complete. */
  waits: z.boolean().default(false),
  /** Receipt first, then credit notes. */
  receipts: z.array(
    z.object({
      number: z.int().min(1),
      kind: z.enum(["receipt", "credit_note"]),
      amount,
      tax_amount: amount,
      created_at: z.iso.datetime(),
    }),
  ),
  seller: z.object({
    name: z.string(),
    address: z.string(),
    city: z.string(),
    country: z.string(),
    register: z.string(),
    vat: z.string(),
  }),
  buyer: z.string(),
});
export type Payment = z.output<typeof paymentSchema>;

const storedMethodSchema = z.object({ id: z.string(), method, label: z.string() });

const quoteSchema = z.object({
  package: z.string(),
  credits: z.int().min(1),
  method,
  currency: z.string(),
  list_amount: amount,
  reduction: amount,
  amount,
  price_per_message: amount,
  discount: z.object({ code: z.string(), value_percentage: z.string() }).nullable(),
  tax: z.object({ country: z.string(), rate: z.string(), amount }),
  stored: z.array(storedMethodSchema),
  /** Credits of the order that repay what was spent of a payment that was taken back. */
  settles: z.int().min(0).default(0),
});
export type Quote = z.output<typeof quoteSchema>;

export const contract = {
  quote: defineCall({
    method: "GET",
    path: "/api/quote.php",
    input: z.strictObject({ package: z.string().max(30), method, discountcode: z.string().max(64).optional() }),
    output: quoteSchema,
    refuses: ["not_found"],
    summary: "What an order would cost now, the better discount taken off",
  }),

  startPayment: defineCall({
    method: "POST",
    path: "/api/payment.php",
    status: 201,
    needsConsent: true,
    input: z.strictObject({
      package: z.string().max(30),
      method,
      discountcode: z.string().max(64).optional(),
      /** A stored method; it pays without the provider's page. */
      stored: z.string().max(40).optional(),
      /** The total that the buyer saw. Another price is refused. */
      expected: amount.optional(),
      /** Random, of the form that was shown: a second press continues the first one's order. */
      key: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .optional(),
    }),
    output: z.object({
      payment: paymentSchema,
      /** Where the buyer pays; null where the provider decided at once. */
      redirect: z.url().nullable(),
    }),
    refuses: [
      "not_found",
      "price_changed",
      "payment_failed",
      "spend_limit",
      "excluded",
      "banned",
      "directdebit_blocked",
      "directdebit_limit",
      "conflict",
    ],
    summary: "Orders a package. The price comes from the domain, never from the caller.",
  }),

  payment: defineCall({
    method: "GET",
    path: "/api/payment.php",
    input: z.strictObject({ id: z.string().max(200) }),
    output: z.object({ payment: paymentSchema }),
    refuses: ["not_found"],
    summary: "One of the member's own payments",
  }),

  orders: defineCall({
    method: "GET",
    path: "/api/orders.php",
    input: z.strictObject({}),
    output: z.object({
      /** The last completed order, to repeat it at today's price. */
      last: z.object({ package: z.string(), method }).nullable(),
      stored: z.array(storedMethodSchema),
      payments: z.array(paymentSchema),
    }),
    summary: "The member's latest payments and stored methods",
  }),

  refundPayment: defineCall({
    method: "POST",
    path: "/api/refund.php",
    input: z.strictObject({ payment: z.string().max(200), amount }),
    output: z.object({ payment: paymentSchema }),
    refuses: ["not_found", "not_refundable", "price_changed"],
    summary: "Gives the unused part of a purchase back, for the amount shown before",
  }),

  forgetMethod: defineCall({
    method: "DELETE",
    path: "/api/orders.php",
    input: z.strictObject({ stored: z.string().max(40) }),
    output: z.object({ stored: z.array(storedMethodSchema) }),
    refuses: ["not_found"],
    summary: "Removes a stored payment method",
  }),
};

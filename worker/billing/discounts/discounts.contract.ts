import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";
import { BUILT_IN_KINDS } from "#worker/sites/domains/codes.vocabulary.ts";
import { paymentMethodSchema } from "#worker/sites/domains/method-id.vocabulary.ts";

/** Null means no restriction. */
export const discountCodeSchema = z.object({
  code: z.string(),
  country: z.string().nullable(),
  user_id: z.string().nullable(),
  /** Exclusive end. */
  expires: z.iso.datetime().nullable(),
  /** Percent with one decimal, as text: "25.0". */
  value_percentage: z.string().regex(/^\d{1,3}\.\d$/),
  currency: z.string().nullable(),
  /** In the currency's smallest unit. */
  minimum_order_value: z.int().min(0).nullable(),
  status: z.enum(["active", "inactive"]),
  validity: z.enum(["once-per-user", "once", "unlimited"]),
  expired: z.boolean(),
  paymentmethods: z.array(paymentMethodSchema).nullable(),
});
export type DiscountCode = z.output<typeof discountCodeSchema>;

export const activeDiscountSchema = z.object({
  kind: z.enum(BUILT_IN_KINDS),
  code: z.string(),
  expires: z.iso.datetime(),
  /** Duration of the whole offer. */
  hours: z.int().min(0),
});
export type ActiveDiscount = z.output<typeof activeDiscountSchema>;

export const contract = {
  discountcode: defineCall({
    method: "GET",
    path: "/api/discountcode.php",
    access: "anyone",
    // A page passes its whole query through; other parameters are ignored.
    input: z.object({
      code: z.string().max(64).optional(),
      discountcode: z.string().max(64).optional(),
      welcome: z.literal("true").optional(),
    }),
    output: discountCodeSchema,
    refuses: ["code_not_found"],
    summary: "A discount code that the visitor could use now: the one asked for, or with welcome=true the welcome discount",
  }),
};

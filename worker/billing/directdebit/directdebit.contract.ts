import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";

const line = (max: number) => z.string().trim().min(1).max(max);
const mandate = z.string().regex(/^[a-z0-9]{20}$/);

export const mandateSchema = z.object({
  id: z.string(),
  status: z.enum(["started", "verified", "signed", "ended", "blocked"]),
  reference: z.string(),
  package: z.string(),
  discountcode: z.string().nullable(),
  /** Creditor: the company of the member's country. */
  creditor: z.string(),
  holder: z.string(),
  /** Last four digits. */
  iban_end: z.string(),
  /** Last digits of the mobile number. */
  sms_end: z.string(),
  /** Null once the code is used, too old, or was typed wrong too often. */
  code_until: z.iso.datetime().nullable(),
  payment: z.string().nullable(),
  /** The first collection day, if signed now. */
  collected_on: z.iso.datetime(),
});
export type Mandate = z.output<typeof mandateSchema>;

export const contract = {
  directdebit: defineCall({
    method: "POST",
    path: "/api/directdebit.php",
    status: 201,
    access: "confirmed",
    input: z.discriminatedUnion("step", [
      z.strictObject({
        step: z.literal("start"),
        package: z.string().max(30),
        discountcode: z.string().max(64).optional(),
        holder: line(70),
        iban: z.string().min(1).max(60),
        street: line(70),
        postcode: line(16),
        city: line(70),
        country: z.string().regex(/^[A-Z]{2}$/),
        mobile: z.string().min(1).max(30),
      }),
      /** A new SMS code for the same mandate. */
      z.strictObject({ step: z.literal("code"), mandate }),
      z.strictObject({ step: z.literal("verify"), mandate, code: z.string().max(20) }),
      /** `expected`: the total that the buyer saw; another price is refused. */
      z.strictObject({ step: z.literal("sign"), mandate, authorise: z.boolean(), expected: z.int().min(0).optional() }),
    ]),
    output: z.object({
      mandate: mandateSchema,
      payment: z.string().nullable(),
      /** The provider's page, if it asks the buyer as well. */
      redirect: z.url().nullable(),
    }),
    refuses: [
      "not_found",
      "conflict",
      "directdebit_blocked",
      "directdebit_limit",
      "payment_failed",
      "price_changed",
      "spend_limit",
      "excluded",
      "banned",
    ],
    summary: "Direct debit in steps: account and mobile number, SMS code, signature",
  }),

  mandate: defineCall({
    method: "GET",
    path: "/api/directdebit.php",
    input: z.strictObject({ id: mandate }),
    output: z.object({ mandate: mandateSchema }),
    refuses: ["not_found"],
    summary: "One of the member's own mandates",
  }),
};

import { z } from "zod";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";

/** As `2026-11`; empty and missing are the present month (UTC). */
const month = z.union([z.literal(""), z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)]).optional();

const sum = z.object({
  company: z.string(),
  country: z.string(),
  currency: z.string(),
  /** Tenths of a percent. */
  rate: z.int(),
  receipts: z.int(),
  credit_notes: z.int(),
  /** Receipts less credit notes, in the currency's smallest unit. */
  gross: z.int(),
  tax: z.int(),
});

export const contract = {
  staffBooks: defineStaffCall({
    method: "GET",
    path: "/staff/api/books",
    access: "operation",
    object: "figures",
    input: z.strictObject({ month }),
    output: z.object({ month: z.string(), sums: z.array(sum) }),
    refuses: ["too_many_requests"],
    leaves: { read: "open books", limit: "staffFigures", of: (_, { month: reason }) => [{ id: null, reason }] },
    summary: "Sums receipts and credit notes of a month by company, country, currency and tax rate",
  }),
  staffBooksFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/books-file",
    access: "operation",
    object: "figures",
    input: z.strictObject({ month }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["too_many_requests"],
    leaves: {
      read: "download books",
      limit: "staffFigures",
      of: ({ month: reason }) => [{ id: null, ...(reason && { reason }) }],
    },
    summary: "The receipts and credit notes of a month as CSV, one in each line; it names no buyer",
  }),
};

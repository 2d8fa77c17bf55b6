import { z } from "zod";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { FIGURES } from "./figures.vocabulary.ts";

/** Empty as an untouched field of the form is. */
const day = z.union([z.literal(""), z.iso.date()]).optional();
/** Without a domain all; without days the last thirty. */
const input = z.strictObject({ domain: z.string().max(100).optional(), from: day, to: day });

const week = z.object({ now: z.int(), before: z.int() });

export const contract = {
  staffFigures: defineStaffCall({
    method: "GET",
    path: "/staff/api/figures",
    access: "operation",
    object: "figures",
    input,
    output: z.object({
      /** Empty for all. */
      domain: z.string(),
      from: z.string(),
      to: z.string(),
      days: z.array(z.string()),
      series: z.array(z.object({ name: z.enum(FIGURES), part: z.string(), total: z.int(), values: z.array(z.int()), week })),
      /** The last complete days, at most seven, and the same days a week before. Null for a period without a complete day. */
      compared: z.object({ from: z.string(), to: z.string(), before_from: z.string(), before_to: z.string() }).nullable(),
      sites: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    refuses: ["not_found", "too_many_requests"],
    leaves: { read: "open figures", limit: "staffFigures", of: ({ domain }) => [{ id: domain || null }] },
    summary: "Counts what happened by day (UTC), of one domain or all",
  }),
  staffFiguresFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/figures-file",
    access: "operation",
    object: "figures",
    input,
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found", "too_many_requests"],
    leaves: { read: "download figures", limit: "staffFigures", of: ({ domain }) => [{ id: domain || null }] },
    summary: "The same as CSV",
  }),
};

import { z } from "zod";
import { defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { SOURCE_COUNTS, SOURCE_GROUPS, SOURCE_MONEY } from "./sources.vocabulary.ts";

/** Empty as an untouched field of the form is. */
const day = z.union([z.literal(""), z.iso.date()]).optional();
const name = z.string().max(100).optional();

const input = z.strictObject({
  /** Empty and missing for all. */
  domain: name,
  /** Both included; the last thirty complete days without them. */
  from: day,
  to: day,
  by: z.enum(SOURCE_GROUPS).optional(),
  network: name,
  ref: name,
});

const counts = z.object(
  Object.fromEntries(SOURCE_COUNTS.map((one) => [one, z.int()])) as Record<(typeof SOURCE_COUNTS)[number], z.ZodInt>,
);
const money = z.object({
  currency: z.string(),
  ...(Object.fromEntries(SOURCE_MONEY.map((one) => [one, z.int()])) as Record<(typeof SOURCE_MONEY)[number], z.ZodInt>),
});
const sums = z.object({
  counts,
  /** Openings of landing pages; 0 where they are not counted. */
  views: z.int(),
  views_before: z.int(),
  /** Of as many days directly before. */
  before: counts,
  money: z.array(money),
  money_before: z.array(money),
});
export type SourceSums = z.output<typeof sums>;

export const contract = {
  staffSources: defineStaffCall({
    method: "GET",
    path: "/staff/api/sources",
    access: "operation",
    object: "figures",
    input,
    output: z.object({
      domain: z.string(),
      from: z.string(),
      to: z.string(),
      before_from: z.string(),
      before_to: z.string(),
      by: z.enum(SOURCE_GROUPS),
      network: z.string(),
      ref: z.string(),
      currencies: z.array(z.string()),
      /** Views are counted by landing page and day, and not by link. */
      has_views: z.boolean(),
      /** Views were counted on all of these days, so that sign-ups may be divided by them. */
      has_rates: z.boolean(),
      rows: z.array(
        sums.extend({
          /** Network, landing page, country or day; of a ref its network. */
          name: z.string(),
          ref: z.string(),
          /** 1: all other refs of the network, 2: all other networks, 3: an erasure took the names. */
          rest: z.int(),
        }),
      ),
      /** Of all rows, also of those that are not listed. */
      total: sums,
      /** Rows beyond those listed. */
      more: z.int(),
      sites: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    refuses: ["not_found", "too_many_requests"],
    leaves: { read: "open sources", limit: "staffFigures", of: ({ domain }) => [{ id: domain || null }] },
    summary: "Sums sign-ups, payments and refunds by the link that brought the member, landing page, country or day",
  }),
  staffSourcesFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/sources-file",
    access: "operation",
    object: "figures",
    input,
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found", "too_many_requests"],
    leaves: { read: "download sources", limit: "staffFigures", of: ({ domain }) => [{ id: domain || null }] },
    summary: "The same as CSV, with up to 10,000 rows",
  }),
  staffSubsFile: defineStaffCall({
    method: "GET",
    path: "/staff/api/source-subs-file",
    access: "operation",
    object: "figures",
    input: z.strictObject({ domain: name, from: day, to: day, network: name, ref: name }),
    output: z.custom<Response>((value) => value instanceof Response),
    refuses: ["not_found", "too_large", "too_many_requests"],
    leaves: { read: "download subs", limit: "staffFigures", of: ({ domain }) => [{ id: domain || null }] },
    summary: "Sign-ups, confirmed and paying members by what sub1 to sub3 of their links said, as CSV",
  }),
};

import { z } from "zod";
import { REPORT_KINDS, REPORT_OUTCOMES, REPORT_REASONS } from "#db/schema/attributes.ts";
import { defineCall } from "#worker/platform/call.ts";

/** A member, photo, gift or conversation; `<member>/<question>` of a prompt, `<conversation>/<seq>` of a message. */
const object = z.string().min(1).max(120);
const kind = z.enum(REPORT_KINDS);
const reference = z.string();
const member = z.object({ id: z.string(), name: z.string(), fictional: z.boolean() });

const reportSchema = z.object({
  reference,
  kind,
  /** Null for a member who left. */
  profile: member.nullable(),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  created_at: z.iso.datetime(),
  /** Null until the decision. */
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  decided_at: z.iso.datetime().nullable(),
});
export type Report = z.output<typeof reportSchema>;

const aboutSchema = z.object({
  kind,
  object,
  profile: member,
  /** Beginning of the reported words. */
  excerpt: z.string().nullable(),
  reference: reference.nullable(),
  blocked: z.boolean(),
});
export type About = z.output<typeof aboutSchema>;

export const contract = {
  reports: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/report.php",
    input: z.strictObject({ kind: kind.optional(), object: object.optional(), cursor: z.string().max(300).optional() }),
    output: z.object({ reports: z.array(reportSchema), cursor: z.string().nullable(), about: aboutSchema.nullable() }),
    refuses: ["not_found"],
    summary: "The member's own reports, the newest first, 24 a page; with kind and object, what a report would be about",
  }),

  report: defineCall({
    method: "POST",
    path: "/api/report.php",
    status: 201,
    input: z.strictObject({
      kind,
      object,
      reason: z.enum(REPORT_REASONS),
      // Bounds the work; the rule counts characters.
      text: z.string().max(10_000).optional(),
      /** Also blocks the reported member. */
      block: z.boolean().default(false),
    }),
    output: z.object({ reference, blocked: z.boolean() }),
    refuses: ["not_found"],
    summary: "Reports something of a member; while it waits for the decision, a repeated report is the same one",
  }),
};

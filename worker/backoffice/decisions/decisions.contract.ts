import { z } from "zod";
import { APPEAL_OUTCOMES, DECISION_KINDS, DECISION_REASONS, DECISION_SUBJECTS } from "#db/schema/attributes.ts";
import { DECISION_ORIGINS } from "#worker/people/reports/decisions.vocabulary.ts";
import { defineCall } from "#worker/platform/call.ts";

const opened = { decision: z.string().min(1).max(60), key: z.string().min(1).max(200) };

const decisionSchema = z.object({
  reference: z.string(),
  kind: z.enum(DECISION_KINDS),
  reason: z.enum(DECISION_REASONS),
  about: z.enum(DECISION_SUBJECTS),
  /** A report led to it. */
  reported: z.boolean(),
  /** The report held pictures of a call, as its reporter saw them; false from an older upstream. */
  call_pictures: z.boolean().default(false),
  /** What led to it, and whether a program decided alone; null from an older upstream. */
  origin: z.enum(DECISION_ORIGINS).nullable().default(null),
  until: z.iso.datetime().nullable(),
  /** Staff's own words beside the reason. */
  words: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Staff ended the mute or the ban early. */
  lifted_at: z.iso.datetime().nullable(),
  object_until: z.iso.datetime(),
  objection: z.enum(["possible", "over", "waiting", ...APPEAL_OUTCOMES]),
  /** Page of the decision. */
  path: z.string(),
});
export type Decision = z.output<typeof decisionSchema>;

export const contract = {
  decisions: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/decision.php",
    input: z.strictObject({}),
    output: z.object({
      decisions: z.array(decisionSchema),
      /** When staff read messages of the member for a case, and how many. */
      reads: z.array(z.object({ at: z.iso.datetime(), messages: z.int() })),
      /** When staff looked at how many private photos; once a day for each of the staff. */
      photo_reads: z.array(z.object({ at: z.iso.datetime(), photos: z.int() })),
    }),
    summary: "Decisions against the member, and when staff read private messages or looked at private photos; the newest first",
  }),

  decision: defineCall({
    method: "GET",
    path: "/api/objection.php",
    access: "anyone",
    input: z.strictObject(opened),
    output: decisionSchema,
    refuses: ["link_expired"],
    summary: "The decision of a mail's link, without a session",
  }),

  object: defineCall({
    method: "POST",
    path: "/api/objection.php",
    access: "anyone",
    status: 201,
    // Bounds the work; the rule counts characters.
    input: z.strictObject({ ...opened, text: z.string().max(20_000) }),
    output: z.object({ reference: z.string() }),
    refuses: ["link_expired", "conflict"],
    summary: "Objects to a decision, once; another person decides",
  }),
};

import { z } from "zod";
import { DECISION_REASONS } from "#db/schema/attributes.ts";
import { CHANGE, defineStaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { MEMBER_DECISIONS } from "#worker/people/reports/decisions.vocabulary.ts";

export const contract = {
  decideMember: defineStaffCall({
    method: "POST",
    path: "/staff/api/decide-member",
    access: "moderation",
    object: "member",
    input: z.strictObject({
      id: z.string().max(100),
      decision: z.enum(MEMBER_DECISIONS),
      /** Required for a decision against the member; a lift has none. */
      reason: z.union([z.enum(DECISION_REASONS), z.literal("")]).optional(),
      // Bounds the work; the rule counts characters.
      words: z.string().max(60_000).optional(),
    }),
    output: z.object({ item: z.string(), undo_until: z.string() }),
    refuses: ["not_found", "conflict"],
    leaves: CHANGE,
    summary: "Warns, mutes or bans a member without a report, or lifts a mute or ban; it can be undone for ten seconds",
  }),
  fraudPreview: defineStaffCall({
    method: "GET",
    path: "/staff/api/fraud-preview",
    access: "moderation",
    object: "member",
    input: z.strictObject({ id: z.string().max(100) }),
    output: z.object({ since: z.string(), members: z.int(), entries: z.int(), credits: z.int() }),
    leaves: { read: "preview fraud", limit: "staffPreviews", of: ({ id }) => [{ id }] },
    summary: "What a removal for fraud would give back: members, spendings on messages and gifts, and credits",
  }),

  removeContent: defineStaffCall({
    method: "POST",
    path: "/staff/api/remove-content",
    access: "moderation",
    object: "member",
    input: z.strictObject({
      id: z.string().max(100),
      /** `photo <id>`, `prompt <question>`, `texts` or `name`. */
      content: z.string().max(120),
      reason: z.enum(DECISION_REASONS),
      words: z.string().max(60_000),
    }),
    output: z.object({ item: z.string(), undo_until: z.string() }),
    refuses: ["not_found", "conflict"],
    leaves: CHANGE,
    shows: () => ({ done: "removeContent" }),
    summary:
      "Takes down a photo, an answer, the texts or the name of a member without a report; it can be undone for ten seconds",
  }),
};

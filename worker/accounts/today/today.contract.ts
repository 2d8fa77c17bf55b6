import { z } from "zod";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";

/** `members` are the first three of `total`; of answers about photos the newest 20. */
const people = { total: z.int().min(1), members: z.array(cardSchema).min(1) };

const itemSchema = z.discriminatedUnion("kind", [
  /** Chats of the last 30 days whose last message is the other member's; the oldest first. */
  z.object({ kind: z.literal("turns"), ...people }),
  z.object({ kind: z.literal("likes"), ...people }),
  z.object({ kind: z.literal("photo_requests"), ...people }),
  /** Members who show the viewer private photos since the list of news was opened; the newest first. */
  z.object({ kind: z.literal("photo_answers"), ...people }),
  /** Visits since the member opened the list of visitors; 24 are counted at most. */
  z.object({ kind: z.literal("visitors"), ...people }),
  /** Decisions about the member's photos that the member has not seen. */
  z.object({ kind: z.literal("photos"), approved: z.int(), rejected: z.int(), at: z.iso.datetime() }),
  /** The same about the member's reports. */
  z.object({ kind: z.literal("reports"), total: z.int().min(1), at: z.iso.datetime() }),
]);
export type TodayItem = z.output<typeof itemSchema>;

export const contract = {
  today: defineCall({
    method: "GET",
    prefetch: "page",
    path: "/api/today.php",
    input: z.object({}),
    output: z.object({ items: z.array(itemSchema) }),
    summary: "What waits for the member, the most urgent first",
  }),

  todaySeen: defineCall({
    method: "POST",
    path: "/api/today.php",
    input: z.strictObject({ of: z.enum(["visitors", "news"]) }),
    output: z.object({ seen: z.literal(true) }),
    summary: "The member has seen the visitors, or the decisions about photos and reports",
  }),
};

import { z } from "zod";
import { defineCall } from "#worker/platform/call.ts";
import { START_FACTS } from "./starts.vocabulary.ts";

const count = z.int().min(0);

export const startsSchema = z.object({
  /** New conversations within 24 hours, and how many the member has begun, also removed ones. Those of the browser's other accounts count unshown. */
  most: count,
  begun: count,
  /** When the next one may begin; null where the member's own leave room. */
  next_at: z.iso.datetime().nullable(),
  /** Facts that give more, and how many; `counts` says whether they do now. */
  growth: z.array(z.object({ fact: z.enum([...START_FACTS, "paid"]), more: count, counts: z.boolean() })),
  /** Decisions on reports about the member that stand: each halves the number once or more. */
  upheld: z.array(z.object({ at: z.iso.datetime(), until: z.iso.datetime(), halvings: count })),
  /** Signs of mass messages: the number is at most this; null without them. */
  slowed_to: count.nullable(),
});
export type Starts = z.output<typeof startsSchema>;

export const contract = {
  firstContacts: defineCall({
    method: "GET",
    path: "/api/first-contacts.php",
    input: z.object({}),
    output: startsSchema,
    summary: "How many conversations the member may begin within a day, how many have begun, and why so many",
  }),
};

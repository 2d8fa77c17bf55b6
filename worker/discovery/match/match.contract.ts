import { z } from "zod";
import { cardSchema } from "#worker/discovery/members/members.contract.ts";
import { defineCall } from "#worker/platform/call.ts";
import { QUESTION_IDS } from "./questions.vocabulary.ts";

const question = z.enum(QUESTION_IDS);

const matchedSchema = cardSchema.extend({
  /** Matching answers in percent of the questions that both answered. */
  percent: z.int().min(0).max(100),
  agreed: z.array(question),
  differing: z.array(question),
});
export type Matched = z.output<typeof matchedSchema>;

const finderSchema = z.object({
  questions: z.array(
    z.object({
      id: question,
      options: z.array(z.string()),
      answer: z.string().nullable(),
      /** Of the members looked at who answered it, without fictional profiles: how many go with the own answer. Null below five. */
      fits: z
        .object({ agree: z.int().min(0), of: z.int().min(0) })
        .nullable()
        .optional(),
    }),
  ),
  /** Minimum number of answers on each side. */
  needed: z.int(),
  /** Recently active members with enough answers; fictional profiles do not count. */
  compared: z.int(),
  country: z.string(),
  results: z.array(matchedSchema),
});
export type Finder = z.output<typeof finderSchema>;

export const contract = {
  matchFinder: defineCall({
    method: "GET",
    path: "/api/match-finder.php",
    mayBeStale: true,
    input: z.object({}),
    output: finderSchema,
    summary: "The niche's eight questions with one's answers, and who goes with them",
  }),

  saveAnswers: defineCall({
    method: "PUT",
    path: "/api/match-finder.php",
    needsConsent: true,
    input: z.strictObject({
      /** Keyed by question. An empty answer removes the stored one; a missing question keeps it. */
      answers: z.record(z.string().max(20), z.string().max(20)),
    }),
    output: finderSchema,
    summary: "Answers questions of the match finder",
  }),
};

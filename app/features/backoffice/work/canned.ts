import { readyFor } from "#worker/backoffice/hands/canned.vocabulary.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { CANNED_WORDS } from "./canned-words.ts";
import type { ReadyWords } from "./queue-items.ts";

export type Answers = Awaited<ReturnType<StaffBackend["cannedAnswers"]>>["answers"];

export const findAnswers = async (): Promise<Answers> => (await staffEdge().backend.cannedAnswers({})).answers;

/** Of a place, filled and in the reader's language. */
export function readyWords(answers: Answers, to: Parameters<typeof readyFor>[1], values: Record<string, string>): ReadyWords {
  const ready = readyFor(answers, to, values);
  return {
    label: CANNED_WORDS.ready,
    answers: ready.map(({ id, title, text, instead }) => ({ id, text, title: instead ? CANNED_WORDS.instead(title) : title })),
  };
}

import { edge } from "#worker/server/edge/edge.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";
import type { Questions } from "#worker/sites/domains/questions.vocabulary.ts";

/** Prefix of the names of their fields in a form. */
export const QUESTION = "question_";

function questionOf(id: string): Questions[number] | undefined {
  return edge().settings.questions.find((one) => one.id === id);
}

export function questionName(id: string): string {
  return sayOwn(questionOf(id)?.text, edge().language) ?? id;
}

/** Name of a choice. A code that only the upstream defines is shown as it is. */
export function choiceName(question: string, choice: string): string {
  const found = questionOf(question)?.choices.find(({ id }) => id === choice);
  return sayOwn(found?.name, edge().language) ?? choice;
}

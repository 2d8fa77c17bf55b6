import type { FieldError } from "#worker/platform/errors.ts";
import type { Questions } from "#worker/sites/domains/questions.vocabulary.ts";
import type { Answers } from "./answers.vocabulary.ts";

/** Only the given questions change: answers to those of other domains, or to dropped ones, stay. */
export function checkAnswers(given: Answers, held: Answers, questions: Questions) {
  const problems: FieldError[] = [];
  const answers: Record<string, string> = { ...held };
  for (const [id, choice] of Object.entries(given)) {
    const question = questions.find((one) => one.id === id);
    if (!question) problems.push({ field: `answers.${id}`, code: "unknown_field" });
    else if (choice === "") delete answers[id];
    else if (question.choices.some((one) => one.id === choice)) answers[id] = choice;
    else problems.push({ field: `answers.${id}`, code: "unknown_option" });
  }
  return { answers, problems };
}

import type { Questions } from "#worker/sites/domains/questions.vocabulary.ts";

/** Choices by question, as a profile holds them. */
export type Answers = Readonly<Record<string, string>>;

/** In the order of the questions. A question or choice that the domain has no longer is left out. */
export function shownAnswers(answers: Answers, questions: Questions): { question: string; choice: string }[] {
  return questions.flatMap(({ id, choices }) => {
    const choice = choices.find((one) => one.id === answers[id]);
    return choice ? [{ question: id, choice: choice.id }] : [];
  });
}

/** Parses a filter such as `climbing:lead,tent:no`. */
export function answersOf({ answers }: { answers?: string | undefined }): Answers {
  const pairs = (answers ?? "").split(",").filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => pair.split(":", 2) as [string, string]));
}

/** Equal for equal answers. */
export function answerFilter(answers: Answers): string | undefined {
  const pairs = Object.entries(answers).map(([question, choice]) => `${question}:${choice}`);
  return pairs.length > 0 ? pairs.sort().join(",") : undefined;
}

export function isSearchable(answers: Answers, questions: Questions): boolean {
  return Object.entries(answers).every(([id, choice]) => {
    const question = questions.find((one) => one.id === id && one.search);
    return question?.choices.some((one) => one.id === choice) ?? false;
  });
}

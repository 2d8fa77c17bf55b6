import type { Finder } from "#worker/discovery/match/match.contract.ts";

type Question = Finder["questions"][number];

/** Answers that are missing before anybody is compared. */
export function missingIn({ questions, needed }: Finder): number {
  return Math.max(0, needed - questions.filter(({ answer }) => answer !== null).length);
}

/** The question that the address names. Without one: the first that is open, and none once enough are answered. */
export function askedIn(finder: Finder, { searchParams }: URL): Question | null {
  const { questions } = finder;
  const named = questions.find(({ id }) => id === searchParams.get("question"));
  if (named) return named;
  if (searchParams.has("edit")) return questions[0] ?? null;
  return missingIn(finder) > 0 ? firstOpen(questions) : null;
}

/** The question after this one. After the last: the first open one while answers are missing, else null for the results. */
export function nextAfter(finder: Finder, id: string): Question["id"] | null {
  const { questions } = finder;
  const next = questions[questions.findIndex((question) => question.id === id) + 1];
  if (next) return next.id;
  return missingIn(finder) > 0 ? (firstOpen(questions)?.id ?? null) : null;
}

/** `after`: the question that was just answered. */
export function questionPath(id: string, after?: string): string {
  return `/match-finder?question=${id}${after ? `&after=${after}` : ""}`;
}

function firstOpen(questions: Question[]): Question | null {
  return questions.find(({ answer }) => answer === null) ?? null;
}

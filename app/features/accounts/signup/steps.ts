import { onlyAnswers } from "#app/features/people/identity/choices.ts";
import { withNext, withQuery } from "#app/features/people/identity/flow.ts";
import { DRAFT_STEPS, type DraftStep, FIELDS_OF_STEP } from "#worker/accounts/signup/draft.vocabulary.ts";

/** Value of `to` for a step that keeps its defaults. */
export const SKIP = "skip";

/** Without questions that have one answer here. */
export function stepsHere(): readonly DraftStep[] {
  const known = onlyAnswers();
  return DRAFT_STEPS.filter((step) => !FIELDS_OF_STEP[step].some((field) => field in known));
}

export function firstStep(): DraftStep {
  return stepsHere()[0] ?? "account";
}

export function stepOfProblems(fields: readonly string[]): DraftStep | null {
  return stepsHere().find((step) => fields.some((field) => FIELDS_OF_STEP[step].includes(field))) ?? null;
}

/** Null for a text that names no step, or none of this site. */
export function stepNamed(name: string | null | undefined): DraftStep | null {
  return stepsHere().find((step) => step === name) ?? null;
}

export function stepAfter(step: DraftStep): DraftStep {
  const steps = stepsHere();
  return steps[steps.indexOf(step) + 1] ?? step;
}

export function stepBefore(step: DraftStep): DraftStep {
  const steps = stepsHere();
  return steps[Math.max(0, steps.indexOf(step) - 1)] ?? step;
}

export function isReached(step: DraftStep, furthest: DraftStep): boolean {
  return DRAFT_STEPS.indexOf(step) <= DRAFT_STEPS.indexOf(furthest);
}

export function stepPath(step: DraftStep, next: string | null | undefined): string {
  return withQuery(withNext("/signup", next), `step=${step}`);
}

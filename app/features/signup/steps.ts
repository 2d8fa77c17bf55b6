import { DRAFT_STEPS, type DraftStep, FIELDS_OF_STEP } from "#worker/signup/draft.vocabulary.ts";

export function stepOfProblems(fields: readonly string[]): DraftStep | null {
  return DRAFT_STEPS.find((step) => fields.some((field) => FIELDS_OF_STEP[step].includes(field))) ?? null;
}

/** Null for a text that names no step. */
export function stepNamed(name: string | null | undefined): DraftStep | null {
  return DRAFT_STEPS.find((step) => step === name) ?? null;
}

export function stepAfter(step: DraftStep): DraftStep {
  return DRAFT_STEPS[DRAFT_STEPS.indexOf(step) + 1] ?? step;
}

/** The first step stays. */
export function stepBefore(step: DraftStep): DraftStep {
  return DRAFT_STEPS[Math.max(0, DRAFT_STEPS.indexOf(step) - 1)] ?? step;
}

export function isReached(step: DraftStep, furthest: DraftStep): boolean {
  return DRAFT_STEPS.indexOf(step) <= DRAFT_STEPS.indexOf(furthest);
}

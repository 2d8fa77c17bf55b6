import type { DraftStep } from "#worker/signup/draft.contract.ts";

const ASKED: Record<DraftStep, readonly string[]> = {
  you: ["gender", "looking_for", "date_of_birth", "country", "region", "city", "place"],
  account: ["name", "email", "password", "terms", "sensitive_data"],
};

/** The first step with one of these fields, or null. */
export function stepOfProblems(fields: readonly string[]): DraftStep | null {
  if (fields.some((field) => ASKED.you.includes(field))) return "you";
  return fields.some((field) => ASKED.account.includes(field)) ? "account" : null;
}

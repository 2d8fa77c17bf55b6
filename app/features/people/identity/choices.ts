import { edge } from "#worker/server/edge/edge.ts";
import { genderChoices, onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";

export type Choice = "gender" | "looking_for";

export function choicesOf(question: Choice): { value: string; label: string }[] {
  const { t, settings } = edge();
  const { gender, looking_for } = genderChoices(settings);
  return question === "gender"
    ? gender.map((value) => ({ value, label: t(`signup.i_am.${value}`) }))
    : looking_for.map((value) => ({ value, label: t(`signup.looking_for.${value}`) }));
}

export function onlyAnswers(): { [question in Choice]?: string } {
  const only = onlyGender(edge().settings);
  return only ? { gender: only, looking_for: only } : {};
}

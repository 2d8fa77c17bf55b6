import { edge } from "#worker/edge/edge.ts";

const GENDERS = ["female", "male"] as const;
const LOOKING_FOR = [...GENDERS, "everyone"] as const;

export type Choice = "gender" | "looking_for";

export function choicesOf(question: Choice): { value: string; label: string }[] {
  const { t } = edge();
  return question === "gender"
    ? GENDERS.map((value) => ({ value, label: t(`signup.i_am.${value}`) }))
    : LOOKING_FOR.map((value) => ({ value, label: t(`signup.looking_for.${value}`) }));
}

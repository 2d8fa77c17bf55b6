export const MOST_PROMPTS = 3;
export const ANSWER_LENGTH = 200;

const COMMON = [
  "perfect_sunday",
  "laugh",
  "first_date",
  "small_joy",
  "good_at",
  "hopeless_at",
  "free_evening",
  "loud_song",
  "cook_for_you",
  "hope_to_find",
  "few_know",
  "two_truths",
] as const;

/** 1 general, 2 she, 3 bdsm, 4 bbw, 5 gilf, 6 milf, 7 gay. */
const OWN = {
  1: ["travel", "argue", "wins_over"],
  2: ["write_first", "compliment", "wins_over"],
  3: ["trust", "limit", "ritual", "aftercare"],
  4: ["confident", "my_body", "compliment"],
  5: ["learned", "never_too_old", "younger_self"],
  6: ["me_time", "anew", "learned"],
  7: ["be_myself", "idol", "proud_of"],
} as const;

/** The texts are `members.prompts.questions.<id>` in the locales. */
export type PromptId = (typeof COMMON)[number] | (typeof OWN)[keyof typeof OWN][number];

/** Questions of all niches. */
export const PROMPTS: readonly PromptId[] = [...new Set([...COMMON, ...Object.values(OWN).flat()])];

/** In display order: the niche's own questions come first. */
export function promptsOf(niche: number): readonly PromptId[] {
  const own: readonly PromptId[] = OWN[niche as keyof typeof OWN] ?? OWN[1];
  return [...own, ...COMMON];
}

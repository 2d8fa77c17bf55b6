/** `same`: equal. `near`: equal or adjacent. `either`: equal, or one is "either". `complement`: different, or both "either". */
export type Rule = "same" | "near" | "either" | "complement";

interface Question {
  rule: Rule;
  options: readonly string[];
}

/** The texts are `match.questions.<id>` in the locales. */
export const QUESTIONS = {
  goal: { rule: "either", options: ["chat", "casual", "relationship", "either"] },
  pace: { rule: "near", options: ["slow", "steady", "fast"] },
  first: { rule: "same", options: ["coffee", "dinner", "walk", "drinks"] },
  evening: { rule: "either", options: ["home", "out", "either"] },
  writing: { rule: "same", options: ["short", "long", "talk"] },
  distance: { rule: "near", options: ["town", "hour", "anywhere"] },
  move: { rule: "complement", options: ["me", "you", "either"] },
  curiosity: { rule: "near", options: ["known", "curious", "daring"] },
  humour: { rule: "same", options: ["dry", "silly", "warm"] },
  play: { rule: "same", options: ["trust", "tension", "tenderness"] },
  attraction: { rule: "same", options: ["curves", "smile", "confidence"] },
  maturity: { rule: "same", options: ["experience", "calm", "humour"] },
  openness: { rule: "either", options: ["open", "discreet", "either"] },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof QUESTIONS;
export const QUESTION_IDS = Object.keys(QUESTIONS) as [QuestionId, ...QuestionId[]];

const COMMON: readonly QuestionId[] = ["goal", "pace", "first", "evening", "writing", "distance"];

/** Two questions per niche: 1 general, 2 she, 3 bdsm, 4 bbw, 5 gilf, 6 milf, 7 gay. */
const OWN: Record<number, readonly QuestionId[]> = {
  1: ["move", "curiosity"],
  2: ["move", "humour"],
  3: ["play", "curiosity"],
  4: ["attraction", "move"],
  5: ["maturity", "move"],
  6: ["maturity", "move"],
  7: ["openness", "curiosity"],
};

export function questionsOf(niche: number): readonly QuestionId[] {
  return [...COMMON, ...(OWN[niche] ?? (OWN[1] as readonly QuestionId[]))];
}

export function ruleOf(id: QuestionId): Rule {
  return QUESTIONS[id].rule;
}

/** Symmetric. */
export function isCompatible(id: QuestionId, a: string, b: string): boolean {
  const { rule, options }: Question = QUESTIONS[id];
  const [x, y] = [options.indexOf(a), options.indexOf(b)];
  if (x < 0 || y < 0) return false;
  switch (rule) {
    case "same":
      return x === y;
    case "near":
      return Math.abs(x - y) <= 1;
    case "either":
      return x === y || a === "either" || b === "either";
    case "complement":
      return x !== y || a === "either";
  }
}

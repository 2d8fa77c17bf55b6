export const TEXT_WORDS = {
  label: (name: string) => `Text of ${name}`,
  fields: { about: "About me", prompts: "Answers", identity: "Gender in own words" },
  causes: {
    money: "It may ask for money.",
    contacts: "It may hint at contact details.",
    copied: "Several other members have nearly the same text.",
  },
  strikes: (count: number) => `Strikes within a year: ${count}.`,
  held: "New, seen by the member only:",
  before: "Others see until then:",
  nothing: "Others see no text until then.",
  approve: "Show it",
  approved: "Shown",
  refuse: "Refuse",
  refused: "Refused",
  statement: "Your words to the member, if any",
  statementHint: "Shown and mailed as written, after the reason. Choose a reason to refuse. A refusal is a strike.",
} as const;

export const AGE_CHECK_WORDS = {
  label: (name: string) => `Proof of age of ${name}`,
  pose: "The pose",
  document: "The document",
  compare: (date: string) =>
    `Is the person with the gesture the one of the document, and born on ${date} or earlier? Both pictures are erased with your decision.`,
  earlier: "Refused in the last 30 days",
  approve: "18 or older",
  refuse: "Refuse",
  under: "Under 18",
  underDone: "Under 18: the account is closed",
  reasons: {
    unreadable: "Document unreadable",
    other_person: "Not the same person",
    other_gesture: "Another gesture",
    edited: "Edited, or of a screen",
  },
} as const;

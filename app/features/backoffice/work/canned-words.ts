/** Texts of the page of canned answers, in English only: docs/decisions/0054. */
export const CANNED_WORDS = {
  title: "Canned answers",
  intro:
    "Staff insert them into letters to members, answers to complaints and statements about reports, in the language of who reads them. Where an answer lacks that language, the English one is offered, and says so.",
  none: "There are none yet.",
  head: ["Where", "Title", "Languages", "Changed", ""],
  places: { letter: "Letters to members", complaint: "Answers to complaints", report: "Statements about reports" },
  changed: (by: string) => `by ${by}`,
  edit: (title: string) => `Edit ${title}`,
  editRow: "Edit",
  removeRow: "Remove",
  add: "New answer",
  place: "Where",
  language: "Language",
  name: "Title, for staff",
  text: "Text",
  textHint: "Whatever staff insert can still be changed before it is sent. An empty text takes this language away.",
  placeholders: (place: string, names: readonly string[]) => `${place}: ${names.map((name) => `{{${name}}}`).join(", ")}`,
  placeholdersAre: "What is filled in:",
  wrongPlaceholder:
    "This place does not know one of the placeholders, or a brace is left over. The other languages of the answer are checked too.",
  other: "Another language:",
  save: "Save",
  back: "New answer instead",
  ready: "Ready answers",
  instead: (title: string) => `${title} (in English)`,
  refusals: {
    conflict: "Nothing was changed: somebody else has changed this answer meanwhile, or there are 200. Look at the page again.",
    not_found: "This answer is no longer there.",
  },
};

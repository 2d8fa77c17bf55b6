import type { PromptAnswer } from "#db/schema/attributes.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { cleanLine, textLength } from "#worker/platform/text.ts";
import { ANSWER_LENGTH, MOST_PROMPTS, promptsOf } from "./prompts.vocabulary.ts";

/** A member may keep a question that another niche of the pool asks. */
export function checkPrompts(given: PromptAnswer[], held: PromptAnswer[], niche: number) {
  const prompts = given.map(({ question, answer }) => ({ question, answer: cleanLine(answer) }));
  const known = new Set<string>([...promptsOf(niche), ...held.map(({ question }) => question)]);
  const problems: FieldError[] = [];
  if (prompts.length > MOST_PROMPTS) problems.push({ field: "prompts", code: "too_many", params: { max: MOST_PROMPTS } });
  for (const [index, { question, answer }] of prompts.entries()) {
    const code = questionProblem(
      question,
      known,
      prompts.slice(0, index).map((before) => before.question),
    );
    if (code) problems.push({ field: `prompts.${index}.question`, code });
    problems.push(...answerProblems(answer).map((problem) => ({ ...problem, field: `prompts.${index}.answer` })));
  }
  return { prompts, problems };
}

function questionProblem(question: string, known: Set<string>, before: string[]): FieldError["code"] | null {
  if (question === "") return "required";
  if (!known.has(question)) return "unknown_option";
  return before.includes(question) ? "repeated" : null;
}

function answerProblems(answer: string): Omit<FieldError, "field">[] {
  if (answer === "") return [{ code: "required" }];
  if (textLength(answer) > ANSWER_LENGTH) return [{ code: "too_long", params: { max: ANSWER_LENGTH } }];
  return findsContact(answer) ? [{ code: "contact_details" }] : [];
}

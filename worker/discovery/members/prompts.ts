import type { PromptAnswer, StoredPrompt } from "#db/schema/attributes.ts";
import { type HeldText, wordsOf } from "#worker/discovery/texts/held-texts.ts";
import { isClosed } from "#worker/people/identity/age-gate.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { cleanLine, textLength } from "#worker/platform/text.ts";
import type { Profile } from "./members.contract.ts";
import { ANSWER_LENGTH, MOST_PROMPTS, promptsOf } from "./prompts.vocabulary.ts";
import { speaks } from "./voice-answers.vocabulary.ts";

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

/** The recordings stay with the answers that are kept or written anew. */
export function withVoices(written: PromptAnswer[], own: StoredPrompt[]): StoredPrompt[] {
  return written.map(({ question, answer }) => {
    const voice = own.find((one) => one.question === question)?.voice;
    return { question, answer, ...(voice && { voice }) };
  });
}

/** Visitors, and members who must prove their age first, hear nobody. */
export function promptOf({ question, answer, voice }: StoredPrompt, owner: string, ctx: Context): Profile["prompts"][number] {
  const heard = voice && speaks(ctx.domain) && ctx.viewer && (ctx.viewer.id === owner || !isClosed(ctx.age, "contact"));
  if (!heard) return { question, answer };
  const { filename } = ctx.image({ key: voice.key, visibility: "private" }, owner);
  return { question, answer, voice: { filename, duration: voice.duration, levels: voice.levels } };
}

/** Of a held text, as its member reads and hears it. */
export function shownWords({ field, value }: Pick<HeldText, "field" | "value">, ctx: MemberContext) {
  const { prompts, ...words } = wordsOf(field, value);
  return { ...words, ...(prompts && { prompts: prompts.map((prompt) => promptOf(prompt, ctx.viewer.id, ctx)) }) };
}

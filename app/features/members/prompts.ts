import type { Key } from "#locales/index.ts";
import { edge } from "#worker/edge/edge.ts";

/** Text of a question. One that only the upstream knows is shown as it is. */
export function promptText(question: string): string {
  const { t } = edge();
  const key = `members.prompts.questions.${question}`;
  return t.has(key) ? t(key as Key) : question;
}

export function promptsIn(form: Record<string, string>): { question: string; answer: string }[] {
  const slots = Object.keys(form).flatMap((name) => /^prompt_(\d+)$/.exec(name)?.[1] ?? []);
  return slots
    .map((slot) => ({ question: form[`prompt_${slot}`] ?? "", answer: form[`answer_${slot}`] ?? "" }))
    .filter(({ question, answer }) => question !== "" || answer.trim() !== "");
}

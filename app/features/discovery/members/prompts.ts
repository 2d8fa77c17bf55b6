import { changesIn, renderedIn } from "#app/request/rendered-values.tsx";
import type { Key } from "#locales/index.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Text of a question. One that only the upstream knows is shown as it is. */
export function promptText(question: string): string {
  const { t } = edge();
  const key = `members.prompts.questions.${question}`;
  return t.has(key) ? t(key as Key) : question;
}

interface Prompt {
  question: string;
  answer: string;
}

export const PROMPT = /^(?:prompt|answer)_(\d+)$/;

const isFilled = ({ question, answer }: Prompt) => question !== "" || answer.trim() !== "";

export function promptsIn(form: Record<string, string>): Prompt[] {
  const slots = Object.keys(form).flatMap((name) => /^prompt_(\d+)$/.exec(name)?.[1] ?? []);
  return slots.map((slot) => ({ question: form[`prompt_${slot}`] ?? "", answer: form[`answer_${slot}`] ?? "" })).filter(isFilled);
}

/** The stored prompts with those that the form changed. A place names its prompt by the question that it was rendered with. */
export function promptsNow(stored: readonly Prompt[], data: FormData): Prompt[] {
  const before = renderedIn(data);
  const prompts = [...stored];
  const changed = [...changesIn(data).keys()].flatMap((name) => PROMPT.exec(name)?.[1] ?? []);
  for (const slot of new Set(changed)) {
    const typed = { question: String(data.get(`prompt_${slot}`) ?? ""), answer: String(data.get(`answer_${slot}`) ?? "") };
    const at = prompts.findIndex(({ question }) => question === before[`prompt_${slot}`]);
    prompts.splice(at < 0 ? prompts.length : at, at < 0 ? 0 : 1, typed);
  }
  return prompts.filter(isFilled);
}

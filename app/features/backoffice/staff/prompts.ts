import type { Key } from "#locales/index.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";

/** Null for what is no question of ours. */
export function promptName(question: string): string | null {
  const { t } = staffEdge();
  const key = `members.prompts.questions.${question}`;
  return t.has(key) ? t(key as Key) : null;
}

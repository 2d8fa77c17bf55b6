/** Nouns that a domain in proxy mode may answer here. All others need rows that the upstream writes. */
export const LOCAL_NOUNS = ["likes", "swipe", "match", "complaints"] as const;
export type LocalNoun = (typeof LOCAL_NOUNS)[number];

/** They read and write the same rows. */
const TOGETHER: readonly LocalNoun[] = ["likes", "swipe", "match"];

export function nounProblem(local: readonly LocalNoun[]): string | null {
  if (new Set(local).size < local.length) return "names a noun twice";
  const missing = TOGETHER.filter((noun) => !local.includes(noun));
  if (missing.length === 0 || missing.length === TOGETHER.length) return null;
  return `lacks ${missing.join(" and ")}: ${TOGETHER.join(", ")} have the same rows, and answer here together or not at all`;
}

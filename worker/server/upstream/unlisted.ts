import { isIntimate } from "#worker/discovery/members/interests.vocabulary.ts";
import { invalid } from "#worker/platform/errors.ts";
import type { CallName } from "#worker/server/calls.ts";
import { showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** Calls whose answers name interests of others. */
const NAMING = ["member", "deck", "swipe", "undoSwipe"] as const satisfies CallName[];

/** Calls whose input filters members. */
const FILTERING = ["members", "saveSearch"] as const satisfies CallName[];

export type Site = Pick<Settings, "intimate_interests" | "niche">;

/** An upstream may not know that only pairs see intimate interests: it names those of a pair as `both`. Decision 92. */
export function withoutIntimate<T>(name: CallName | null, answer: T, site: Site): T {
  return showsIntimate(site) || !NAMING.some((one) => one === name) ? answer : (cleared(answer) as T);
}

export function isFiltering(name: CallName | null): boolean {
  return FILTERING.some((one) => one === name);
}

/** An upstream may search by what only pairs see, and may read lists or other spellings. @throws invalid */
export function requireFindable(fields: Iterable<[name: string, value: unknown]>, site: Site): void {
  if (showsIntimate(site)) return;
  for (const [name, value] of fields) {
    if (!/^\s*interests/i.test(name)) continue;
    const codes = (JSON.stringify(value) ?? "").toLowerCase().split(/[^a-z_]+/);
    if (codes.some(isIntimate)) throw invalid({ field: "interests", code: "intimate_hidden" });
  }
}

/** Lists of the name `interests`, at any depth. */
function cleared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleared);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "interests" && Array.isArray(inner) ? inner.filter((one) => !isIntimate(String(one))) : cleared(inner),
    ]),
  );
}

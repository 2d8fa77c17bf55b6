import { createRecent } from "#worker/platform/recent.ts";
import type { Search } from "./search-query.ts";

const MOST = 2_000;

/**
 * The search that a member's next page most likely asks for: the one that the same input became last time. A guess, not
 * an answer: its rows count only for a search that turns out to be equal.
 */
export function createExpectedSearches() {
  const last = createRecent<string, { input: string; search: Search }>(MOST);
  return {
    find(memberId: string, input: object): Search | null {
      const known = last.get(memberId);
      return known?.input === JSON.stringify(input) ? known.search : null;
    },
    note(memberId: string, input: object, search: Search): void {
      last.set(memberId, { input: JSON.stringify(input), search });
    },
  };
}

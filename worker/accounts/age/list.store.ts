import type { TrustedList } from "./eu/trust.ts";
import type { ListProblem } from "./list-error.ts";

/** Also written by `npm run age-list -- --keep`. */
export const AGE_LIST_KEY = "age-list";

export interface KeptList {
  list: TrustedList | null;
  /** The last attempt to read it anew, if that failed. `at` in ms. */
  failed?: { at: number; problem: ListProblem };
}

/** The trusted list, in KV: one value for all databases. */
export function createAgeListStore(kv: KVNamespace | undefined) {
  return {
    read: async (): Promise<KeptList> => (await kv?.get<KeptList>(AGE_LIST_KEY, "json")) ?? { list: null },
    keep: async (kept: KeptList): Promise<void> => kv?.put(AGE_LIST_KEY, JSON.stringify(kept)),
  };
}

export type AgeListStore = ReturnType<typeof createAgeListStore>;

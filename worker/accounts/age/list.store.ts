import type { TrustedList } from "./eu/trust.ts";

const KEY = "age-list";

/** The trusted list, in KV: one value for all pools, written by the cron job or `npm run age-list`. */
export function createAgeListStore(visitors: KVNamespace | undefined) {
  return {
    /** The copy in use, or `null` before the first reading. */
    read: async (): Promise<TrustedList | null> => (await visitors?.get<TrustedList>(KEY, "json")) ?? null,
    keep: async (list: TrustedList): Promise<void> => visitors?.put(KEY, JSON.stringify(list)),
  };
}

export type AgeListStore = ReturnType<typeof createAgeListStore>;

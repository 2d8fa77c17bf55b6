import { createWorkersKVSessionStorage } from "@react-router/cloudflare";
import { createSession, type Session } from "react-router";
import { sha256 } from "#worker/platform/crypto.ts";
import type { DraftStep } from "./draft.vocabulary.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

/** Between two writes of one key, in milliseconds. */
const WRITE_INTERVAL = 1_100;

export interface StoredDraft {
  domainId: string;
  step: DraftStep;
  values: Record<string, string>;
  /** Ms. */
  updatedAt: number;
}

/** Workers KV, keyed by the hash of the cookie's secret. `maxAge` in seconds. */
export function createDraftStore(kv: KVNamespace, maxAge: number) {
  const storage = createWorkersKVSessionStorage<StoredDraft>({
    kv,
    // The edge writes the cookie itself; KV holds no secret that opens a draft.
    cookie: { name: "draft", isSigned: true, parse: async (secret) => secret && sha256(secret), serialize: async () => "" },
  });
  return {
    async find(secret: string): Promise<StoredDraft | null> {
      const { data } = await storage.getSession(secret);
      return data.domainId === undefined ? null : (data as StoredDraft);
    },

    /** Replaces the whole draft without reading it: KV caches a miss for a minute. */
    async save(secret: string, draft: StoredDraft): Promise<void> {
      const session = createSession<StoredDraft>({ ...draft }, await sha256(secret));
      await twice(() => storage.commitSession(session, { maxAge }));
    },

    async remove(secret: string): Promise<void> {
      const session = createSession<Partial<StoredDraft>>({}, await sha256(secret)) as Session<StoredDraft>;
      await twice(() => storage.destroySession(session));
    },
  };
}

/** KV takes one write per key and second (429 else): a double press waits and writes again. */
async function twice(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && error.message.includes("429"))) throw error;
    await scheduler.wait(WRITE_INTERVAL);
    await write();
  }
}

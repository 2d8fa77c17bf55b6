import { createSessionStorage } from "react-router";
import { sha256 } from "../lib/crypto.ts";
import type { DraftStep } from "./draft.contract.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

export interface KeptDraft {
  domainId: string;
  step: DraftStep;
  values: Record<string, string>;
  /** Ms. */
  updatedAt: number;
}

/** Workers KV, keyed by the hash of the cookie's secret. `maxAge` in seconds. */
export function createDraftStore(kv: KVNamespace, maxAge: number) {
  // As createWorkersKVSessionStorage of @react-router/cloudflare, whose module does not build here (decision 37).
  const storage = createSessionStorage<KeptDraft>({
    // The edge writes the cookie itself; KV holds no secret that opens a draft.
    cookie: { name: "draft", isSigned: true, parse: async (secret) => secret && sha256(secret), serialize: async () => "" },
    createData: () => Promise.reject(new Error("a draft's key comes from its cookie")),
    readData: (key) => kv.get(key, "json"),
    updateData: (key, data, expires) =>
      kv.put(key, JSON.stringify(data), expires && { expiration: Math.round(expires.getTime() / 1000) }),
    deleteData: (key) => kv.delete(key),
  });
  return {
    async find(secret: string): Promise<KeptDraft | null> {
      const { data } = await storage.getSession(secret);
      return data.domainId === undefined ? null : (data as KeptDraft);
    },

    /** False if KV refuses: it takes one write per key and second. */
    async save(secret: string, draft: KeptDraft): Promise<boolean> {
      const session = await storage.getSession(secret);
      for (const [name, value] of Object.entries(draft)) session.set(name as keyof KeptDraft, value);
      try {
        await storage.commitSession(session, { maxAge });
        return true;
      } catch (error) {
        if (error instanceof Error && error.message.includes("429")) return false;
        throw error;
      }
    },

    async remove(secret: string): Promise<void> {
      await storage.destroySession(await storage.getSession(secret));
    },
  };
}

import { log } from "#worker/platform/log.ts";
import { filesOf } from "./proof-pictures.ts";
import type { ProofsStore } from "./proofs.store.ts";

const AT_ONCE = 20;

interface Deps {
  store: Omit<ProofsStore, "shows">;
  pictures: { erase(key: string, owner: string): Promise<void> };
}

export function createProofSweep({ store, pictures }: Deps) {
  return {
    /** For the cron. Files first, since the proof holds their keys. Idempotent. */
    async sweep(now: number): Promise<void> {
      for (const { reportId, memberId, proof } of await store.ended(now, AT_ONCE)) {
        try {
          for (const key of filesOf(proof))
            if (!(await store.isNeeded(memberId, reportId, key))) await pictures.erase(key, memberId);
          await store.forget(reportId);
        } catch (error) {
          log("error", "proof not erased", { report: reportId, error });
        }
      }
    },
  };
}

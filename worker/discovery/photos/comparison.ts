import { log } from "#worker/platform/log.ts";
import type { PhotoHash } from "./photo-hash.vocabulary.ts";
import type { PhotoHashesStore } from "./photo-hashes.store.ts";

export type Comparison = ReturnType<typeof createComparison>;

/**
 * A picture like one of a banned account comes first in the queue, and `noteUpload` asks the open notices. Nothing else follows,
 * and nothing fails with it.
 */
export function createComparison(
  hashes: Pick<PhotoHashesStore, "near" | "suspect">,
  noteUpload: (photo: string, hash: PhotoHash) => Promise<void> = async () => undefined,
) {
  return async (photo: string, pool: string, hash: PhotoHash): Promise<void> => {
    try {
      await noteUpload(photo, hash);
      const [near = []] = await hashes.near([{ photo, pool, hash }]);
      if (near.some(({ banned }) => banned)) await hashes.suspect(photo);
    } catch (error) {
      log("warn", "photo not compared", { error });
    }
  };
}

import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { log } from "#worker/platform/log.ts";
import type { ChatPhotosStore } from "./chat-photos.store.ts";

const ERASED_AT_ONCE = 20;

interface Deps {
  chatPhotos: Pick<ChatPhotosStore, "unwanted" | "forget">;
  pictures: Pick<PhotoFiles, "erase">;
}

export function createChatPhotoSweep({ chatPhotos, pictures }: Deps) {
  return {
    /** Erases the R2 objects of pictures without a reader. Idempotent. */
    async sweep(): Promise<void> {
      for (const { id, key, owner } of await chatPhotos.unwanted(ERASED_AT_ONCE)) {
        try {
          await pictures.erase(key, owner);
          await chatPhotos.forget(id);
        } catch (error) {
          log("error", "chat photo not erased", { photo: id, error });
        }
      }
    },
  };
}

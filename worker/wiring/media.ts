import { sha256 } from "#worker/lib/crypto.ts";
import { createStandingStore } from "#worker/media/photo-access.store.ts";
import { createMediaStanding } from "#worker/media/photo-access.ts";
import type { Pictures } from "#worker/photos/photo-files.ts";
import { createPhotosStore } from "#worker/photos/photos.store.ts";
import { createPhotos } from "#worker/photos/photos.ts";
import type { Platform } from "./platform.ts";

export function createMediaServices({ db, live, limits }: Platform, pictures: Pictures) {
  const photosStore = createPhotosStore(db);
  return {
    photosStore,
    photos: createPhotos({ store: photosStore, pictures, limits, live }),
    media: createMediaStanding({ store: createStandingStore(db), hash: sha256 }),
  };
}

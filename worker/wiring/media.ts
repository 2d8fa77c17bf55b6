import { sha256 } from "../lib/crypto.ts";
import { createStandingStore } from "../media/standing.store.ts";
import { createMediaStanding } from "../media/standing.ts";
import { createPhotosStore } from "../photos/photos.store.ts";
import { createPhotos } from "../photos/photos.ts";
import type { Pictures } from "../photos/pictures.ts";
import type { Platform } from "./platform.ts";

export function createMediaServices({ db, live, limits }: Platform, pictures: Pictures) {
  const photosStore = createPhotosStore(db);
  return {
    photosStore,
    photos: createPhotos({ store: photosStore, pictures, limits, live }),
    media: createMediaStanding({ store: createStandingStore(db), hash: sha256 }),
  };
}

import { sha256 } from "#worker/lib/crypto.ts";
import { createPhotoAccessStore } from "#worker/media/photo-access.store.ts";
import { createPhotoAccess } from "#worker/media/photo-access.ts";
import type { PhotoFiles } from "#worker/photos/photo-files.ts";
import { createPhotosStore } from "#worker/photos/photos.store.ts";
import { createPhotos } from "#worker/photos/photos.ts";
import type { Platform } from "./platform.ts";

export function createMediaServices({ db, live, limits }: Platform, pictures: PhotoFiles) {
  const photosStore = createPhotosStore(db);
  return {
    photosStore,
    photos: createPhotos({ store: photosStore, pictures, limits, live }),
    media: createPhotoAccess({ store: createPhotoAccessStore(db), hash: sha256 }),
  };
}

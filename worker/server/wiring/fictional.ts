import { createFictionalStore } from "#worker/backoffice/fictional/fictional.store.ts";
import { createFictional } from "#worker/backoffice/fictional/fictional.ts";
import { createFictionalPhotosStore } from "#worker/backoffice/fictional/fictional-photos.store.ts";
import { createFictionalPhotos } from "#worker/backoffice/fictional/fictional-photos.ts";
import { readPhoto } from "#worker/delivery/media/photo-object.ts";
import { createPhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import { createProofsStore } from "#worker/people/reports/proofs.store.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import type { AccountServices } from "./accounts.ts";
import type { Pictures } from "./media.ts";
import type { Platform } from "./platform.ts";

export function createFictionalServices(
  { env, db, limits, cursors, domainsStore, after }: Platform,
  { announceChange }: Pick<AccountServices, "announceChange">,
  pictures: Pictures,
) {
  const deps = {
    ...{
      store: createFictionalStore(db),
      photos: createFictionalPhotosStore(db),
      limits,
      cursors,
      regionsOf,
      announceChange,
      after,
    },
    domainOf: domainsStore.findById,
    open: async (key: string, size: "full" | "card") => (await readPhoto(env.PHOTOS, key, size)) as R2ObjectBody | null,
  };
  return {
    fictional: createFictional(deps),
    fictionalPhotos: createFictionalPhotos({
      ...{ ...deps, ...pictures, near: createPhotoHashesStore(db).near, isProved: createProofsStore(db).shows },
    }),
  };
}

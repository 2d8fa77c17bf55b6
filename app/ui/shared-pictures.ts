import { cacheStorage } from "./storage.ts";

/** As in public/sw-push.js. */
export const SHARED = "/shared-photo";

/** Before another member of the device sees them. */
export async function dropSharedPictures(): Promise<void> {
  await cacheStorage()
    ?.delete(SHARED)
    .catch(() => {}); // a browser that refuses it kept none
}

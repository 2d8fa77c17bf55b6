import { cacheStorage } from "./storage.ts";

/** As in public/sw-push.js. */
const SHARED = "/shared-photo";

/** Pictures that another app shared with this one, once. */
export async function sharedPictures(): Promise<File[]> {
  const storage = cacheStorage();
  if (!(await storage?.has(SHARED).catch(() => false)) || !storage) return [];
  const cache = await storage.open(SHARED);
  const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  const files = await Promise.all(
    found.flatMap((one, index) => one?.blob().then((blob) => new File([blob], `${index + 1}`, { type: blob.type })) ?? []),
  );
  await dropSharedPictures();
  return files;
}

export async function dropSharedPictures(): Promise<void> {
  await cacheStorage()
    ?.delete(SHARED)
    .catch(() => {}); // a browser that refuses it kept none
}

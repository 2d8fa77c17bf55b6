import { cacheStorage } from "./storage.ts";

/** As in public/sw-push.js. */
const SHARED = "/shared-photo";

/** Pictures that another app shared with this one, once. */
export async function sharedPictures(): Promise<File[]> {
  const storage = cacheStorage();
  if (!(await storage?.has(SHARED).catch(() => false)) || !storage) return [];
  const cache = await storage.open(SHARED);
  const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  const files = await Promise.all(found.flatMap((one) => (one ? fileOf(one) : [])));
  await dropSharedPictures();
  return files;
}

async function fileOf(stored: Response): Promise<File> {
  const blob = await stored.blob();
  return new File([blob], decodeURIComponent(stored.headers.get("file-name") ?? ""), { type: blob.type });
}

export async function dropSharedPictures(): Promise<void> {
  await cacheStorage()
    ?.delete(SHARED)
    .catch(() => {}); // a browser that refuses it kept none
}

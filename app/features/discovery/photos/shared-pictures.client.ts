import { dropSharedPictures, SHARED } from "#app/ui/shared-pictures.ts";
import { cacheStorage } from "#app/ui/storage.ts";

/** In ms: what nobody placed by then is dropped, before another member of the device sees it. */
const KEPT = 10 * 60_000;

/** Pictures that another app shared with this one in the last minutes, once. */
export async function sharedPictures(): Promise<File[]> {
  const storage = cacheStorage();
  if (!(await storage?.has(SHARED).catch(() => false)) || !storage) return [];
  try {
    const cache = await storage.open(SHARED);
    const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
    const recent = found.filter((one) => one && Date.now() - Number(one.headers.get("shared-at")) < KEPT);
    return await Promise.all(recent.flatMap((one) => (one ? fileOf(one) : [])));
  } catch {
    return []; // another tab took them
  } finally {
    await dropSharedPictures();
  }
}

async function fileOf(stored: Response): Promise<File> {
  const blob = await stored.blob();
  return new File([blob], decodeURIComponent(stored.headers.get("file-name") ?? ""), { type: blob.type });
}

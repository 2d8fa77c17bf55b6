import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import type { PhotoFiles } from "./photo-files.ts";

type Pictures = Pick<PhotoFiles, "keep" | "finish" | "erase">;
type Made = Parameters<PhotoFiles["keep"]>[1];

/** Stores pictures by key, then the row that names them. Without a row nobody would erase them later. @throws conflict (no row) */
export async function keepPictures(
  pictures: Pictures,
  memberId: string,
  made: Readonly<Record<string, Made>>,
  add: () => Promise<boolean>,
): Promise<void> {
  const keys = Object.keys(made);
  const each = (work: (key: string) => Promise<void>, failed: string) =>
    Promise.all(keys.map((key) => work(key).catch((error) => log("warn", failed, { error }))));
  let added = false;
  try {
    for (const [key, picture] of Object.entries(made)) await pictures.keep(key, picture, memberId);
    added = await add();
  } finally {
    if (!added) await each((key) => pictures.erase(key, memberId), "proof not erased");
  }
  if (!added) throw new AppError("conflict");
  await each((key) => pictures.finish(key, memberId), "note of an upload stays");
}

import type { Variant } from "#worker/delivery/media/links.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import type { PhotoFiles } from "./photo-files.ts";

type Pictures = Pick<PhotoFiles, "keep" | "finish" | "erase">;
type Made = Parameters<PhotoFiles["keep"]>[1];

interface Row {
  /** False if the row may not be added. */
  add(): Promise<boolean>;
  /** Asked where the answer to `add` was lost. */
  isKept(): Promise<boolean>;
}

/** Stores pictures by key, then the row that names them. Without a row nobody would erase them later. @throws conflict (no row) */
export async function keepPictures(
  pictures: Pictures,
  memberId: string,
  made: Readonly<Record<string, Made>>,
  variants: readonly Variant[],
  { add, isKept }: Row,
): Promise<void> {
  const keys = Object.keys(made);
  const each = (work: (key: string) => Promise<void>, failed: string) =>
    Promise.all(keys.map((key) => work(key).catch((error) => log("warn", failed, { error }))));
  let added: boolean;
  try {
    for (const [key, picture] of Object.entries(made)) await pictures.keep(key, picture, memberId, variants);
    added = await add();
  } catch (error) {
    // While nobody knows, the note stays: the sweep of uploads asks again.
    const kept = await isKept().catch(() => null);
    if (kept === false) await each((key) => pictures.erase(key, memberId), "proof not erased");
    if (!kept) throw error;
    added = true;
  }
  if (!added) {
    await each((key) => pictures.erase(key, memberId), "proof not erased");
    throw new AppError("conflict");
  }
  await each((key) => pictures.finish(key, memberId), "note of an upload stays");
}

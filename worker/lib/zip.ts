import { makeZip } from "client-zip";

export interface ZipFile {
  name: string;
  input: Uint8Array;
  /** In ms since 1970. */
  lastModified: number;
}

/** More need a ZIP64 count, which client-zip writes only above 4 GB. */
export const MAX_ZIP_FILES = 65_534;

/** Draws the next file when the reader has taken the last. No compression: pictures are compressed already. */
export function zip(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  return makeZip(files);
}

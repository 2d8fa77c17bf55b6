import { makeZip } from "client-zip";

export interface ZipFile {
  name: string;
  input: Uint8Array;
  /** In ms since 1970. */
  lastModified: number;
}

/** Entries of an archive. A count of 65,535 means ZIP64 (APPNOTE 4.4.1.4), which client-zip writes only above 4 GB. */
export const MAX_ZIP_FILES = 65_534;

/** Draws the next file when the reader has taken the last. No compression: pictures are compressed already. */
export function zip(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  return makeZip(files);
}

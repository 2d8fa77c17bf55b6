import { readFileSync } from "node:fs";
import { textOf } from "#worker/platform/utf8.ts";

/** Text as editors save it: UTF-8, with a byte order mark or without. @throws EncodingError */
export function readText(path: string): string {
  return textOf(readFileSync(path));
}

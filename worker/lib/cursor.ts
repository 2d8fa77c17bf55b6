import { base64url, fromBase64url } from "./ids.ts";
import { invalid } from "./errors.ts";

type Key = (string | number | boolean | null)[];

/** An opaque keyset cursor: the sort key of the last row shown. Not secret; whoever reads it back validates it. */
export function encodeCursor(key: Key): string {
  return base64url(new TextEncoder().encode(JSON.stringify(key)));
}

/**
 * The key of a cursor whose entries have the given types.
 * @throws 422 `bad_cursor` on the field `cursor` for anything that this product did not issue.
 */
export function decodeCursor<T extends ("string" | "number")[]>(
  cursor: string,
  types: [...T],
): { [I in keyof T]: T[I] extends "string" ? string : number } {
  const bytes = fromBase64url(cursor);
  const key = bytes && parse(new TextDecoder().decode(bytes));
  const fits = Array.isArray(key) && key.length === types.length && types.every((type, i) => typeof key[i] === type);
  if (!fits) throw invalid({ field: "cursor", code: "bad_cursor" });
  return key as never;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null; // not JSON: the caller refuses it like any other wrong cursor
  }
}

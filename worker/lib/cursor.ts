import { base64url, fromBase64url } from "./ids.ts";
import { invalid } from "./errors.ts";

type Key = (string | number | boolean | null)[];

/**
 * An opaque keyset cursor: the sort key of the last row shown. Not secret; whoever reads it back validates it.
 * `scope` names the list it belongs to: there it is good, in any other list it is refused.
 */
export function encodeCursor(key: Key, scope = ""): string {
  return base64url(new TextEncoder().encode(JSON.stringify([...key, checksum(key, scope)])));
}

/**
 * The key of a cursor whose entries have the given types.
 * @throws 422 `bad_cursor` on the field `cursor` for anything that this product did not issue.
 */
export function decodeCursor<T extends ("string" | "number")[]>(
  cursor: string,
  types: [...T],
  scope = "",
): { [I in keyof T]: T[I] extends "string" ? string : number } {
  const bytes = fromBase64url(cursor);
  const key = bytes && parse(new TextDecoder().decode(bytes));
  const sum = Array.isArray(key) ? key.pop() : null;
  const fits = Array.isArray(key) && key.length === types.length && types.every((type, i) => typeof key[i] === type);
  if (!fits || sum !== checksum(key, scope)) throw invalid({ field: "cursor", code: "bad_cursor" });
  return key as never;
}

/** FNV-1a, 32 bits: tells a cursor that was altered or belongs elsewhere. A cursor opens nothing, so it needs no key. */
function checksum(key: Key, scope: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${scope}\n${JSON.stringify(key)}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null; // not JSON: the caller refuses it like any other wrong cursor
  }
}

import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";
import { invalid } from "./errors.ts";
import { base64url, fromBase64url } from "./ids.ts";

type Key = (string | number | boolean | null)[];

const NONCE = 12;
const TAG = 16;

export type Cursors = ReturnType<typeof createCursors>;

/** Another secret invalidates open cursors only. */
export function createCursors(secret: string) {
  const key = createHash("sha256").update(`cursor\n${secret}`).digest();
  return {
    /** Encrypted (AES-256-GCM), since a sort key may be private. `scope` binds the cursor to its list. */
    encode(sortKey: Key, scope = ""): string {
      const plain = JSON.stringify(sortKey);
      // Synthetic IV (RFC 5297): the same page has the same link, and no nonce repeats.
      const nonce = createHmac("sha256", key).update(`${scope}\n${plain}`).digest().subarray(0, NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(scope));
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return base64url(Buffer.concat([nonce, cipher.getAuthTag(), text]));
    },

    /** @throws invalid */
    decode<T extends ("string" | "number")[]>(
      cursor: string,
      types: [...T],
      scope = "",
    ): { [I in keyof T]: T[I] extends "string" ? string : number } {
      const sortKey = open(key, cursor, scope);
      const fits =
        Array.isArray(sortKey) && sortKey.length === types.length && types.every((type, i) => typeof sortKey[i] === type);
      if (!fits) throw invalid({ field: "cursor", code: "bad_cursor" });
      return sortKey as never;
    },
  };
}

function open(key: Buffer, cursor: string, scope: string): unknown {
  const bytes = fromBase64url(cursor);
  if (!bytes || bytes.length <= NONCE + TAG) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(scope)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("utf8"));
  } catch {
    return null; // altered, of another list, or another secret
  }
}

import { base64url, fromBase64url } from "./ids.ts";

export interface Seal {
  /** `bound` must be given again to open. */
  close(text: string, bound: string): Promise<string>;
  /** Null for a text of another key, purpose or `bound`. */
  open(sealed: string, bound: string): Promise<string | null>;
}

const IV = 12;
const bytes = (text: string) => new TextEncoder().encode(text);

/** AES-256-GCM with a key of its own per purpose (HKDF, RFC 5869). */
export function createSeal(secret: string, purpose: string): Seal {
  let made: Promise<CryptoKey> | undefined;

  async function key(): Promise<CryptoKey> {
    made ??= crypto.subtle
      .importKey("raw", bytes(secret), "HKDF", false, ["deriveKey"])
      .then((base) =>
        crypto.subtle.deriveKey(
          { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes(purpose) },
          base,
          { name: "AES-GCM", length: 256 },
          false,
          ["encrypt", "decrypt"],
        ),
      );
    return made;
  }

  return {
    async close(text, bound) {
      const iv = crypto.getRandomValues(new Uint8Array(IV));
      const closed = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: bytes(bound) }, await key(), bytes(text));
      return `${base64url(iv)}.${base64url(closed)}`;
    },
    async open(sealed, bound) {
      const [iv, closed] = sealed.split(".").map(fromBase64url);
      if (!iv || !closed || iv.length !== IV) return null;
      try {
        const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: bytes(bound) }, await key(), closed);
        return new TextDecoder().decode(text);
      } catch {
        return null; // forged, or sealed for something else
      }
    },
  };
}

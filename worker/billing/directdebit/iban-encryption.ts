import { base64url, fromBase64url } from "#worker/platform/ids.ts";

const encoder = new TextEncoder();
/** In bytes; NIST SP 800-38D. */
const NONCE = 12;

/** AES-GCM under a key of its own (HKDF). `bound` is authenticated: a text decrypts only with the same `bound`. */
export function createIbanEncryption(secret: string) {
  const key = async () => {
    const raw = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
    const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode("direct debit iban") };
    return crypto.subtle.deriveKey(derivation, raw, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  };
  const cipher = (iv: BufferSource, bound: string) => ({ name: "AES-GCM", iv, additionalData: encoder.encode(bound) });

  return {
    async encrypt(text: string, bound: string): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE));
      const sealed = await crypto.subtle.encrypt(cipher(iv, bound), await key(), encoder.encode(text));
      return `${base64url(iv)}.${base64url(sealed)}`;
    },

    /** Null for an altered text, another key or another place. */
    async decrypt(sealed: string, bound: string): Promise<string | null> {
      const [iv, data] = sealed.split(".").map(fromBase64url);
      if (!iv || !data) return null;
      try {
        return new TextDecoder().decode(await crypto.subtle.decrypt(cipher(iv, bound), await key(), data));
      } catch {
        return null; // a wrong key and an altered text look alike
      }
    },
  };
}
export type IbanEncryption = ReturnType<typeof createIbanEncryption>;

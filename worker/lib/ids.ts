import { Buffer } from "node:buffer";

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A fresh opaque id: 20 characters of [0-9a-z], 103 bits. */
export function newId(): string {
  let id = "";
  // 252 is the largest multiple of 36 a byte holds: above it the letters would not be equally likely.
  while (id.length < 20)
    for (const byte of crypto.getRandomValues(new Uint8Array(24))) if (byte < 252 && id.length < 20) id += ALPHABET[byte % 36];
  return id;
}

/** `bytes` of randomness as base64url without padding (RFC 4648 section 5). */
export function newSecret(bytes = 32): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

// Uint8Array.toBase64 exists in workerd, not in the Node 24 that runs unit tests; Buffer exists in both.
export function base64url(bytes: Uint8Array | ArrayBuffer): string {
  return Buffer.from(bytes as ArrayBuffer).toString("base64url");
}

/** The bytes of a base64url text, or null: Buffer would skip what is not base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  return new Uint8Array(Buffer.from(text, "base64url"));
}

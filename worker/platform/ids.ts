import { Buffer } from "node:buffer";

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const NONCE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Each array of random bytes is memory outside of V8's heap, whose collector it starts: one serves many requests.
const random = new Uint8Array(4096);
let used = random.length;

function randomByte(): number {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  const byte = random[used] as number;
  random[used++] = 0;
  return byte;
}

/** 20 characters of [0-9a-z], 103 bits. */
export function newId(): string {
  let id = "";
  while (id.length < 20) {
    const byte = randomByte();
    // Rejects bytes from 252, a multiple of 36: all letters stay equally likely.
    if (byte < 252) id += ALPHABET[byte % 36];
  }
  return id;
}

/** 22 characters, 132 bits (CSP3 section 7.1 asks for 128). */
export function newNonce(): string {
  let nonce = "";
  while (nonce.length < 22) nonce += NONCE_ALPHABET[randomByte() % 64];
  return nonce;
}

/** Base64url without padding (RFC 4648 section 5). */
export function newSecret(bytes = 32): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

// Node 24 of the unit tests lacks Uint8Array.toBase64.
export function base64url(bytes: Uint8Array | ArrayBuffer): string {
  return Buffer.from(bytes as ArrayBuffer).toString("base64url");
}

/** Null for invalid input: Buffer would skip invalid characters. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  return new Uint8Array(Buffer.from(text, "base64url"));
}

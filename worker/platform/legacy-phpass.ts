import { md5 } from "@noble/hashes/legacy.js";
import type { Pause } from "./legacy-bcrypt.ts";

const ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ROUNDS_AT_ONCE = 8_000;

/** Rounds as a power of two. */
export function phpassRounds(letter: string): number {
  return ALPHABET.indexOf(letter);
}

/** The 22 characters of phpass ($P$, $H$). */
export async function phpass(password: Uint8Array, salt: string, rounds: number, pause: Pause): Promise<string> {
  let hash = md5(joined(new TextEncoder().encode(salt), password));
  for (let i = 1; i <= 2 ** rounds; i++) {
    hash = md5(joined(hash, password));
    if (i % ROUNDS_AT_ONCE === 0) await pause();
  }
  return encoded(hash);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Groups of three bytes, the lowest bits first. */
function encoded(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const group = bytes.subarray(i, i + 3);
    const value = group.reduce((sum, byte, place) => sum | (byte << (8 * place)), 0);
    for (let letter = 0; letter <= group.length; letter++) text += ALPHABET[(value >> (6 * letter)) & 63];
  }
  return text;
}

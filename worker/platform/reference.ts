import { typedCode } from "./typed.ts";

/** Crockford's base 32: no letters that look or sound alike. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** For people to write down: 50 bits. */
export function newReference(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => LETTERS[byte % 32]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** The reference that somebody typed, with or without its dash; null for any other text. O is read as 0, I and L as 1. */
export function typedReference(text: string): string | null {
  const letters = typedCode(text).toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  if (letters.length !== 10 || [...letters].some((letter) => !LETTERS.includes(letter))) return null;
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

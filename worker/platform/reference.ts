/** Crockford's base 32: no letters that look or sound alike. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** For people to write down: 50 bits. */
export function newReference(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => LETTERS[byte % 32]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

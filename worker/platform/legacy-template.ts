import { bytesToHex } from "@noble/hashes/utils.js";
import { HASHES, type HashName } from "./legacy-derive.ts";

type Part = { word: string } | { hash: HashName; of: Part[] };

const TOKEN = /\s*(?:(md5|sha1|sha256|sha512)\(|(\))|(\.)|\$(salt|password)|'([^']*)')/y;
/** An own formula calls few functions. */
const MOST_CALLS = 20;

/**
 * Reads a formula such as `sha256($salt.$password)` or `md5(md5($password).'x')`. Each function gives lower-case hex.
 * Returns null for any other text.
 */
export function readTemplate(text: string): ((password: string, salt: string) => string) | null {
  const tokens = text.trim();
  let at = 0;
  let calls = 0;
  function token() {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(tokens);
    if (found) at = TOKEN.lastIndex;
    return found;
  }
  function term(): Part | null {
    const found = token();
    if (!found) return null;
    const [, hash, , , name, quoted] = found;
    if (hash) {
      const of = ++calls > MOST_CALLS ? null : sum();
      return of && token()?.[2] ? { hash: hash as HashName, of } : null;
    }
    if (name) return { word: `$${name}` };
    return quoted === undefined ? null : { word: `'${quoted}` };
  }
  function sum(): Part[] | null {
    const parts: Part[] = [];
    for (;;) {
      const part = term();
      if (!part) return null;
      parts.push(part);
      const before = at;
      if (token()?.[3]) continue;
      at = before;
      return parts;
    }
  }
  const parts = sum();
  const whole = parts !== null && at === tokens.length && parts.length === 1 && calls > 0 && /\$password/.test(text);
  return whole ? (password, salt) => joined(parts, { $password: password, $salt: salt }) : null;
}

function joined(parts: Part[], words: Record<string, string>): string {
  return parts
    .map((part) =>
      "word" in part
        ? (words[part.word] ?? part.word.slice(1))
        : bytesToHex(HASHES[part.hash](new TextEncoder().encode(joined(part.of, words)))),
    )
    .join("");
}

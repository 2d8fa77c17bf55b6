import { skeleton } from "#worker/people/identity/look-alike.ts";
import { nameKey } from "#worker/platform/text.ts";

/** Hashes of a sketch: exact for short texts, a sample for long ones. */
const SIZE = 48;
const DIGITS = 8;
/** Share of equal letter triples from which two texts count as the same. */
const SAME = 0.45;
/** Letters of a part that is looked up; two texts rarely have such a part by chance. */
const PART = 12;
/** Letters, doubled ones and spaces not counted. Shorter texts are alike by chance. */
const LONG = 60;
const KEYS = 4;

/** Bottom-k sketch of the text's letter triples, as hexadecimal. The name, digits, signs and doubled letters do not count. */
export function sketchOf(text: string, name: string): string {
  const padded = /\p{L}/u.test(text) ? ` ${lettersOf(text, name)} ` : signsOf(text);
  const hashes = new Set<number>();
  for (let at = 0; at + 3 <= padded.length || at === 0; at++) hashes.add(hashOf(padded.slice(at, at + 3)));
  return [...hashes]
    .sort((a, b) => a - b)
    .slice(0, SIZE)
    .map((hash) => hash.toString(16).padStart(DIGITS, "0"))
    .join("");
}

/** Four index keys; nearly equal texts share at least one at the same position. Null for a short text. */
export function keysOf(text: string, name: string): number[] | null {
  const letters = lettersOf(text, name);
  if (letters.length < LONG) return null;
  const keys = new Array<number>(KEYS).fill(2 ** 32);
  for (let at = 0; at + PART <= letters.length; at++) {
    const hash = hashOf(letters.slice(at, at + PART));
    keys[hash % KEYS] = Math.min(keys[hash % KEYS] ?? hash, hash);
  }
  return keys;
}

/** The Jaccard index of the two texts' triples, estimated from the smallest hashes of both. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [setOf(one), setOf(other)];
  const smallest = [...new Set([...a, ...b])].sort().slice(0, SIZE);
  const shared = smallest.filter((hash) => a.has(hash) && b.has(hash)).length;
  return shared / smallest.length >= SAME;
}

function lettersOf(text: string, name: string): string {
  const letters = plainLetters(name);
  // A name of two letters is a part of many words.
  return letters.length > 2 ? plainLetters(text).replaceAll(letters, "") : plainLetters(text);
}

function signsOf(text: string): string {
  return [...new Set(text.replace(/\s/g, ""))].sort().join("");
}

/** Without spaces, which may stand between any two letters. A digit in a word is a letter; a number of its own does not count. */
function plainLetters(text: string): string {
  const words = nameKey(text.replace(/\p{Default_Ignorable_Code_Point}/gu, "")).split(/[^\p{L}\p{M}\p{N}]+/u);
  const counted = words.filter((word) => /\p{L}|^\p{N}$/u.test(word));
  return counted
    .map(skeleton)
    .join("")
    .replace(/(\p{L})\1+/gu, "$1");
}

function setOf(sketch: string): Set<string> {
  return new Set(sketch.match(/.{8}/g));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

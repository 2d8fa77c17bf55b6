import { skeleton } from "#worker/identity/look-alike.ts";
import { nameKey } from "#worker/lib/text.ts";

/** Hashes of a sketch: exact for short texts, a sample for long ones. */
const SIZE = 48;
const DIGITS = 8;
/** Share of equal letter triples from which two openers count as the same text. */
const SAME = 0.45;

/** Bottom-k sketch of the text's letter triples, as hexadecimal. The receiver's name, digits, signs and doubled letters do not count. */
export function sketchOf(text: string, receiver: string): string {
  const padded = /\p{L}/u.test(text) ? ` ${lettersOf(text, receiver)} ` : signsOf(text);
  const hashes = new Set<number>();
  for (let at = 0; at + 3 <= padded.length || at === 0; at++) hashes.add(hashOf(padded.slice(at, at + 3)));
  return [...hashes]
    .sort((a, b) => a - b)
    .slice(0, SIZE)
    .map((hash) => hash.toString(16).padStart(DIGITS, "0"))
    .join("");
}

/** The Jaccard index of the two texts' triples, estimated from the smallest hashes of both. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [setOf(one), setOf(other)];
  const smallest = [...new Set([...a, ...b])].sort().slice(0, SIZE);
  const shared = smallest.filter((hash) => a.has(hash) && b.has(hash)).length;
  return shared / smallest.length >= SAME;
}

function lettersOf(text: string, receiver: string): string {
  const name = plainLetters(receiver);
  // A name of two letters is a part of many words.
  return name.length > 2 ? plainLetters(text).replaceAll(name, "") : plainLetters(text);
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

/** State of Blowfish: 18 subkeys and four tables of 256 words, one after the other. */
export interface Blowfish {
  keys: Int32Array;
  tables: Int32Array;
}

const KEYS = 18;
const TABLES = 1024;
/** Extra bits of the computed pi, which absorb the rounding of its terms. */
const GUARD = 64n;

let initial: Blowfish | undefined;

/** Blowfish begins with the fraction of pi: the same words as the published tables. About 10 ms once an isolate. */
export function newBlowfish(): Blowfish {
  initial ??= fromPi();
  return { keys: initial.keys.slice(), tables: initial.tables.slice() };
}

function fromPi(): Blowfish {
  const bits = BigInt((KEYS + TABLES) * 32);
  const one = 1n << (bits + GUARD);
  // Machin: pi = 16 atan(1/5) - 4 atan(1/239).
  const pi = 16n * arctangentOfInverse(5n, one) - 4n * arctangentOfInverse(239n, one);
  const hex = ((pi - 3n * one) >> GUARD).toString(16).padStart(Number(bits) / 4, "0");
  const words = Int32Array.from({ length: KEYS + TABLES }, (_, i) => Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16) | 0);
  return { keys: words.slice(0, KEYS), tables: words.slice(KEYS) };
}

function arctangentOfInverse(x: bigint, one: bigint): bigint {
  let sum = 0n;
  let power = one / x;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += n % 4n === 1n ? power / n : -(power / n);
    power /= x * x;
  }
  return sum;
}

/** Encrypts the block of two words at `at` in place. */
export function encipher({ keys, tables }: Blowfish, block: Int32Array, at: number): void {
  let left = (block[at] as number) ^ (keys[0] as number);
  let right = block[at + 1] as number;
  for (let i = 1; i <= 16; i += 2) {
    right ^= mixed(tables, left) ^ (keys[i] as number);
    left ^= mixed(tables, right) ^ (keys[i + 1] as number);
  }
  block[at] = right ^ (keys[17] as number);
  block[at + 1] = left;
}

function mixed(tables: Int32Array, word: number): number {
  const [a, b] = [tables[word >>> 24] as number, tables[256 + ((word >>> 16) & 255)] as number];
  const [c, d] = [tables[512 + ((word >>> 8) & 255)] as number, tables[768 + (word & 255)] as number];
  return ((((a + b) | 0) ^ c) + d) | 0;
}

/** `ExpandKey` of Provos and Mazières, "A Future-Adaptable Password Scheme" (1999). Without salt it is Blowfish's own. */
export function expandKey(state: Blowfish, key: Int32Array, salt: Int32Array | null): void {
  const { keys, tables } = state;
  for (let i = 0; i < KEYS; i++) keys[i] = (keys[i] as number) ^ (key[i] as number);
  const block = new Int32Array(2);
  let word = 0;
  for (const part of [keys, tables])
    for (let i = 0; i < part.length; i += 2) {
      if (salt) {
        block[0] = (block[0] as number) ^ (salt[word] as number);
        block[1] = (block[1] as number) ^ (salt[word + 1] as number);
        word = (word + 2) % 4;
      }
      encipher(state, block, 0);
      part[i] = block[0] as number;
      part[i + 1] = block[1] as number;
    }
}

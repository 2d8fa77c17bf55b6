import { sha256 } from "@noble/hashes/sha2.js";

/** Runs HMAC `times` times: `u` becomes the last result, and each is added to `sum`. */
export type Rounds = (u: Uint8Array, sum: Uint8Array, times: number) => void;

const PRIMES = firstPrimes(64);
/** Constants of FIPS 180-4: the first 32 bits of the fractions of cube roots and square roots of primes. */
const K = Int32Array.from(PRIMES, (prime) => fraction(prime, 3n));
const H = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(prime, 2n));
const BLOCK = 64;

/** HMAC-SHA-256 over its own results, without a buffer: four times as fast as the general one. */
export function createSha256Rounds(key: Uint8Array): Rounds {
  const short = key.length > BLOCK ? sha256(key) : key;
  const w = new Int32Array(64);
  const [inner, outer] = [0x36, 0x5c].map((pad) => {
    const padded = Uint8Array.from({ length: BLOCK }, (_, i) => (short[i] ?? 0) ^ pad);
    read(padded, w, 16);
    return compressed(H, w);
  }) as [Int32Array, Int32Array];
  const state = new Int32Array(8);
  return (u, sum, times) => {
    const total = new Int32Array(8);
    read(u, state, 8);
    for (let i = 0; i < times; i++) {
      pad(state, w);
      state.set(compressed(inner, w));
      pad(state, w);
      state.set(compressed(outer, w));
      for (let j = 0; j < 8; j++) total[j] = (total[j] as number) ^ (state[j] as number);
    }
    const added = new DataView(sum.buffer, sum.byteOffset);
    const last = new DataView(u.buffer, u.byteOffset);
    for (let j = 0; j < 8; j++) {
      added.setInt32(j * 4, added.getInt32(j * 4) ^ (total[j] as number));
      last.setInt32(j * 4, state[j] as number);
    }
  };
}

/** A message of 32 bytes behind the block of the key: padding and length in bits. */
function pad(message: Int32Array, w: Int32Array): void {
  w.set(message);
  w.fill(0, 8, 16);
  w[8] = 0x80000000;
  w[15] = (BLOCK + 32) * 8;
}

function read(bytes: Uint8Array, words: Int32Array, length: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let i = 0; i < length; i++) words[i] = view.getInt32(i * 4);
}

function compressed(from: Int32Array, w: Int32Array): Int32Array {
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15] as number, w[i - 2] as number];
    const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const large = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16] as number) + small + (w[i - 7] as number) + large;
  }
  let a = from[0] as number;
  let b = from[1] as number;
  let c = from[2] as number;
  let d = from[3] as number;
  let e = from[4] as number;
  let f = from[5] as number;
  let g = from[6] as number;
  let h = from[7] as number;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (K[i] as number) + (w[i] as number)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const to = from.slice();
  to[0] = (to[0] as number) + a;
  to[1] = (to[1] as number) + b;
  to[2] = (to[2] as number) + c;
  to[3] = (to[3] as number) + d;
  to[4] = (to[4] as number) + e;
  to[5] = (to[5] as number) + f;
  to[6] = (to[6] as number) + g;
  to[7] = (to[7] as number) + h;
  return to;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function firstPrimes(count: number): bigint[] {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  return primes;
}

/** The first 32 bits behind the point of a root. */
function fraction(of: bigint, root: bigint): number {
  const scaled = of << (32n * root);
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** root <= scaled) low = middle;
    else high = middle;
  }
  return Number(BigInt.asIntN(32, low));
}

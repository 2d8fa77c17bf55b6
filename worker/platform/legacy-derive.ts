import { hmac } from "@noble/hashes/hmac.js";
import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import type { Pause } from "./legacy-bcrypt.ts";
import { salsa } from "./legacy-salsa.ts";
import { createSha256Rounds, type Rounds } from "./legacy-sha256.ts";

export const HASHES = { md5, sha1, sha256, sha512 } as const;
export type HashName = keyof typeof HASHES;

/** Iterations between two pauses, about 8 ms. */
const ITERATIONS_AT_ONCE = 8_000;
/** Steps of scrypt between two pauses, about 8 ms for blocks of 1 KiB. */
const STEPS_AT_ONCE = 2_000;

export interface Pbkdf2 {
  hash: HashName;
  iterations: number;
  /** Bytes. */
  length: number;
}

/** RFC 8018, without WebCrypto: Workers refuse more than 100,000 iterations there. */
export async function pbkdf2(
  password: Uint8Array,
  salt: Uint8Array,
  { hash, iterations, length }: Pbkdf2,
  pause: Pause,
): Promise<Uint8Array> {
  const { outputLen } = HASHES[hash];
  const derived = new Uint8Array(length);
  const rounds = hash === "sha256" ? createSha256Rounds(password) : roundsOf(hash, password);
  for (let at = 0, number = 1; at < length; at += outputLen, number++) {
    const first = new Uint8Array(salt.length + 4);
    first.set(salt);
    new DataView(first.buffer).setUint32(salt.length, number);
    const u = hmac(HASHES[hash], password, first);
    const sum = u.slice();
    for (let left = iterations - 1; left > 0; left -= ITERATIONS_AT_ONCE) {
      rounds(u, sum, Math.min(left, ITERATIONS_AT_ONCE));
      if (left > ITERATIONS_AT_ONCE) await pause();
    }
    derived.set(sum.subarray(0, length - at), at);
  }
  return derived;
}

function roundsOf(hash: HashName, key: Uint8Array): Rounds {
  const { iHash, oHash } = hmac.create(HASHES[hash], key);
  const [inner, outer] = [iHash._cloneInto(), oHash._cloneInto()];
  return (u, sum, times) => {
    for (let i = 0; i < times; i++) {
      iHash._cloneInto(inner).update(u).digestInto(u);
      oHash._cloneInto(outer).update(u).digestInto(u);
      for (let j = 0; j < u.length; j++) sum[j] = (sum[j] as number) ^ (u[j] as number);
    }
  };
}

export interface Scrypt {
  /** N: a power of two. */
  cost: number;
  blockSize: number;
  parallelization: number;
  /** Bytes. */
  length: number;
}

/** RFC 7914. Needs 128 bytes × N × r of memory. */
export async function scrypt(
  password: Uint8Array,
  salt: Uint8Array,
  { cost, blockSize, parallelization, length }: Scrypt,
  pause: Pause,
): Promise<Uint8Array> {
  const once = { hash: "sha256", iterations: 1 } as const;
  const bytes = 128 * blockSize;
  const blocks = await pbkdf2(password, salt, { ...once, length: bytes * parallelization }, pause);
  const memory = new Int32Array(cost * 32 * blockSize);
  for (let lane = 0; lane < parallelization; lane++)
    await mixRandomly(blocks.subarray(lane * bytes, (lane + 1) * bytes), memory, pause);
  return pbkdf2(password, blocks, { ...once, length }, pause);
}

/** `scryptROMix` of RFC 7914, in place. */
async function mixRandomly(bytes: Uint8Array, memory: Int32Array, pause: Pause): Promise<void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bytes.length / 4;
  const steps = memory.length / size;
  let block = Int32Array.from({ length: size }, (_, i) => view.getInt32(i * 4, true));
  let next = new Int32Array(size);
  for (let i = 0; i < steps * 2; i++) {
    if (i < steps) memory.set(block, i * size);
    else {
      const at = ((block[size - 16] as number) & (steps - 1)) * size;
      for (let j = 0; j < size; j++) block[j] = (block[j] as number) ^ (memory[at + j] as number);
    }
    mixBlock(block, next);
    [block, next] = [next, block];
    if (i % STEPS_AT_ONCE === STEPS_AT_ONCE - 1) await pause();
  }
  block.forEach((word, i) => void view.setInt32(i * 4, word, true));
}

/** `scryptBlockMix` of RFC 7914: even parts come first. */
function mixBlock(from: Int32Array, to: Int32Array): void {
  const parts = from.length / 16;
  const x = from.slice(from.length - 16);
  for (let i = 0; i < parts; i++) {
    for (let j = 0; j < 16; j++) x[j] = (x[j] as number) ^ (from[i * 16 + j] as number);
    salsa(x);
    to.set(x, ((i >> 1) + (i % 2) * (parts / 2)) * 16);
  }
}

import { encipher, expandKey, newBlowfish } from "./legacy-blowfish.ts";

/** Lets other requests run: nothing else ends a long computation's hold on the isolate. */
export type Pause = () => Promise<unknown>;

/** Rounds between two pauses, about 8 ms. By count: a Worker's clock stands still while it computes. */
const ROUNDS_AT_ONCE = 128;
/** Bytes of a password that count, with the zero at its end. */
const KEY_BYTES = 72;
const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const PLAIN = "OrpheanBeholderScryDoubt";

/** The 23 bytes of bcrypt ($2a$, $2b$, $2y$). `salt` are its 16 bytes. */
export async function bcrypt(password: Uint8Array, salt: Uint8Array, cost: number, pause: Pause): Promise<Uint8Array> {
  const key = words(keyOf(password), 18);
  const salted = words(salt, 4);
  const saltAlone = words(salt, 18);
  const state = newBlowfish();
  expandKey(state, key, salted);
  for (let round = 1; round <= 2 ** cost; round++) {
    expandKey(state, key, null);
    expandKey(state, saltAlone, null);
    if (round % ROUNDS_AT_ONCE === 0) await pause();
  }
  const block = words(new TextEncoder().encode(PLAIN), 6);
  for (let i = 0; i < 64; i++) for (const at of [0, 2, 4]) encipher(state, block, at);
  const bytes = new DataView(new ArrayBuffer(24));
  block.forEach((word, i) => void bytes.setInt32(i * 4, word));
  return new Uint8Array(bytes.buffer, 0, 23);
}

function keyOf(password: Uint8Array): Uint8Array {
  const end = password.indexOf(0);
  const key = new Uint8Array(Math.min((end < 0 ? password.length : end) + 1, KEY_BYTES));
  key.set(password.subarray(0, key.length).subarray(0, end < 0 ? undefined : end));
  return key;
}

/** Big-endian words of the bytes, repeated as often as needed. */
function words(bytes: Uint8Array, length: number): Int32Array {
  const byte = (i: number) => bytes[i % bytes.length] as number;
  return Int32Array.from(
    { length },
    (_, i) => (byte(i * 4) << 24) | (byte(i * 4 + 1) << 16) | (byte(i * 4 + 2) << 8) | byte(i * 4 + 3),
  );
}

/** bcrypt's own Base64. */
export function bcryptBytes(text: string, length: number): Uint8Array {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(6, "0")).join("");
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2));
}

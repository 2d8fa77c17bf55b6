import Argon2, { Argon2Type, Argon2Version } from "@phi-ag/argon2";
import wasm from "@phi-ag/argon2/argon2.wasm";
import { hmac } from "./crypto.ts";
import { type Argon2Settings, fromBase64, legacyDigest, readWrapped } from "./legacy-hash.ts";

export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 20 ms CPU. */
const REAL_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
/** Insecure: for tests only. */
const TEST_COST: PasswordCost = { memoryCost: 64, timeCost: 1 };

const FIXED = { parallelism: 1, hashLength: 32, type: Argon2Type.Argon2id, version: Argon2Version.Version13 };

/** Local builds only: check-build.ts verifies it. */
export function passwordCost(setting: string | undefined): PasswordCost {
  return setting === "test" ? TEST_COST : REAL_COST;
}

let made: Promise<Argon2> | undefined;

function argon2(): Promise<Argon2> {
  made ??= WebAssembly.instantiate(wasm).then((instance) => new Argon2(instance));
  return made;
}

/** 43 ASCII characters: the library truncates other input. Without the pepper, stolen hashes are useless. */
export function peppered(pepper: string, password: string): Promise<string> {
  return hmac(pepper, password.normalize("NFKC"));
}

/** A PHC string with salt and cost: `$argon2id$v=19$m=19456,t=2,p=1$…`. */
export async function hashPassword(pepper: string, password: string, cost = REAL_COST): Promise<string> {
  const input = await peppered(pepper, password);
  return (await argon2()).hash(input, { ...FIXED, ...cost, salt: crypto.getRandomValues(new Uint8Array(16)) }).encoded;
}

/** Without a stored hash: false after the same work. */
export async function verifyPassword(
  pepper: string,
  stored: string | null,
  password: string,
  cost = REAL_COST,
): Promise<boolean> {
  const { phc, text } = await comparable(stored, password);
  const input = await peppered(pepper, text);
  const matches = (await argon2()).tryVerify(phc || hashOfNothing(cost), input).success;
  return matches && !!phc;
}

/**
 * What `verifyPassword` takes for a password: itself, or for a hash of another system the digest of it there.
 * That may take a second: run it where it keeps nobody waiting.
 */
export async function comparable(phc: string | null, password: string): Promise<{ phc: string | null; text: string }> {
  const wrapped = readWrapped(phc);
  if (!wrapped) return { phc, text: password };
  const pause = () => scheduler.wait(1);
  return { phc: wrapped.hash, text: await legacyDigest(wrapped.legacy, password, foreignArgon2, pause) };
}

/** In an instance of its own: WebAssembly memory never shrinks. */
async function foreignArgon2(password: string, settings: Argon2Settings): Promise<Uint8Array> {
  const { type, version, memory, passes, lanes, salt, length } = settings;
  const own = new Argon2(await WebAssembly.instantiate(wasm));
  // The library counts characters where argon2 counts bytes: zeros make up the difference.
  const input = password + "\0".repeat(new TextEncoder().encode(password).length - password.length);
  return own.hash(input, {
    hashLength: length,
    memoryCost: memory,
    timeCost: passes,
    parallelism: lanes,
    salt: fromBase64(salt),
    type: type === "i" ? Argon2Type.Argon2i : Argon2Type.Argon2id,
    version: version === 16 ? Argon2Version.Version10 : Argon2Version.Version13,
  }).hash;
}

function hashOfNothing({ memoryCost, timeCost }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
}

import Argon2, { Argon2Type, Argon2Version } from "@phi-ag/argon2";
import wasm from "@phi-ag/argon2/argon2.wasm";
import { hmac } from "./crypto.ts";

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  hashLength: 32,
  type: Argon2Type.Argon2id,
  version: Argon2Version.Version13,
};

let made: Promise<Argon2> | undefined;

function argon2(): Promise<Argon2> {
  made ??= WebAssembly.instantiate(wasm).then((instance) => new Argon2(instance));
  return made;
}

/**
 * What argon2 is given in place of the password: always 43 ASCII characters. The library counts characters where it
 * should count bytes, so that anything beyond ASCII would lose its end; and without the pepper the hashes are of no use.
 */
export function peppered(pepper: string, password: string): Promise<string> {
  return hmac(pepper, password.normalize("NFKC"));
}

/** A PHC string with its own salt: `$argon2id$v=19$m=19456,t=2,p=1$…`. Takes about 20 ms of processor time. */
export async function hashPassword(pepper: string, password: string): Promise<string> {
  const input = await peppered(pepper, password);
  return (await argon2()).hash(input, { ...COST, salt: crypto.getRandomValues(new Uint8Array(16)) }).encoded;
}

/** Whether the password made this PHC string. Without one, the same work is done and the answer is no. */
export async function verifyPassword(pepper: string, phc: string | null, password: string): Promise<boolean> {
  const input = await peppered(pepper, password);
  const known = (await argon2()).tryVerify(phc ?? NOBODY, input).success;
  return known && phc !== null;
}

// A hash of nothing anybody can type, of the same cost as a real one.
const NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

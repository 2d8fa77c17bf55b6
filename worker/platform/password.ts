import Argon2, { Argon2Type, Argon2Version } from "@phi-ag/argon2";
import wasm from "@phi-ag/argon2/argon2.wasm";
import { hmac } from "./crypto.ts";

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
export async function verifyPassword(pepper: string, phc: string | null, password: string, cost = REAL_COST): Promise<boolean> {
  const input = await peppered(pepper, password);
  const matches = (await argon2()).tryVerify(phc ?? hashOfNothing(cost), input).success;
  return matches && phc !== null;
}

function hashOfNothing({ memoryCost, timeCost }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
}

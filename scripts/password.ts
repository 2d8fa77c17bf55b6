import { argon2, argon2Sync, createHmac, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { LOCAL_SECRETS } from "./secrets.ts";

const COST = { memory: 19_456, passes: 2 };

/** The format of worker/platform/password.ts, from Node's argon2 with the local pepper unless another is given. `memory` in KiB. */
export function hashForSeed(password: string, { memory, passes } = COST, pepper = LOCAL_SECRETS.PASSWORD_PEPPER): string {
  const input = inputOf(password, pepper, memory, passes);
  return textOf(input, argon2Sync("argon2id", input));
}

const hashed = promisify(argon2);

/** The same in Node's own threads: several at once use all processors. */
export async function hashWith(pepper: string, password: string): Promise<string> {
  const input = inputOf(password, pepper, COST.memory, COST.passes);
  return textOf(input, await hashed("argon2id", input));
}

function inputOf(password: string, pepper: string, memory: number, passes: number) {
  const message = createHmac("sha256", pepper).update(password.normalize("NFKC")).digest("base64url");
  return { message, nonce: randomBytes(16), parallelism: 1, tagLength: 32, memory, passes };
}

function textOf({ nonce, memory, passes }: ReturnType<typeof inputOf>, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`;
}

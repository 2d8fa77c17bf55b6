import { argon2Sync, createHmac, randomBytes } from "node:crypto";
import { LOCAL_SECRETS } from "./secrets.ts";

/** The format of worker/platform/password.ts, from Node's argon2 with the local pepper unless another is given. `memory` in KiB. */
export function hashForSeed(
  password: string,
  { memory, passes } = { memory: 19_456, passes: 2 },
  pepper = LOCAL_SECRETS.PASSWORD_PEPPER,
): string {
  const peppered = createHmac("sha256", pepper).update(password.normalize("NFKC")).digest("base64url");
  const nonce = randomBytes(16);
  const tag = argon2Sync("argon2id", { message: peppered, nonce, parallelism: 1, tagLength: 32, memory, passes });
  const text = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`;
}

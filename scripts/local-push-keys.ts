import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPushKeys } from "#worker/delivery/push/vapid.ts";

/** `PUSH_KEYS` of a local store, made once: browsers subscribe to the key. */
export async function localPushKeys(data: string): Promise<string> {
  const file = join(data, "push-keys");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const { publicKey, privateKey } = await createPushKeys();
  mkdirSync(data, { recursive: true });
  writeFileSync(file, `${publicKey}.${privateKey}\n`, { mode: 0o600 });
  return `${publicKey}.${privateKey}`;
}

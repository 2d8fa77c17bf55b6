import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";

const ROOT = join(import.meta.dirname, "../..");
const NOTE = "own.json";

interface OwnStore {
  staffHost: string;
  port: number;
  /** Path of the configuration, with the secrets. */
  config: string;
}

export function noteOwnStore(data: string, note: OwnStore): void {
  writeFileSync(join(data, NOTE), JSON.stringify(note));
}

/** What `npm run serve` noted in its data folder; null for the data of `npm start`. */
export function ownStore(data: string): OwnStore | null {
  const path = join(resolve(ROOT, data), NOTE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as OwnStore) : null;
}

/** A store that real members use, on Cloudflare or on a machine of one's own. */
export function isDeployed({ remote, data }: { remote: boolean; data: string }): boolean {
  return remote || ownStore(data) !== null;
}

/** Undefined where neither the environment nor a configuration that the user may read has it. */
export function pepperOf({ remote, data }: { remote: boolean; data: string }): string | undefined {
  if (process.env.PASSWORD_PEPPER) return process.env.PASSWORD_PEPPER;
  if (!ownStore(data)) return remote ? undefined : LOCAL_SECRETS.PASSWORD_PEPPER;
  return ownSetting(data, "PASSWORD_PEPPER");
}

/**
 * Photos outside of the Worker's own bucket, or a deployed bucket by its S3 interface. Undefined without one.
 * The environment is a deployment's alone: it may still stand in the shell when a local store is meant.
 */
export function photoStoreOf({ remote, data }: { remote: boolean; data: string }): string | undefined {
  return (remote ? process.env.PHOTOS_S3 : ownSetting(data, "PHOTOS_S3")) || undefined;
}

function ownSetting(data: string, name: string): string | undefined {
  const own = ownStore(data);
  try {
    return own ? parseEnv(readFileSync(own.config, "utf8"))[name] : undefined;
  } catch {
    return undefined;
  }
}

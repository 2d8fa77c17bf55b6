import { userInfo } from "node:os";
import type { D1Database } from "@cloudflare/workers-types";
import { pendingMigrations } from "#scripts/data.ts";
import { localStore, type Store, wranglerStore } from "#scripts/database.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { isLocal, isLocalHost } from "#worker/sites/domains/read-domains.ts";
import { host as hostSchema } from "#worker/sites/domains/settings.vocabulary.ts";

export interface Options {
  name?: string;
  host?: string;
  languages?: string;
  countries?: string;
  company?: string;
  email?: string;
  hours: string;
  port: string;
  write: boolean;
  yes: boolean;
  "new-secret": boolean;
  "dry-run": boolean;
  /** Of a dry run: as into a deployment that has nothing yet. */
  empty: boolean;
  remote: boolean;
  env?: string;
  data: string;
}

/** Which deployment or local store a command means. */
export type Where = Pick<Options, "remote" | "env" | "data" | "host" | "port">;

/** The command prints the message as it is. */
export class DomainError extends Error {}

/** @throws DomainError */
export function mustBeHost(host: string): void {
  if (!hostSchema.safeParse(host).success) throw new DomainError(`"${host}" is no host: lower case, without port.`);
}

/** @throws StoreError, ForeignDatabase, DomainError */
export async function openStore({ remote, env, data }: Where, binding = "DB"): Promise<Store> {
  const store = remote ? wranglerStore(["--remote", ...(env ? ["--env", env] : [])], binding) : localStore(data, binding);
  await mustBeMigrated(store.db, remote, binding);
  return store;
}

async function mustBeMigrated(db: Pick<D1Database, "prepare">, remote: boolean, binding: string): Promise<void> {
  const [first] = await pendingMigrations(db);
  const way = remote ? `npx wrangler d1 migrations apply ${binding} --remote` : "npm start";
  if (first) throw new DomainError(`The database lacks ${first}. Run first: ${way}`);
}

/** Where the Worker of this database answers. */
export function originGiven({ remote, host, port }: Where, domain: DomainFile | undefined): string {
  return remote ? `https://${host ?? domain?.hosts[0]}` : `http://127.0.0.1:${port}`;
}

/** No deployment gets a host of this machine. */
export function deployable(files: DomainFile[]): DomainFile[] {
  return files
    .filter((file) => !isLocal(file))
    .map((file) => ({ ...file, hosts: file.hosts.filter((host) => !isLocalHost(host)) }));
}

/** Stored with each version. */
export function operator(): string {
  return userInfo().username;
}

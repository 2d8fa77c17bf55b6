import { randomBytes } from "node:crypto";
import { isDeployed } from "#scripts/own/own-store.ts";
import { time } from "#scripts/terminal.ts";
import { storeAssets } from "#tools/brand/store.ts";
import { filesOf } from "./files.ts";
import { DomainError, mustBeHost, type Options, openStore } from "./options.ts";

const HOUR = 3_600_000;
/** A week, in hours. */
const LONGEST = 168;

/** Shows a file on a host of its own for some hours; 0 ends its previews. */
export async function preview(wanted: string[], options: Options): Promise<void> {
  const [file] = filesOf(wanted);
  if (!file) return;
  const hours = Number(options.hours);
  if (!Number.isInteger(hours) || hours < 0 || hours > LONGEST) throw new DomainError(`--hours takes 0 to ${LONGEST}.`);
  const host = hostOf(options);
  const { db } = await openStore(options);
  const now = Date.now();
  const own = db.prepare("DELETE FROM domain_previews WHERE expires_at <= ?1 OR settings ->> '$.id' = ?2");
  if (hours === 0) {
    await own.bind(now, file.id).run();
    return console.log(`✓ ${file.id} is previewed no more, within 30 seconds.`);
  }
  const owner = await db
    .prepare("SELECT domain_id AS name FROM hosts WHERE host = ?1 UNION ALL SELECT pool FROM pool_hosts WHERE host = ?1")
    .bind(host)
    .first<{ name: string }>();
  if (owner) throw new DomainError(`${host} is a host of ${owner.name}. A preview takes one that no site has.`);
  const end = now + hours * HOUR;
  await storeAssets(file, db);
  await db.batch([
    own.bind(now, file.id),
    db
      .prepare("INSERT OR REPLACE INTO domain_previews (host, settings, created_at, expires_at) VALUES (?1, ?2, ?3, ?4)")
      .bind(host, JSON.stringify(file), now, end),
  ]);
  console.log(`✓ ${isDeployed(options) ? `https://${host}/` : `http://${host}:${options.port}/`}  until ${time(end)} UTC
  Nobody can sign up, log in or pay there, it shows no members, and search engines are told to leave.`);
}

function hostOf(options: Options): string {
  const { host } = options;
  if (host !== undefined) mustBeHost(host);
  if (host === undefined && isDeployed(options))
    throw new DomainError(
      "Say --host: one that leads to the Worker and that no site has (a route of wrangler.toml, or its workers.dev address).",
    );
  return host ?? `preview-${randomBytes(4).toString("hex")}.localhost`;
}

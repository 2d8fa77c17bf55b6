import type { D1Database } from "@cloudflare/workers-types";
import type { DomainFile } from "../worker/domains/settings.ts";

/** Writes domains as their files say, in one transaction; a host moves to the file that names it. */
export async function applyDomains(db: D1Database, files: DomainFile[], now: number): Promise<void> {
  const upsert = db.prepare(
    "INSERT INTO domains (id, pool, settings, updated_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET pool = ?2, settings = ?3, updated_at = ?4 WHERE settings <> ?3",
  );
  const host = db.prepare("INSERT INTO hosts (host, domain_id) VALUES (?1, ?2) ON CONFLICT (host) DO UPDATE SET domain_id = ?2");
  await db.batch(
    files.flatMap((file) => [
      upsert.bind(file.id, file.pool, JSON.stringify(file), now),
      ...file.hosts.map((name) => host.bind(name, file.id)),
    ]),
  );
}

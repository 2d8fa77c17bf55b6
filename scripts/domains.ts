import type { D1Database } from "@cloudflare/workers-types";
import type { DomainFile } from "#worker/domains/domain-file.ts";

/** Hidden fictional profiles appear in no list, so their likes must not count as new. A trigger updates the counter. */
export const SEE_FICTIONAL_LIKES = `UPDATE likes SET is_new = 0 WHERE is_new = 1
  AND liker_id IN (SELECT id FROM profiles WHERE fictional = 1)
  AND liked_id IN (SELECT a.id FROM domains d JOIN accounts a ON a.domain_id = d.id
    WHERE coalesce(json_extract(d.settings, '$.settings.fictional_profiles'), 0) = 0)`;

/** Replaces all domains and hosts in one transaction. Members of a removed domain stay. */
export async function applyDomains(db: D1Database, files: DomainFile[], now: number): Promise<void> {
  const upsert = db.prepare(
    "INSERT INTO domains (id, pool, settings, updated_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET pool = ?2, settings = ?3, updated_at = ?4 WHERE settings <> ?3",
  );
  const host = db.prepare("INSERT INTO hosts (host, domain_id) VALUES (?1, ?2) ON CONFLICT (host) DO UPDATE SET domain_id = ?2");
  await db.batch([
    ...files.flatMap((file) => [
      upsert.bind(file.id, file.pool, JSON.stringify(file), now),
      ...file.hosts.map((name) => host.bind(name, file.id)),
    ]),
    db
      .prepare("DELETE FROM hosts WHERE host NOT IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(files.flatMap((file) => file.hosts))),
    db
      .prepare("DELETE FROM domains WHERE id NOT IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(files.map((file) => file.id))),
    db.prepare(SEE_FICTIONAL_LIKES),
  ]);
}

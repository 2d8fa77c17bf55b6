import type { D1Database } from "@cloudflare/workers-types";
import { offerProblem } from "#worker/sites/domains/codes.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { DrawnDomain } from "#worker/sites/pwa/draw.ts";
import { inlined, type Statement } from "./sql-text.ts";

/** Hidden fictional profiles appear in no list, so their likes must not count as new. A trigger updates the counter. */
const SEE_FICTIONAL_LIKES = `UPDATE likes SET is_new = 0 WHERE is_new = 1
  AND liker_id IN (SELECT id FROM profiles WHERE fictional = 1)
  AND liked_id IN (SELECT a.id FROM domains d JOIN accounts a ON a.domain_id = d.id
    WHERE coalesce(json_extract(d.settings, '$.settings.fictional_profiles'), 0) = 0)`;

// D1 takes statements of 100 kB. The command inlines values, so a long one is mentioned once.
const UPSERT_DOMAIN = `INSERT INTO domains (id, pool, settings, updated_at) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (id) DO UPDATE SET pool = excluded.pool, settings = excluded.settings, updated_at = excluded.updated_at
  WHERE settings <> excluded.settings`;
const UPSERT_HOST = "INSERT INTO hosts (host, domain_id) VALUES (?1, ?2) ON CONFLICT (host) DO UPDATE SET domain_id = ?2";
const UPSERT_ICON = `INSERT INTO domain_icons (domain_id, path, version, data) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (domain_id, path) DO UPDATE SET version = excluded.version, data = excluded.data WHERE version <> excluded.version`;
/** `?4` is the length so far: an icon that was there already is longer. */
const APPEND_ICON = "UPDATE domain_icons SET data = data || ?3 WHERE domain_id = ?1 AND path = ?2 AND length(data) = ?4";
const ICON_PART = 60_000;
/** In characters, of statements together: few take more than one byte. */
const TEXT = 60_000;

const ADD_VERSION = `INSERT INTO domain_versions (domain_id, number, settings, applied_at, by)
  SELECT ?1, coalesce((SELECT max(number) FROM domain_versions WHERE domain_id = ?1), 0) + 1, applied.file, ?3, ?4
  FROM (SELECT ?2 AS file) applied
  WHERE applied.file IS NOT (SELECT settings FROM domain_versions WHERE domain_id = ?1 ORDER BY number DESC LIMIT 1)`;

/** Files that neither a version nor a preview shows, nor a change that waits for a second operator. */
const FORGET_ASSETS = `DELETE FROM domain_assets WHERE domain_id = ?1 AND hash NOT IN (
  SELECT a.value FROM domain_versions v, json_tree(v.settings, '$.assets') a WHERE v.domain_id = ?1 AND a.key = 'hash'
  UNION ALL SELECT a.value FROM site_proposals q, json_tree(q.settings, '$.assets') a
    WHERE q.domain_id = ?1 AND q.status = 'proposed' AND a.key = 'hash'
  UNION ALL SELECT a.value FROM domain_previews p, json_tree(p.settings, '$.assets') a WHERE a.key = 'hash')`;

interface Applying {
  /** Name of the person who applies, stored with the version. */
  by?: string;
  /** Other domains stay; otherwise they go. */
  only?: boolean;
}

/** Writes domains, hosts, icons and versions, for one transaction. Members of a removed domain stay. */
export function domainStatements(
  domains: DrawnDomain[],
  now: number,
  { by = "npm start", only = false }: Applying = {},
): Statement[] {
  const files = domains.map(({ file }) => file);
  return [
    ...domains.flatMap(({ file, version, icons }) => [
      { sql: UPSERT_DOMAIN, params: [file.id, file.pool, JSON.stringify(file), now] },
      { sql: ADD_VERSION, params: [file.id, JSON.stringify(file), now, by] },
      {
        sql: "DELETE FROM hosts WHERE domain_id = ?1 AND host NOT IN (SELECT value FROM json_each(?2))",
        params: [file.id, JSON.stringify(file.hosts)],
      },
      ...file.hosts.map((name) => ({ sql: UPSERT_HOST, params: [name, file.id] })),
      { sql: FORGET_ASSETS, params: [file.id] },
      ...icons.flatMap((icon) => iconStatements(file.id, version, icon)),
    ]),
    ...(only ? [] : ["hosts WHERE domain_id", "domains WHERE id"]).map((rows) => ({
      sql: `DELETE FROM ${rows} NOT IN (SELECT value FROM json_each(?1))`,
      params: [JSON.stringify(files.map(({ id }) => id))],
    })),
    { sql: SEE_FICTIONAL_LIKES, params: [] },
  ];
}

function iconStatements(id: string, version: string, { path, base64 }: DrawnDomain["icons"][number]): Statement[] {
  const later: Statement[] = [];
  for (let at = ICON_PART; at < base64.length; at += ICON_PART)
    later.push({ sql: APPEND_ICON, params: [id, path, base64.slice(at, at + ICON_PART), at] });
  return [{ sql: UPSERT_ICON, params: [id, path, version, base64.slice(0, ICON_PART)] }, ...later];
}

/** A stored version or a file of an export may be older than this rule. @throws Error */
export function checkOffers(files: readonly DomainFile[]): void {
  for (const { id, api, settings } of files) {
    const problem = api.mode === "proxy" ? null : offerProblem(settings);
    if (problem) throw new Error(`${id}: settings.delete_discount: ${problem}`);
  }
}

/** @throws Error by `checkOffers`, before anything is written */
export async function applyDomains(db: D1Database, domains: DrawnDomain[], now: number, how?: Applying): Promise<void> {
  checkOffers(domains.map(({ file }) => file));
  await db.batch(domainStatements(domains, now, how).map(({ sql, params }) => db.prepare(sql).bind(...params)));
}

/** The same behind Miniflare, in as few texts as D1 takes. There each statement and each binding is a trip. */
export async function applyDomainsTogether(db: D1Database, domains: DrawnDomain[], now: number): Promise<void> {
  checkOffers(domains.map(({ file }) => file));
  await db.batch(textsOf(domainStatements(domains, now)).map((text) => db.prepare(text)));
}

function textsOf(statements: Statement[]): string[] {
  const texts = [""];
  for (const statement of statements) {
    const text = `${inlined(statement)};\n`;
    if ((texts.at(-1)?.length ?? 0) + text.length > TEXT) texts.push("");
    texts.push(`${texts.pop()}${text}`);
  }
  return texts.filter(Boolean);
}

/** Domains that an older build has applied. */
export async function domainsWithoutIcons(db: Pick<D1Database, "prepare">): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT id FROM domains WHERE id NOT IN (SELECT domain_id FROM domain_icons) ORDER BY id")
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

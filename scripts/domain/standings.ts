import type { D1Database } from "@cloudflare/workers-types";
import { type Contradiction, contradictionsOf, type Standing } from "#worker/sites/domains/contradictions.ts";
import { type DomainFile, domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { parseStored } from "#worker/sites/domains/stored-file.ts";
import { DomainError } from "./options.ts";

const SITES = `SELECT d.id, d.pool, d.settings ->> '$.settings.languages' AS languages, d.settings ->> '$.settings.packages' AS packages,
  (SELECT json_group_array(host) FROM hosts WHERE domain_id = d.id) AS hosts FROM domains d ORDER BY d.id`;
// By the pool's index: a count reads its accounts once.
const MEMBERS = `SELECT domain_id AS id, language, count(*) AS count, sum(credits) AS credits FROM accounts
  WHERE pool = ?1 AND status <> 'erased' GROUP BY domain_id, language`;
const ORDERS = `SELECT domain_id AS id, currency, package_id AS packageId, count(*) AS count FROM payments
  WHERE status IN ('created', 'pending') GROUP BY domain_id, currency, package_id`;

interface SiteRow {
  id: string;
  pool: string;
  languages: string | null;
  packages: string | null;
  hosts: string;
}
type MemberRow = { id: string; language: string; count: number; credits: number };
type OrderRow = { id: string; currency: string; packageId: string; count: number };

/** What a database holds of each site applied in it. */
async function standingsOf(db: Pick<D1Database, "prepare">): Promise<Standing[]> {
  const { results: sites } = await db.prepare(SITES).all<SiteRow>();
  const { results: orders } = await db.prepare(ORDERS).all<OrderRow>();
  const pools = new Map<string, MemberRow[]>();
  for (const pool of new Set(sites.map((site) => site.pool)))
    pools.set(pool, (await db.prepare(MEMBERS).bind(pool).all<MemberRow>()).results);
  return sites.map((site) => {
    const members = (pools.get(site.pool) ?? []).filter(({ id }) => id === site.id);
    return {
      site: {
        ...{ id: site.id, pool: site.pool, hosts: JSON.parse(site.hosts) },
        settings: { languages: JSON.parse(site.languages ?? "[]"), packages: JSON.parse(site.packages ?? "{}") },
      },
      members: members.reduce((sum, { count }) => sum + count, 0),
      credits: members.reduce((sum, { credits }) => sum + credits, 0),
      orders: orders.filter(({ id }) => id === site.id),
      languages: members.map(({ language, count }) => ({ language, count })),
    };
  });
}

interface How {
  /** Other sites stay as they are. */
  only: boolean;
  /** The operator means it. */
  yes: boolean;
  files: readonly DomainFile[];
}

/**
 * Asked before anything is written.
 *
 * @throws DomainError with each contradiction and its count
 */
export async function mustNotContradict(databases: Iterable<D1Database>, { files, only, yes }: How): Promise<void> {
  const found: Contradiction[] = [];
  for (const db of databases) found.push(...contradictionsOf(await standingsOf(db), files, only));
  const refused = found.filter(({ mayBeMeant }) => !mayBeMeant || !yes);
  const lines = refused.map(({ id, text }) => `${id}: ${text}`);
  if (refused.length === 0) return;
  const way = refused.every(({ mayBeMeant }) => mayBeMeant)
    ? "\nNothing was changed. If you mean it, say --yes."
    : "\nNothing was changed.";
  throw new DomainError(`${lines.join("\n")}${way}`);
}

interface Unpulled {
  id: string;
  number: number;
  by: string;
  settings: string;
}

const UNPULLED = `SELECT v.domain_id AS id, v.number, v.by, v.settings FROM domain_versions v
  WHERE v.staff_id IS NOT NULL AND v.pulled_at IS NULL
    AND v.number = (SELECT max(number) FROM domain_versions WHERE domain_id = v.domain_id)`;

/** Sites whose last change was made in the browser, and whose file does not say it. */
export async function unpulledOf(db: Pick<D1Database, "prepare">, files: readonly DomainFile[]): Promise<Unpulled[]> {
  const { results } = await db.prepare(UNPULLED).all<Unpulled>();
  return results.filter((one) => files.some((file) => file.id === one.id && JSON.stringify(file) !== one.settings));
}

export function storedOf(unpulled: Unpulled | undefined): DomainFile | null {
  return unpulled ? parseStored(domainFileSchema, unpulled.settings) : null;
}

/** @throws DomainError: a file would undo what somebody changed in the browser */
export async function mustBePulled(db: Pick<D1Database, "prepare">, files: readonly DomainFile[]): Promise<void> {
  const found = await unpulledOf(db, files);
  if (found.length === 0) return;
  const lines = found.map(
    ({ id, number, by }) =>
      `${id}: ${by} has changed the site in the browser (version ${number}), and the file does not say it. Run first: npm run domain -- pull ${id}`,
  );
  throw new DomainError(`${lines.join("\n")}\nNothing was changed.`);
}

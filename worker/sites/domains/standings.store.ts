import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, domains, hosts, payments } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Standing } from "./contradictions.ts";

interface SiteRow {
  id: string;
  pool: string;
  languages: string | null;
  packages: string | null;
  legal: string | null;
  /** JSON list. */
  hosts: string;
}
type MemberRow = { id: string; language: string; count: number; credits: number };
type OrderRow = { id: string; currency: string; packageId: string; count: number };

const d = aliased(domains, "d");

/** What a database holds of its sites, or of one. Reads all accounts of their pools: for commands and changes of a site only. */
export async function standingsIn(db: Database, id: string | null = null): Promise<Standing[]> {
  const wanted = sql`(${id} IS NULL OR ${d.id} = ${id})`;
  const [sites, members, orders] = await rowsOf<[SiteRow, MemberRow, OrderRow]>(db, [
    sql`SELECT ${d.id} AS id, ${d.pool} AS pool, ${d.settings} ->> '$.settings.languages' AS languages,
      ${d.settings} ->> '$.settings.packages' AS packages,
      ${d.settings} ->> '$.assets.legal' AS legal,
      (SELECT json_group_array(${hosts.host}) FROM ${hosts} WHERE ${hosts.domainId} = ${d.id}) AS hosts
      FROM ${d} WHERE ${wanted} ORDER BY ${d.id}`,
    sql`SELECT ${accounts.domainId} AS id, ${accounts.language} AS language, count(*) AS count, sum(${accounts.credits}) AS credits
      FROM ${accounts} WHERE ${accounts.pool} IN (SELECT ${d.pool} FROM ${d} WHERE ${wanted}) AND ${accounts.status} <> 'erased'
      GROUP BY ${accounts.domainId}, ${accounts.language}`,
    sql`SELECT ${payments.domainId} AS id, ${payments.currency} AS currency, ${payments.packageId} AS "packageId", count(*) AS count
      FROM ${payments} WHERE ${payments.status} IN ('created', 'pending')
      GROUP BY ${payments.domainId}, ${payments.currency}, ${payments.packageId}`,
  ]);
  return sites.map((site) => {
    const own = members.filter((row) => row.id === site.id);
    return {
      site: {
        ...{ id: site.id, pool: site.pool, hosts: JSON.parse(site.hosts) },
        settings: { languages: JSON.parse(site.languages ?? "[]"), packages: JSON.parse(site.packages ?? "{}") },
        assets: { legal: site.legal ? JSON.parse(site.legal) : undefined },
      },
      members: own.reduce((sum, { count }) => sum + count, 0),
      credits: own.reduce((sum, { credits }) => sum + credits, 0),
      orders: orders.filter((row) => row.id === site.id),
      languages: own.map(({ language, count }) => ({ language, count })),
    };
  });
}

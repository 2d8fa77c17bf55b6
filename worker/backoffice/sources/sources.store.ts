import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { domains, sourceFigures, sources } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { SITE_NAMES, type SiteName } from "#worker/backoffice/staff/site-names.sql.ts";
import type { SourceGroup } from "./sources.vocabulary.ts";

interface SourcePeriod {
  /** Days since 1970; `before` is the first of as many days directly before. */
  before: number;
  from: number;
  to: number;
}

export interface Wanted extends SourcePeriod {
  domain: string | null;
  by: SourceGroup;
  network: string | null;
  ref: string | null;
  most: number;
}

export interface SourceRow {
  /** JSON list of `rest`, name and ref; null for the sum of all. */
  item: string | null;
  /** Items in all. */
  items: number;
  name: string;
  part: string;
  now: number;
  before: number;
}

const f = aliased(sourceFigures, "f");
const s = aliased(sources, "s");

const ITEMS = {
  network: sql`json_array(iif(${s.network} = '' AND ${s.rest} > 1, ${s.rest}, 0), ${s.network}, '')`,
  ref: sql`json_array(${s.rest}, ${s.network}, iif(${s.rest} = 3, '', ${s.ref}))`,
  lander: sql`json_array(0, ${s.lander}, '')`,
  country: sql`json_array(0, ${f.country}, '')`,
  day: sql`json_array(0, ${f.day}, '')`,
} as const;

export type SourcesStore = ReturnType<typeof createSourcesStore>;

export function createSourcesStore(db: Database) {
  return {
    /** Sums by item, name and part: of the items with most sign-ups and payments, and of all together. One trip. */
    async read({ domain, by, network, ref, before, from, to, most }: Wanted) {
      const which = sql`SELECT ${domains.id} FROM ${domains} WHERE ${domain} IS NULL OR ${domains.id} = ${domain}`;
      const [rows, sites] = await rowsOf<[SourceRow, SiteName]>(db, [
        sql`WITH figures AS MATERIALIZED (
            SELECT ${ITEMS[by]} AS item, ${f.name} AS name, ${f.part} AS part, sum(iif(${f.day} >= ${from}, ${f.value}, 0)) AS now,
              sum(iif(${f.day} < ${from}, ${f.value}, 0)) AS before
            FROM ${f} CROSS JOIN ${s} ON ${s.id} = ${f.sourceId}
            WHERE ${f.domainId} IN (${which}) AND ${f.day} BETWEEN ${before} AND ${to}
              AND (${network} IS NULL OR ${s.network} = ${network}) AND (${ref} IS NULL OR ${s.ref} = ${ref} AND ${s.rest} = 0)
            GROUP BY 1, 2, 3),
          ranked AS (SELECT item, count(*) OVER () AS items, sum(now * (name = 'signups')) AS signups, sum(now * (name = 'revenue')) AS revenue
            FROM figures GROUP BY item HAVING sum(now) > 0 ORDER BY 3 DESC, 4 DESC, 1 LIMIT ${most})
          SELECT r.item, r.items, g.name, g.part, g.now, g.before FROM ranked r JOIN figures g ON g.item = r.item
          UNION ALL SELECT NULL, 0, name, part, sum(now), sum(before) FROM figures GROUP BY name, part`,
        SITE_NAMES,
      ]);
      return { rows, sites };
    },
  };
}

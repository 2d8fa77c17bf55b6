import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, dailyFigures, domains, sourceFigures, sources } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { SITE_NAMES, type SiteName } from "#worker/backoffice/staff/site-names.sql.ts";
import { GROUPS_WITH_VIEWS, type SourceGroup, VIEWS } from "./sources.vocabulary.ts";

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

/** Accounts of one link with the same `sub1` to `sub3`. */
export interface SubRow {
  network: string;
  ref: string;
  sub1: string;
  sub2: string;
  sub3: string;
  signups: number;
  members: number;
  /** Have paid since; `buyers` of the other figures are first payments in the period. */
  paying: number;
}

export interface SubsWanted {
  domain: string | null;
  network: string | null;
  ref: string | null;
  /** Sign-ups from `from` to before `to`, in ms. */
  from: number;
  to: number;
}

const f = aliased(sourceFigures, "f");
const d = aliased(dailyFigures, "d");
const a = aliased(accounts, "a");
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
    /**
     * Sums by item, name and part: of the items with most sign-ups and payments, and of all together. One trip.
     * `isViewed`: views were counted by the first of these days.
     */
    async read({ domain, by, network, ref, before, from, to, most }: Wanted) {
      const which = sql`SELECT ${domains.id} FROM ${domains} WHERE ${domain} IS NULL OR ${domains.id} = ${domain}`;
      const [rows, sites, [first]] = await rowsOf<[SourceRow, SiteName, { day: number | null }]>(db, [
        sql`WITH figures AS MATERIALIZED (
            SELECT ${ITEMS[by]} AS item, ${f.name} AS name, ${f.part} AS part, sum(iif(${f.day} >= ${from}, ${f.value}, 0)) AS now,
              sum(iif(${f.day} < ${from}, ${f.value}, 0)) AS before
            FROM ${f} CROSS JOIN ${s} ON ${s.id} = ${f.sourceId}
            WHERE ${f.domainId} IN (${which}) AND ${f.day} BETWEEN ${before} AND ${to}
              AND (${network} IS NULL OR ${s.network} = ${network}) AND (${ref} IS NULL OR ${s.ref} = ${ref} AND ${s.rest} = 0)
            GROUP BY 1, 2, 3${viewsOf({ by, network, ref, from, before, to }, which)}),
          ranked AS (SELECT item, count(*) OVER () AS items, sum(now * (name = 'signups')) AS signups, sum(now * (name = 'revenue')) AS revenue
            FROM figures GROUP BY item HAVING sum(now) > 0 ORDER BY 3 DESC, 4 DESC, 1 LIMIT ${most})
          SELECT r.item, r.items, g.name, g.part, g.now, g.before FROM ranked r JOIN figures g ON g.item = r.item
          UNION ALL SELECT NULL, 0, name, part, sum(now), sum(before) FROM figures GROUP BY name, part`,
        SITE_NAMES,
        sql`SELECT min(${d.day}) AS day FROM ${d} WHERE ${d.domainId} IN (${which}) AND ${d.day} BETWEEN ${before} AND ${from}
          AND ${d.name} = ${VIEWS}`,
      ]);
      return { rows, sites, isViewed: first?.day != null };
    },

    /** Looks at `most` accounts before the row `after`, last ones first. `last` is null where there are no more. */
    async subs({ domain, network, ref, from, to }: SubsWanted, after: number | null, most: number) {
      // All rows: an import writes old accounts behind new ones, and no index tells their time (decision 84).
      const window = sql`(SELECT rowid AS place FROM ${accounts} WHERE rowid < ${after ?? Number.MAX_SAFE_INTEGER}
        ORDER BY rowid DESC LIMIT ${most})`;
      const said = (name: string) => sql`coalesce(${a.tracking} ->> ${sql.raw(`'$.${name}'`)}, '')`;
      const [rows, [end]] = await rowsOf<[SubRow, { looked: number; last: number }]>(db, [
        sql`SELECT ${said("network")} AS network, ${said("ref")} AS ref, ${said("sub1")} AS sub1, ${said("sub2")} AS sub2,
            ${said("sub3")} AS sub3, count(*) AS signups, sum(${a.activatedAt} IS NOT NULL) AS members, sum(${a.paidUser}) AS paying
          FROM ${window} w CROSS JOIN ${a} ON a.rowid = w.place
          WHERE ${a.createdAt} >= ${from} AND ${a.createdAt} < ${to} AND (${domain} IS NULL OR ${a.domainId} = ${domain})
            AND ${said("sub1")} || ${said("sub2")} || ${said("sub3")} <> '' AND (${network} IS NULL OR ${said("network")} = ${network})
            AND (${ref} IS NULL OR ${said("ref")} = ${ref})
          GROUP BY 1, 2, 3, 4, 5`,
        sql`SELECT count(*) AS looked, coalesce(min(w.place), 0) AS last FROM ${window} w`,
      ]);
      return { rows, last: end?.looked === most ? end.last : null };
    },
  };
}

/** More rows of the figures: openings of landing pages. A choice of a link leaves them out. */
function viewsOf({ by, network, ref, from, before, to }: Omit<Wanted, "domain" | "most">, which: SQL): SQL {
  if (!GROUPS_WITH_VIEWS.includes(by) || network !== null || ref !== null) return sql``;
  const item = by === "day" ? sql`json_array(0, ${d.day}, '')` : sql`json_array(0, ${d.part}, '')`;
  return sql` UNION ALL SELECT ${item}, ${VIEWS}, '', sum(iif(${d.day} >= ${from}, ${d.value}, 0)), sum(iif(${d.day} < ${from}, ${d.value}, 0))
    FROM ${d} WHERE ${d.domainId} IN (${which}) AND ${d.day} BETWEEN ${before} AND ${to} AND ${d.name} = ${VIEWS} GROUP BY 1`;
}

import type { Database } from "#db/client.ts";
import { payments, receipts } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { DAY } from "#worker/platform/durations.ts";

export interface BookRow {
  series: string;
  number: number;
  kind: "receipt" | "credit_note";
  amount: number;
  taxAmount: number;
  at: number;
  payment: string;
  site: string;
  country: string;
  currency: string;
  rate: number;
  method: string;
  provider: string;
  providerRef: string | null;
}

export interface BookSum {
  series: string;
  country: string;
  currency: string;
  rate: number;
  receipts: number;
  creditNotes: number;
  gross: number;
  tax: number;
}

/** Receipts of a company, both numbers included. */
export interface BookRange {
  series: string;
  first: number;
  last: number;
}

/** In ms. Numbers ascend with time, but for the minutes of a request that was still running. */
const SLACK = DAY;

const r = aliased(receipts, "r");
const p = aliased(payments, "p");
const lower = aliased(receipts, "lower");

export type BooksStore = ReturnType<typeof createBooksStore>;

export function createBooksStore(db: Database) {
  const within = (from: number, to: number) => sql`${r.createdAt} >= ${from} AND ${r.createdAt} < ${to}`;
  return {
    /**
     * No index holds the time of receipts (decision 84). Each company's numbers are halved until both ends of the period are
     * found: some forty rows of a million. Numbers may be missing, as after a move of a pool: the nearest lower one answers.
     */
    async ranges(from: number, to: number): Promise<BookRange[]> {
      const edges = JSON.stringify([from - SLACK, to + SLACK]);
      const middle = sql`(h.below + h.above) / 2`;
      return db.all<BookRange>(sql`WITH RECURSIVE companies (series) AS (
          SELECT min(${receipts.series}) FROM ${receipts}
          UNION ALL SELECT (SELECT min(${r.series}) FROM ${r} WHERE ${r.series} > c.series) FROM companies c WHERE c.series IS NOT NULL),
        halved (series, edge, below, above) AS (
          SELECT c.series, e.value, 0, (SELECT max(${r.number}) + 1 FROM ${r} WHERE ${r.series} = c.series)
          FROM companies c CROSS JOIN json_each(${edges}) e WHERE c.series IS NOT NULL
          UNION ALL SELECT h.series, h.edge, iif(${r.createdAt} >= h.edge, h.below, ${middle}), iif(${r.createdAt} >= h.edge, ${r.number}, h.above)
          FROM halved h LEFT JOIN ${r} ON ${r.series} = h.series AND ${r.number} = (SELECT max(${lower.number}) FROM ${lower}
            WHERE ${lower.series} = h.series AND ${lower.number} > h.below AND ${lower.number} <= ${middle})
          WHERE h.above - h.below > 1)
        SELECT series, min(above) AS first, max(below) AS last FROM halved WHERE above - below = 1
        GROUP BY series HAVING min(above) <= max(below) ORDER BY series`);
    },

    async sums(ranges: readonly BookRange[], from: number, to: number): Promise<BookSum[]> {
      const sign = sql`CASE ${r.kind} WHEN 'receipt' THEN 1 ELSE -1 END`;
      return db.all<BookSum>(sql`SELECT ${r.series} AS series, ${p.country} AS country, ${p.currency} AS currency, ${p.taxRate} AS rate,
          sum(${r.kind} = 'receipt') AS receipts, sum(${r.kind} = 'credit_note') AS "creditNotes",
          sum(${sign} * ${r.amount}) AS gross, sum(${sign} * ${r.taxAmount}) AS tax
        FROM json_each(${JSON.stringify(ranges)}) g CROSS JOIN ${r} ON ${r.series} = g.value ->> 'series'
          AND ${r.number} BETWEEN g.value ->> 'first' AND g.value ->> 'last' CROSS JOIN ${p} ON ${p.id} = ${r.paymentId}
        WHERE ${within(from, to)} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
    },

    /** In the order of their numbers. */
    async rows({ series, first, last }: BookRange, from: number, to: number, most: number): Promise<BookRow[]> {
      return db.all<BookRow>(sql`SELECT ${r.series} AS series, ${r.number} AS number, ${r.kind} AS kind, ${r.amount} AS amount,
          ${r.taxAmount} AS "taxAmount", ${r.createdAt} AS at, ${p.id} AS payment, ${p.domainId} AS site, ${p.country} AS country,
          ${p.currency} AS currency, ${p.taxRate} AS rate, ${p.method} AS method, ${p.provider} AS provider, ${p.providerRef} AS "providerRef"
        FROM ${r} CROSS JOIN ${p} ON ${p.id} = ${r.paymentId}
        WHERE ${r.series} = ${series} AND ${r.number} BETWEEN ${first} AND ${last} AND ${within(from, to)}
        ORDER BY ${r.number} LIMIT ${most}`);
    },
  };
}

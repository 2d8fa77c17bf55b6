import type { Database } from "#db/client.ts";
import { payments, receipts } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

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

const r = aliased(receipts, "r");
const p = aliased(payments, "p");
const FROM = sql`FROM ${r} JOIN ${p} ON ${p.id} = ${r.paymentId}`;

export type BooksStore = ReturnType<typeof createBooksStore>;

export function createBooksStore(db: Database) {
  const within = (from: number, to: number) => sql`${r.createdAt} >= ${from} AND ${r.createdAt} < ${to}`;
  return {
    async sums(from: number, to: number): Promise<BookSum[]> {
      const sign = sql`CASE ${r.kind} WHEN 'receipt' THEN 1 ELSE -1 END`;
      return db.all<BookSum>(sql`SELECT ${r.series} AS series, ${p.country} AS country, ${p.currency} AS currency, ${p.taxRate} AS rate,
          sum(${r.kind} = 'receipt') AS receipts, sum(${r.kind} = 'credit_note') AS "creditNotes",
          sum(${sign} * ${r.amount}) AS gross, sum(${sign} * ${r.taxAmount}) AS tax
        ${FROM} WHERE ${within(from, to)} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
    },

    /** In the order of their numbers, after the given one. */
    async rows(from: number, to: number, after: { series: string; number: number }, most: number): Promise<BookRow[]> {
      return db.all<BookRow>(sql`SELECT ${r.series} AS series, ${r.number} AS number, ${r.kind} AS kind, ${r.amount} AS amount,
          ${r.taxAmount} AS "taxAmount", ${r.createdAt} AS at, ${p.id} AS payment, ${p.domainId} AS site, ${p.country} AS country,
          ${p.currency} AS currency, ${p.taxRate} AS rate, ${p.method} AS method, ${p.provider} AS provider, ${p.providerRef} AS "providerRef"
        ${FROM} WHERE ${within(from, to)} AND (${r.series}, ${r.number}) > (${after.series}, ${after.number})
        ORDER BY ${r.series}, ${r.number} LIMIT ${most}`);
    },
  };
}

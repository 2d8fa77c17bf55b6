import type { z } from "zod";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { csv, csvResponse } from "#worker/platform/csv.ts";
import { typedAmount } from "#worker/platform/money.ts";
import type { contract } from "./books.contract.ts";
import type { BookRow, BooksStore } from "./books.store.ts";

type Output = z.output<(typeof contract)["staffBooks"]["output"]>;
type Input = z.output<(typeof contract)["staffBooks"]["input"]>;

/** Rows of one read. */
const PAGE = 5_000;
/** Of a file; a month above it has its figures by country and rate. */
const MOST = 200_000;
const HEAD = [
  ...["company", "number", "kind", "day", "country", "currency", "tax rate", "gross", "tax", "net"],
  ...["site", "method", "provider", "provider number", "order"],
];

/** What the tax adviser asks for. Credit notes are negative. */
export function createBooks({ store }: { store: BooksStore }) {
  return {
    async staffBooks({ now }: StaffMemberContext, { month }: Input): Promise<Output> {
      const { name, from, to } = monthOf(month, now);
      const ranges = await store.ranges(from, to);
      const sums = ranges.length > 0 ? await store.sums(ranges, from, to) : [];
      return {
        month: name,
        sums: sums.map(({ series, creditNotes, ...sum }) => ({ ...sum, company: series, credit_notes: creditNotes })),
      };
    },

    async staffBooksFile({ now }: StaffMemberContext, { month }: Input): Promise<Response> {
      const { name, from, to } = monthOf(month, now);
      const rows: BookRow[] = [];
      for (const range of await store.ranges(from, to)) {
        for (let { first } = range, more = true; more && rows.length < MOST; ) {
          const page = await store.rows({ ...range, first }, from, to, PAGE);
          rows.push(...page);
          more = page.length === PAGE;
          first = (page.at(-1)?.number ?? 0) + 1;
        }
      }
      return csvResponse(csv([HEAD, ...rows.map(lineOf)]), `receipts-${name}.csv`);
    },
  };
}

/** Months of UTC, as the days of the figures. */
function monthOf(asked: string | undefined, now: number): { name: string; from: number; to: number } {
  const name = asked || new Date(now).toISOString().slice(0, 7);
  const [year = 0, month = 1] = name.split("-").map(Number);
  return { name, from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 1) };
}

function lineOf(row: BookRow) {
  const sign = row.kind === "receipt" ? 1 : -1;
  // As numbers: what begins with a minus is no formula.
  const amount = (value: number) => Number(typedAmount(value * sign, row.currency));
  return [
    ...[row.series, row.number, row.kind === "receipt" ? "receipt" : "credit note", new Date(row.at).toISOString().slice(0, 10)],
    ...[row.country, row.currency, row.rate / 10, amount(row.amount), amount(row.taxAmount), amount(row.amount - row.taxAmount)],
    ...[row.site, row.method, row.provider, row.providerRef, row.payment],
  ];
}

import { DomainError } from "#scripts/domain/options.ts";
import type { DomainFile } from "#worker/domains/domain-file.ts";
import type { Db } from "./tables.ts";

const USED = `SELECT n.series, a.pool FROM (SELECT series, payment_id FROM receipts UNION ALL SELECT series, id FROM payments) n
    LEFT JOIN payments p ON p.id = n.payment_id LEFT JOIN accounts a ON a.id = p.account_id GROUP BY n.series, a.pool
  UNION SELECT company.value ->> '$.name', d.pool FROM domains d, json_each(d.settings, '$.settings.companies') company`;

/** The next receipt has the highest number of its company in one database, plus 1. @throws DomainError */
export async function mustShareNoSeries(databases: Iterable<Db>, pool: string, files: readonly DomainFile[] = []): Promise<void> {
  const used: { series: string; pool: string | null }[] = [];
  for (const db of databases) used.push(...(await db.prepare(USED).all<{ series: string; pool: string | null }>()).results);
  const own = new Set([
    ...used.filter((one) => one.pool === pool).map(({ series }) => series),
    ...files.flatMap(({ settings }) => Object.values(settings.companies).map(({ name }) => name)),
  ]);
  const shared = used.filter((one) => one.pool !== pool && own.has(one.series));
  if (shared.length === 0) return;
  const names = [...new Set(shared.map((one) => `${one.series} (${one.pool ?? "an unknown pool"})`))].sort();
  throw new DomainError(`${pool} sells, or has sold, in the name of a company that other pools use as well: ${names.join(", ")}.
  A company's receipts have one series of numbers, which cannot grow in two databases: nothing was moved or placed.`);
}

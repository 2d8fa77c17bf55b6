import { DomainError } from "#scripts/domain/options.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { Db } from "./tables.ts";

const USED = `SELECT n.series, a.pool FROM (SELECT series, payment_id FROM receipts UNION ALL SELECT series, id FROM payments) n
    LEFT JOIN payments p ON p.id = n.payment_id LEFT JOIN accounts a ON a.id = p.account_id GROUP BY n.series, a.pool
  UNION SELECT company.value ->> '$.name', d.pool FROM domains d, json_each(d.settings, '$.settings.companies') company`;

interface Use {
  series: string;
  /** Null where its account is gone. */
  pool: string | null;
}

const ONE_SERIES = "A company's receipts have one series of numbers, which cannot grow in two databases:";

/** The next receipt has the highest number of its company in one database, plus 1. @throws DomainError */
export async function mustShareNoSeries(databases: Iterable<Db>, pool: string, files: readonly DomainFile[] = []): Promise<void> {
  const used: Use[] = [];
  for (const db of databases) used.push(...(await usesOf(db)));
  const own = new Set([
    ...used.filter((one) => one.pool === pool).map(({ series }) => series),
    ...namedBy(files).map(({ series }) => series),
  ]);
  const shared = used.filter((one) => one.pool !== pool && own.has(one.series));
  if (shared.length === 0) return;
  throw new DomainError(`${pool} sells, or has sold, in the name of a company that other pools use as well: ${listed(shared)}.
  ${ONE_SERIES} nothing was placed.`);
}

/** What a pool has sold in already stays: only a company that is new to it is refused. @throws DomainError */
export async function mustBeginNoSeriesTwice(groups: readonly (readonly [Db, readonly DomainFile[]])[]): Promise<void> {
  const sides: { used: Use[]; named: Use[] }[] = [];
  for (const [db, files] of groups) sides.push({ used: await usesOf(db), named: namedBy(files) });
  for (const side of sides) {
    const begun = side.named.filter((one) => !side.used.some((use) => use.series === one.series && use.pool === one.pool));
    const elsewhere = sides.filter((other) => other !== side).flatMap(({ used, named }) => [...used, ...named]);
    const twice = elsewhere.filter(({ series }) => begun.some((one) => one.series === series));
    if (twice.length === 0) continue;
    const names = listed(begun.filter(({ series }) => twice.some((one) => one.series === series)));
    throw new DomainError(`Pools of another database use a company that is new here: ${names}; there: ${listed(twice)}.
  ${ONE_SERIES} nothing was applied.`);
  }
}

async function usesOf(db: Db): Promise<Use[]> {
  return (await db.prepare(USED).all<Use>()).results;
}

function namedBy(files: readonly DomainFile[]): Use[] {
  return files.flatMap(({ pool, settings }) => Object.values(settings.companies).map(({ name }) => ({ series: name, pool })));
}

function listed(uses: readonly Use[]): string {
  return [...new Set(uses.map((one) => `${one.series} (${one.pool ?? "an unknown pool"})`))].sort().join(", ");
}

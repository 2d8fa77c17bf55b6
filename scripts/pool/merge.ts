import type { D1Database } from "@cloudflare/workers-types";
import { z } from "zod";
import { readDomainFiles } from "#scripts/data.ts";
import { DomainError, deployable, openStore, operator, type Where } from "#scripts/domain/options.ts";
import { applyDomains } from "#scripts/domains.ts";
import { isDeployed } from "#scripts/own/own-store.ts";
import { readText } from "#scripts/text-file.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { PRIMARY } from "#worker/platform/databases.ts";
import { nameKey } from "#worker/platform/text.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { placeStatements, placesOf } from "./directory.ts";
import { bankAccountsLost, bankAccountsOf, OFFERS_USED } from "./merge-bound.ts";
import { createMergeMails, type MergeMails } from "./merge-mails.ts";
import {
  type Choice,
  COMPUTED_TABLES,
  choiceProblems,
  countsOf,
  heldAddresses,
  leftIn,
  MEMBER_SUMS,
  MEMBER_TABLES,
  ORDERS,
  POOL_ROWS,
  type SameAddress,
  type SameName,
  sameAddresses,
  sameNames,
} from "./merge-plan.ts";

/** One transaction each. */
const MEMBERS = 100;
const ROWS = 500;
/** In ms: an isolate keeps a site for at most 30 s. */
const UNTIL_KNOWN = 35_000;
/** Of a list, so many are shown. */
const SHOWN = 20;

export interface MergeOptions extends Where {
  "dry-run": boolean;
  /** Path of a JSON file: a choice for each address in both pools. */
  choices: string;
  /** Members of sites that are open may be logged out meanwhile. */
  yes: boolean;
}

interface Merging {
  files: readonly DomainFile[];
  /** Until every isolate knows the sites' new pool. */
  wait(): Promise<void>;
  /** Called after each transaction. */
  onStep(): void;
}

const MERGING = (): Merging => ({
  files: readDomainFiles(),
  wait: () => new Promise((resolve) => setTimeout(resolve, UNTIL_KNOWN)),
  onStep: () => {},
});

/** Brings all members of a pool into another one of the same database. Each step may be repeated: a kill costs nothing. */
export async function merge(
  [from = "", into = ""]: string[],
  options: MergeOptions,
  merging: Partial<Merging> = {},
): Promise<void> {
  const { files: all, wait, onStep } = { ...MERGING(), ...merging };
  const { db: primary } = await openStore(options);
  const places = await placesOf(primary);
  const [at, to] = [places.get(from) ?? PRIMARY, places.get(into) ?? PRIMARY];
  if (from === into) throw new DomainError("A pool cannot be merged into itself.");
  if (at !== to) throw new DomainError(`${from} lives in ${at}, ${into} in ${to}: members do not move between databases.`);
  const db = at === PRIMARY ? primary : (await openStore(options, at)).db;
  const sites = await sitesOf(db, from, into);
  const files = filesOf(isDeployed(options) ? deployable([...all]) : all, sites, into);
  const own = [...files, ...all.filter(({ pool }) => pool === into)].flatMap(({ settings }) => [
    settings.name,
    settings.mail_name,
  ]);
  const same = await sameAddresses(db, from, into);
  const names = await sameNames(db, from, into, own);
  const choices = choicesIn(options.choices);
  const pools: [string, string] = [from, into];
  const problems = choiceProblems(same, choices, pools, await heldAddresses(db, pools, choices));
  tell({ from, into, sites, same, names, counts: await countsOf(db, from) });
  if (problems.length > 0)
    throw new DomainError(`${problems.length} addresses are in both pools and need a choice, in --choices FILE.json (docs/operating/databases.md):
${problems.map((one) => `  ${one}`).join("\n")}`);
  const lost = bankAccountsLost(await bankAccountsOf(db, from, Date.now()));
  if (lost) console.log(`  ${lost}`);
  if (options["dry-run"]) return console.log("✓ Tried, nothing is written");
  if (!options.yes) await mustBeClosed(db, from);
  if (lost && !options.yes) throw new DomainError("Bans by bank account would end. --yes goes on all the same.");
  const mails = createMergeMails(db, options);
  for (const one of same) await settle(db, one, { ...(choices.get(one.email) as Choice), from, mails }).then(onStep);
  for (const one of names) await rename(db, one, mails).then(onStep);
  const moved = await moveRows(db, from, into, onStep);
  await applyDomains(db, await readyDomains(files, db), Date.now(), { by: operator(), only: true });
  const hosts = all.filter(({ pool }) => pool === into).flatMap((file) => file.hosts);
  if (at !== PRIMARY)
    await primary.batch([
      primary.prepare("DELETE FROM pool_hosts WHERE pool = ?1").bind(from),
      ...placeStatements(primary, into, at, hosts),
      primary.prepare("DELETE FROM pools WHERE pool = ?1").bind(from),
    ]);
  onStep();
  console.log("▸ Waiting until every running site knows it");
  await wait();
  // Who signed up meanwhile came into the old pool.
  const late = await moveRows(db, from, into, onStep);
  await db.batch(COMPUTED_TABLES.map((name) => db.prepare(`DELETE FROM ${name} WHERE pool = ?1`).bind(from)));
  const left = await leftIn(db, from);
  if (left.length > 0)
    throw new DomainError(`Rows of ${from} are left in ${left.join(", ")}. Start the same command again: it goes on.`);
  console.log(`✓ All members of ${from} are in ${into}: ${moved.accounts + late.accounts} of them, ${moved.credits + late.credits} credits, in this run.
  Sites: ${files.map(({ id }) => id).join(", ")}`);
}

/** Sites of the store whose members move. After a kill at the end they may be in the new pool already. */
async function sitesOf(db: D1Database, from: string, into: string): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT id, pool FROM domains WHERE pool IN (?1, ?2) ORDER BY id")
    .bind(from, into)
    .all<{ id: string; pool: string }>();
  if (!results.some(({ pool }) => pool === into)) throw new DomainError(`There is no pool "${into}" in this database.`);
  const moving = results.filter(({ pool }) => pool === from).map(({ id }) => id);
  if (moving.length === 0 && (await leftIn(db, from)).length === 0)
    throw new DomainError(`There is nobody and no site in a pool "${from}": it is merged already, or was never there.`);
  return moving;
}

/** @throws DomainError where a file still names the pool that ends */
function filesOf(all: readonly DomainFile[], sites: string[], into: string): DomainFile[] {
  const missing = sites.filter((id) => !all.some((file) => file.id === id));
  if (missing.length > 0) throw new DomainError(`These sites have no file here: ${missing.join(", ")}.`);
  const files = all.filter(({ id }) => sites.includes(id));
  const wrong = files.filter(({ pool }) => pool !== into);
  if (wrong.length === 0) return files;
  const lines = wrong.map(({ id, pool }) => `  ${id}.json says "pool": "${pool}"; write "pool": "${into}"`);
  throw new DomainError(`The files must say the new pool first:\n${lines.join("\n")}`);
}

const choicesSchema = z.record(z.string(), z.strictObject({ keep: z.string(), other: z.string().nullable() }));

function choicesIn(path: string): ReadonlyMap<string, Choice> {
  if (!path) return new Map();
  try {
    return new Map(Object.entries(choicesSchema.parse(JSON.parse(readText(path)))));
  } catch (error) {
    throw new DomainError(`${path}: ${(error as Error).message}`);
  }
}

function tell(plan: {
  from: string;
  into: string;
  sites: string[];
  same: SameAddress[];
  names: SameName[];
  counts: Record<string, number>;
}) {
  const { from, into, sites, same, names, counts } = plan;
  const listed = (lines: string[]) => [
    ...lines.slice(0, SHOWN),
    ...(lines.length > SHOWN ? [`… ${lines.length - SHOWN} more`] : []),
  ];
  console.log(`▸ ${from} into ${into}: the sites ${sites.join(", ") || "(none left)"}
  to move: ${Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")}
  addresses in both: ${same.length}
  names in both: ${names.length}`);
  for (const line of listed(names.map(({ id, name, becomes }) => `${name} (${id}) becomes ${becomes}`)))
    console.log(`    ${line}`);
}

/** @throws DomainError while a site of the pool is open */
async function mustBeClosed(db: D1Database, pool: string): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT id FROM domains d WHERE pool = ?1 AND NOT EXISTS (SELECT 1 FROM site_notices n WHERE n.kind = 'maintenance'
        AND (n.domain_id IS NULL OR n.domain_id = d.id) AND n.from_at <= ?2 AND (n.until_at IS NULL OR n.until_at > ?2)) ORDER BY id`,
    )
    .bind(pool, Date.now())
    .all<{ id: string }>();
  if (results.length === 0) return;
  throw new DomainError(`${results.map(({ id }) => id).join(", ")} ${results.length === 1 ? "is" : "are"} open. Members who are moved are logged out until the end.
  Begin a maintenance at /staff/notices first, or say --yes if you mean it.`);
}

interface Settling extends Choice {
  from: string;
  mails: MergeMails;
}

/** In one transaction: the other account has another address, or is deleted for good. @throws DomainError */
async function settle(db: D1Database, same: SameAddress, { keep, other, from, mails }: Settling): Promise<void> {
  const { id } = keep === from ? same.into : same.from;
  const now = Date.now();
  const run = (sql: string, ...values: (string | number)[]) => db.prepare(sql).bind(id, ...values);
  if (other !== null) {
    const told = await mails.readdressed(id, other, now);
    const change = run("UPDATE accounts SET email = ?2 WHERE id = ?1 AND email = ?3", other, same.email);
    await db.batch([change, ...told]).catch(takenMeanwhile);
    return;
  }
  const gone = `${id}@merged.invalid`;
  const done = "EXISTS (SELECT 1 FROM accounts WHERE id = ?1 AND email = ?2)";
  const [claim] = await db.batch([
    // Credits and orders as they are now: the plan may be minutes old.
    run(
      `UPDATE accounts SET email = ?2 WHERE id = ?1 AND email = ?3 AND credits = 0 AND ${ORDERS.replace("%", "accounts")} = 0 RETURNING id`,
      gone,
      same.email,
    ),
    run(
      "UPDATE accounts SET status = 'deleted', deleted_at = ?3 WHERE id = ?1 AND email = ?2 AND status IN ('active', 'not_confirmed')",
      gone,
      now,
    ),
    run(`UPDATE sessions SET revoked_at = ?3 WHERE account_id = ?1 AND revoked_at IS NULL AND ${done}`, gone, now),
    // As when a member leaves, the link that undoes a change of the address stays valid.
    run(`DELETE FROM tokens WHERE account_id = ?1 AND kind <> 'mail_undo' AND ${done}`, gone),
    run(`DELETE FROM push_subscriptions WHERE account_id = ?1 AND ${done}`, gone),
    run(`DELETE FROM data_exports WHERE account_id = ?1 AND status = 'queued' AND ${done}`, gone),
    run(`UPDATE profiles SET status = 'deleted' WHERE id = ?1 AND ${done}`, gone),
  ]);
  if (claim?.results.length !== 1)
    throw new DomainError(`${same.email}: the account to delete has credits, an open order or another address by now. It is as it was.
  Start the same command again: it says which.`);
}

async function rename(db: D1Database, { id, name, becomes }: SameName, mails: MergeMails): Promise<void> {
  const change = db.prepare("UPDATE profiles SET name = ?2, name_key = ?3 WHERE id = ?1 AND name = ?4");
  const told = await mails.renamed(id, becomes, Date.now());
  await db.batch([change.bind(id, becomes, nameKey(becomes), name), ...told]).catch(takenMeanwhile);
}

interface Moved {
  accounts: number;
  credits: number;
}

/** @throws DomainError */
async function moveRows(db: D1Database, from: string, into: string, onStep: () => void): Promise<Moved> {
  const moved: Moved = { accounts: 0, credits: 0 };
  await db
    .prepare(
      `UPDATE accounts SET signup_key = NULL WHERE pool = ?1 AND signup_key IN (SELECT signup_key FROM accounts WHERE pool = ?2)`,
    )
    .bind(from, into)
    .run();
  // In the order of an index by pool: those who have moved are not read again.
  const some = `SELECT id FROM accounts WHERE pool = ?1 ORDER BY email LIMIT ${MEMBERS}`;
  for (;;) {
    const { results } = await db.prepare(some).bind(from).all<{ id: string }>();
    if (results.length === 0) break;
    const ids = JSON.stringify(results.map(({ id }) => id));
    const of = (column: string) => `${column} IN (SELECT value FROM json_each(?2))`;
    const changes = Object.entries(MEMBER_TABLES).map(([table, column]) => {
      // The counters follow a change of the status, whose column must be named.
      const also = table === "profiles" ? ", status = status" : "";
      return db.prepare(`UPDATE ${table} SET pool = ?1${also} WHERE ${of(column)}`).bind(into, ids);
    });
    changes.push(db.prepare(OFFERS_USED).bind(into, ids, from));
    const sums = (pool: string) => db.prepare(MEMBER_SUMS).bind(pool, ids);
    const found = await db.batch<Record<string, number>>([sums(from), ...changes, sums(into)]).catch(takenMeanwhile);
    const [before, after] = [found[0]?.results[0], found.at(-1)?.results[0]];
    if (!before || JSON.stringify(before) !== JSON.stringify(after))
      throw new DomainError(
        `Moved members are not what they were: ${JSON.stringify({ before, after, ids: JSON.parse(ids) })}. Go back to the backup.`,
      );
    moved.accounts += before.accounts ?? 0;
    moved.credits += before.credits ?? 0;
    onStep();
    if (moved.accounts % 5_000 < MEMBERS) console.log(`  ${moved.accounts} members`);
  }
  for (const table of POOL_ROWS) {
    const change = `UPDATE ${table} SET pool = ?2 WHERE id IN (SELECT id FROM ${table} WHERE +pool = ?1 AND id > ?3 ORDER BY id LIMIT ${ROWS}) RETURNING id`;
    for (let after = ""; ; ) {
      const { results } = await db.prepare(change).bind(from, into, after).all<{ id: string }>();
      if (results.length === 0) break;
      after =
        results
          .map(({ id }) => id)
          .sort()
          .at(-1) ?? after;
      onStep();
    }
  }
  return moved;
}

/** @throws DomainError */
function takenMeanwhile(error: unknown): never {
  if (!/UNIQUE constraint/i.test(String(error))) throw error;
  throw new DomainError("An address or a name was taken by somebody else meanwhile. Start the same command again: it goes on.");
}

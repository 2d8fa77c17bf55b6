import { DomainError } from "#scripts/domain/options.ts";
import { PRIMARY } from "#worker/platform/databases.ts";
import { begin, differing, end, hasBegun, shiftOf, stagedPages, synchronise } from "./copy.ts";
import { placeStatements, placesOf } from "./directory.ts";
import { mustShareNoSeries } from "./series.ts";
import { condition, type Db, GATE, gates, type Table, tablesOf } from "./tables.ts";
import { removeRows, takeOver } from "./take.ts";

type Step = "copy" | "close" | "take" | "clear" | "undo";
export interface Journey {
  pool: string;
  source: string;
  target: string;
  step: Step;
}

export interface Moving {
  primary: Db;
  open(database: string): Promise<Db>;
  /** Until every isolate knows that the pool is closed. */
  wait(): Promise<void>;
  /** Closes sockets that were opened to the members' objects of this database. */
  hangUp(database: string, members: string[]): Promise<void>;
  say(text: string): void;
  /** Is told the pages of each table before the pool closes. @throws to stay open */
  agree?(pages: number[]): Promise<void>;
}

export async function journeys(primary: Db): Promise<Journey[]> {
  return (await primary.prepare("SELECT pool, source, target, step FROM pool_moves").all<Journey>()).results;
}

/** Copies, closes, catches up, checks, switches and clears. Started again after a kill at any point, it goes on. @throws DomainError */
export async function movePool(moving: Moving, pool: string, to: string): Promise<void> {
  const { primary, open, say } = moving;
  const journey = await journeyOf(moving, pool, to);
  if (!journey) return;
  const [source, target] = [await open(journey.source), await open(journey.target)];
  let tables = await tablesOf(source, pool);
  let { step } = journey;
  const enter = async (next: Step) => {
    await changeStep(primary, pool, [step], next);
    step = next;
  };
  if (step === "copy") {
    say(`Copying ${pool} to ${journey.target}; the site is open`);
    await synchronise(source, target, tables, true);
    await moving.agree?.(await stagedPages(target, tables));
    await enter("close");
  }
  if (step === "close") {
    say("Closing the pool: its hosts answer 503");
    await closeSource(moving, journey, source);
    // Domains may have changed while the pool was open.
    tables = await tablesOf(source, pool);
    const written = await synchronise(source, target, tables, false);
    say(`Caught up: ${written} pages had changed`);
    await enter("take");
  }
  if (step === "take") await take(moving, journey, source, target, tables);
  say(`${pool} lives in ${journey.target}; clearing ${journey.source}`);
  await removeRows(source, tables);
  await forgetCounts(source, pool);
  await openGates(source);
  await end(target, tables);
  await primary.batch([arrived(primary, pool)]);
}

/** Another command may have gone on, or back, meanwhile. @throws DomainError */
async function changeStep(primary: Db, pool: string, from: readonly Step[], to: Step): Promise<void> {
  const [changed] = await primary.batch([
    primary
      .prepare("UPDATE pool_moves SET step = ?2 WHERE pool = ?1 AND step IN (SELECT value FROM json_each(?3)) RETURNING 1 AS n")
      .bind(pool, to, JSON.stringify(from)),
  ]);
  if (!changed?.results.length) throw elsewhere(pool);
}

const elsewhere = (pool: string) =>
  new DomainError(`Another command moves ${pool}, or has undone its move: this one stops. See npm run pool -- list`);

const arrived = (primary: Db, pool: string) => primary.prepare("DELETE FROM pool_moves WHERE pool = ?1").bind(pool);

async function forgetCounts(db: Db, pool: string): Promise<void> {
  await db.batch(["bits", "counts"].map((what) => db.prepare(`DELETE FROM profile_${what} WHERE pool = ?1`).bind(pool)));
}

/** Null for a pool that has arrived. */
async function journeyOf({ primary, open }: Moving, pool: string, to: string): Promise<Journey | null> {
  const all = await journeys(primary);
  const begun = all.find((one) => one.pool === pool);
  if (begun?.step === "undo") throw new DomainError(`An undo of ${pool} was cut off: npm run pool -- undo ${pool}`);
  if (begun && begun.target !== to) throw new DomainError(`${pool} is on its way to ${begun.target}: go on with it, or undo it.`);
  const [other] = all;
  if (other && !begun) throw new DomainError(`${other.pool} is on its way to ${other.target}: one pool moves at a time.`);
  const places = await placesOf(primary);
  const from = begun?.source ?? places.get(pool) ?? PRIMARY;
  if (from === to) return null;
  const [source, target] = [await open(from), await open(to)];
  const tables = await tablesOf(source, pool);
  if (!begun) {
    const names = new Set([PRIMARY, ...places.values(), to]);
    await mustShareNoSeries(await Promise.all([...names].map(open)), pool);
    await mustBeFree(target, tables, to);
    await claim(primary, { pool, source: from, target: to });
  }
  if (!begun || (begun.step === "copy" && !(await hasBegun(target)))) {
    await removeRows(
      target,
      tables.filter(({ name }) => SITES.includes(name)),
    );
    await begin(target, tables);
  }
  return begun ?? { pool, source: from, target: to, step: "copy" };
}

/** Before the target is touched: of two commands at once, one goes on. @throws DomainError */
async function claim(primary: Db, { pool, source, target }: Omit<Journey, "step">): Promise<void> {
  const [claimed] = await primary.batch([
    primary
      .prepare(
        `INSERT INTO pool_moves (pool, source, target, step, begun_at)
          SELECT ?1, ?2, ?3, 'copy', ?4 WHERE NOT EXISTS (SELECT 1 FROM pool_moves) RETURNING 1 AS n`,
      )
      .bind(pool, source, target, Date.now()),
  ]);
  if (!claimed?.results.length) throw elsewhere(pool);
}

const SITES = ["domains", "domain_icons", "domain_versions", "domain_assets", "hosts"];

/** An undo deletes every row of the pool in the target. @throws DomainError */
async function mustBeFree(target: Db, tables: readonly Table[], to: string): Promise<void> {
  const others = tables.filter(({ name }) => !SITES.includes(name));
  const found = await target.batch(
    others.map(({ name, where }) => target.prepare(`SELECT 1 AS n FROM ${name} WHERE ${condition(name, where)} LIMIT 1`)),
  );
  const full = others.filter((_, index) => found[index]?.results.length).map(({ name }) => name);
  if (full.length > 0) throw new DomainError(`${to} has rows of this pool already, in ${full.join(", ")}: nothing was moved.`);
}

async function closeSource({ primary, wait, hangUp }: Moving, { pool, source: name }: Journey, source: Db): Promise<void> {
  await wait();
  const tables = await tablesOf(source, pool);
  await source.batch(gates(tables).map((sql) => source.prepare(sql)));
  const all = await journeys(primary);
  // An undo during the wait has found no trigger to remove.
  if (all.length === 0) await openGates(source);
  if (!all.some((one) => one.pool === pool && one.step === "close")) throw elsewhere(pool);
  const { results } = await source
    .prepare("SELECT DISTINCT account_id AS id FROM sessions WHERE account_id IN (SELECT id FROM accounts WHERE pool = ?1)")
    .bind(pool)
    .all<{ id: string }>();
  const ids = results.map(({ id }) => id);
  await hangUp(name, ids);
}

async function openGates(source: Db): Promise<void> {
  await source.batch((await gatesOf(source, "*")).map((name) => source.prepare(`DROP TRIGGER IF EXISTS ${name}`)));
}

async function gatesOf(db: Db, table: string): Promise<string[]> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE name GLOB ?1 UNION SELECT ?2")
    .bind(`${GATE}${table}`, `${GATE}none`)
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function take({ primary, say }: Moving, journey: Journey, source: Db, target: Db, tables: Table[]): Promise<void> {
  const { pool, source: from, target: to } = journey;
  const shift = await shiftOf(target);
  await undoable(pool, () => takeOver(target, tables, shift));
  const wrong = await differing(source, target, tables, shift);
  if (wrong.length > 0)
    throw new DomainError(`The copy differs in ${wrong.join(", ")}. The pool is closed: npm run pool -- undo ${pool}`);
  say(`${tables.length} tables are equal by count and hash`);
  const { results } = await target
    .prepare("SELECT host FROM hosts WHERE domain_id IN (SELECT id FROM domains WHERE pool = ?1)")
    .bind(pool)
    .all<{ host: string }>();
  const hosts = results.map(({ host }) => host);
  // An older build, which knows no directory, must find no host here.
  const gone = (await gatesOf(primary, "hosts_*")).map((name) => primary.prepare(`DROP TRIGGER IF EXISTS ${name}`));
  const sites = primary.prepare("DELETE FROM hosts WHERE domain_id IN (SELECT id FROM domains WHERE pool = ?1)").bind(pool);
  await undoable(pool, async () => {
    await primary.batch([
      mustBeTaking(primary, pool),
      ...placeStatements(primary, pool, to, hosts),
      ...(from === PRIMARY ? [...gone, sites] : []),
      primary.prepare("UPDATE pool_moves SET step = 'clear' WHERE pool = ?1").bind(pool),
    ]);
  });
}

/** Breaks a constraint, and with it the transaction, in another step. */
function mustBeTaking(primary: Db, pool: string) {
  return primary
    .prepare(
      `INSERT INTO pool_moves (pool, source, target, step, begun_at)
        SELECT ?1, '', '', 'take', 0 WHERE NOT EXISTS (SELECT 1 FROM pool_moves WHERE pool = ?1 AND step = 'take')`,
    )
    .bind(pool);
}

async function undoable(pool: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (/constraint failed: pool_moves/.test((error as Error).message)) throw elsewhere(pool);
    const [, taken] = /UNIQUE constraint failed: ([\w., ]+)/.exec((error as Error).message) ?? [];
    if (taken) throw new DomainError(`A row with the same ${taken} is there already: npm run pool -- undo ${pool}`);
    throw error;
  }
}

/** Deletes the copy and opens the pool where it was; may be repeated. @throws DomainError */
export async function undoMove({ primary, open }: Moving, pool: string): Promise<void> {
  const all = await journeys(primary);
  const journey = all.find((one) => one.pool === pool);
  if (!journey && all.length === 0) await openGates(await open((await placesOf(primary)).get(pool) ?? PRIMARY));
  if (!journey) return;
  if (journey.step === "clear")
    throw new DomainError(`${pool} lives in ${journey.target} by now: finish the move, then move it back to ${journey.source}.`);
  const [source, target] = [await open(journey.source), await open(journey.target)];
  const tables = await tablesOf(source, pool);
  await changeStep(primary, pool, ["copy", "close", "take", "undo"], "undo");
  // First the stage: a move that still runs takes over nothing more.
  await end(target, tables);
  await removeRows(target, tables);
  await forgetCounts(target, pool);
  await openGates(source);
  await primary.batch([arrived(primary, pool)]);
}

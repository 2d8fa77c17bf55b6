import { createHash } from "node:crypto";
import { parseEmail } from "#worker/people/identity/email.ts";
import { NAME_LENGTH } from "#worker/people/identity/lengths.vocabulary.ts";
import { nameProblem } from "#worker/people/identity/name.ts";
import { nameKey } from "#worker/platform/text.ts";
import type { Db } from "./tables.ts";

/** Rows that say their pool, without those of members. A new table with a pool belongs here or into `MEMBER_TABLES`. */
export const POOL_ROWS = ["conversations", "decisions", "exclusions", "photo_hashes", "reports", "work_items"] as const;
/** Moved together, member by member. */
export const MEMBER_TABLES = { profiles: "id", imported: "account_id", text_sketches: "member_id", accounts: "id" } as const;
const POOL_OF = [...Object.keys(MEMBER_TABLES), ...POOL_ROWS];
/** Computed by triggers. */
export const COMPUTED_TABLES = ["profile_counts", "profile_bits"] as const;
/** The directory and the sites, written at the end. */
export const SITE_TABLES = ["domains", "pools", "pool_hosts"] as const;

/** Of two accounts with one address. */
export interface Choice {
  /** The pool whose account keeps the address. */
  keep: string;
  /** The new address of the other one; null deletes it for good. */
  other: string | null;
}

export interface SameAddress {
  email: string;
  from: Holder;
  into: Holder;
}

interface Holder {
  id: string;
  credits: number;
  orders: number;
}

export interface SameName {
  id: string;
  name: string;
  becomes: string;
}

/** Of the account `%`. */
export const ORDERS = `(SELECT count(*) FROM payments p WHERE p.account_id = %.id AND p.status IN ('created', 'pending'))`;

export async function sameAddresses(db: Db, from: string, into: string): Promise<SameAddress[]> {
  const { results } = await db
    .prepare(
      `SELECT a.email, a.id AS a, a.credits AS aCredits, ${ORDERS.replace("%", "a")} AS aOrders,
          b.id AS b, b.credits AS bCredits, ${ORDERS.replace("%", "b")} AS bOrders
        FROM accounts a JOIN accounts b ON b.pool = ?2 AND b.email = a.email WHERE a.pool = ?1 ORDER BY a.email`,
    )
    .bind(from, into)
    .all<Record<"email" | "a" | "b", string> & Record<"aCredits" | "aOrders" | "bCredits" | "bOrders", number>>();
  return results.map((row) => ({
    email: row.email,
    from: { id: row.a, credits: row.aCredits, orders: row.aOrders },
    into: { id: row.b, credits: row.bCredits, orders: row.bOrders },
  }));
}

/** New addresses of the choices that an account of the two pools has, with its pool. */
export async function heldAddresses(
  db: Db,
  pools: [string, string],
  choices: ReadonlyMap<string, Choice>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = JSON.stringify([...choices.values()].flatMap(({ other }) => other ?? []));
  const { results } = await db
    .prepare("SELECT email, pool FROM accounts WHERE pool IN (?1, ?2) AND email IN (SELECT value FROM json_each(?3))")
    .bind(...pools, wanted)
    .all<{ email: string; pool: string }>();
  return new Map(results.map(({ email, pool }) => [email, pool]));
}

/** The member of the pool that ends gets a name like it, always the same one. `own`: names of the sites. */
export async function sameNames(db: Db, from: string, into: string, own: string[]): Promise<SameName[]> {
  const { results } = await db
    .prepare(
      `SELECT p.id, p.name, a.email FROM profiles p JOIN profiles q ON q.pool = ?2 AND q.name_key = p.name_key
        JOIN accounts a ON a.id = p.id WHERE p.pool = ?1 ORDER BY p.id`,
    )
    .bind(from, into)
    .all<{ id: string; name: string; email: string }>();
  const given = new Set<string>();
  const found: SameName[] = [];
  for (const { id, name, email } of results) {
    const becomes = await freeName(db, { id, name, email, pools: [from, into], own, given });
    given.add(nameKey(becomes));
    found.push({ id, name, becomes });
  }
  return found;
}

interface Wanted {
  id: string;
  name: string;
  email: string;
  pools: string[];
  own: string[];
  given: ReadonlySet<string>;
}

async function freeName(db: Db, { id, name, email, pools, own, given }: Wanted): Promise<string> {
  const letters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name.replace(/\p{Nd}+$/u, ""))];
  const start = letters
    .slice(0, NAME_LENGTH.max - 4)
    .map(({ segment }) => segment)
    .join("");
  for (let attempt = 0; ; attempt++) {
    const hash = createHash("sha256").update(`${id} ${attempt}`).digest();
    const digits = String(1000 + (hash.readUInt32BE(0) % 9000));
    const made = [start + digits, `Member${digits}`].find((one) => nameProblem(one, email, own) === null) ?? `M${id.slice(0, 8)}`;
    if (given.has(nameKey(made))) continue;
    const taken = await db
      .prepare("SELECT 1 AS n FROM profiles WHERE pool IN (?1, ?2) AND name_key = ?3")
      .bind(pools[0] ?? "", pools[1] ?? "", nameKey(made))
      .first();
    if (taken === null) return made;
  }
}

/** What is wrong with the choices. Empty if each address in both pools has one that can be done. */
export function choiceProblems(
  same: readonly SameAddress[],
  choices: ReadonlyMap<string, Choice>,
  pools: [string, string],
  held: ReadonlyMap<string, string>,
): string[] {
  const given = new Map<string, string>();
  return same.flatMap(({ email, from, into }) => {
    const choice = choices.get(email);
    if (!choice) return [`${email} (${told(from)} in ${pools[0]}, ${told(into)} in ${pools[1]})`];
    if (!pools.includes(choice.keep)) return [`${email}: "keep" names neither pool`];
    const other = choice.keep === pools[0] ? into : from;
    if (choice.other === null)
      return other.credits > 0 || other.orders > 0 ? [`${email}: the account to delete has ${told(other)}`] : [];
    const address = parseEmail(choice.other);
    if (!address || address !== choice.other) return [`${email}: "${choice.other}" is no e-mail address in lower case`];
    if (held.has(address)) return [`${email}: an account in ${held.get(address)} has ${address} already`];
    if (given.has(address)) return [`${email}: ${address} is given to ${given.get(address)} as well`];
    given.set(address, email);
    return [];
  });
}

function told({ credits, orders }: Holder): string {
  return `${credits} credits${orders > 0 ? `, ${orders} open orders` : ""}`;
}

/** Rows of the pool that ends, and its members' credits. One query each: D1 gives a query 30 s. */
export async function countsOf(db: Db, from: string): Promise<Record<string, number>> {
  const counts = POOL_OF.map((name) => [name, `SELECT count(*) AS n FROM ${name} WHERE pool = ?1`] as const);
  const all = [...counts, ["credits", "SELECT coalesce(sum(credits), 0) AS n FROM accounts WHERE pool = ?1"] as const];
  const found = await db.batch<{ n: number }>(all.map(([, sql]) => db.prepare(sql).bind(from)));
  return Object.fromEntries(all.map(([name], index) => [name, found[index]?.results[0]?.n ?? 0]));
}

/** Rows, credits and books of some members (`?2`, JSON) in a pool. */
export const MEMBER_SUMS = `SELECT ${[
  ...Object.entries(MEMBER_TABLES).map(
    ([table, column]) =>
      `(SELECT count(*) FROM ${table} WHERE +pool = ?1 AND ${column} IN (SELECT value FROM json_each(?2))) AS ${table}`,
  ),
  "(SELECT sum(credits) FROM accounts WHERE +pool = ?1 AND id IN (SELECT value FROM json_each(?2))) AS credits",
  `(SELECT sum(amount) FROM ledger WHERE account_id IN (
    SELECT id FROM accounts WHERE +pool = ?1 AND id IN (SELECT value FROM json_each(?2)))) AS ledger_sum`,
].join(", ")}`;

/** Tables with rows that still say the pool that ends. */
export async function leftIn(db: Db, from: string): Promise<string[]> {
  const found = await db.batch<{ n: number }>(
    POOL_OF.map((name) => db.prepare(`SELECT EXISTS (SELECT 1 FROM ${name} WHERE pool = ?1) AS n`).bind(from)),
  );
  return POOL_OF.filter((_, index) => found[index]?.results[0]?.n === 1);
}

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
/** Computed by triggers. */
export const COMPUTED_TABLES = ["profile_counts", "profile_bits"] as const;
/** The directory and the sites, written at the end. */
export const SITE_TABLES = ["domains", "pools", "pool_hosts"] as const;

/** Of two accounts with one address. */
export interface Choice {
  /** The pool whose account keeps the address. */
  keep: string;
  /** The new address of the other one; null deletes it, as its member would. */
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

const ORDERS = `(SELECT count(*) FROM payments p WHERE p.account_id = %.id AND p.status IN ('created', 'pending'))`;

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
export function choiceProblems(same: readonly SameAddress[], choices: ReadonlyMap<string, Choice>, pools: [string, string]) {
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
    if (given.has(address)) return [`${email}: ${address} is given to ${given.get(address)} as well`];
    given.set(address, email);
    return [];
  });
}

function told({ credits, orders }: Holder): string {
  return `${credits} credits${orders > 0 ? `, ${orders} open orders` : ""}`;
}

/** Rows and sums of both pools together, which a merge must not change. */
export async function sumsOf(db: Db, from: string, into: string): Promise<Record<string, number>> {
  const tables = [...Object.keys(MEMBER_TABLES), ...POOL_ROWS];
  const counts = tables.map((name) => `(SELECT count(*) FROM ${name} WHERE pool IN (?1, ?2)) AS ${name}`);
  const members = "(SELECT id FROM accounts WHERE pool IN (?1, ?2))";
  const row = await db
    .prepare(
      `SELECT ${counts.join(", ")}, (SELECT coalesce(sum(credits), 0) FROM accounts WHERE pool IN (?1, ?2)) AS credits,
        (SELECT coalesce(sum(amount), 0) FROM ledger WHERE account_id IN ${members}) AS ledger_sum,
        (SELECT count(*) FROM payments WHERE account_id IN ${members}) AS payments,
        (SELECT count(*) FROM likes WHERE liker_id IN ${members}) AS likes,
        (SELECT count(*) FROM blocks WHERE blocker_id IN ${members}) AS blocks,
        (SELECT count(*) FROM consents WHERE account_id IN ${members}) AS consents,
        (SELECT count(*) FROM photos WHERE profile_id IN ${members}) AS photos,
        (SELECT count(*) FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.member_a IN ${members}) AS messages`,
    )
    .bind(from, into)
    .first<Record<string, number>>();
  return row ?? {};
}

/** Rows that still say the pool that ends. */
export async function leftIn(db: Db, from: string): Promise<number> {
  const tables = [...Object.keys(MEMBER_TABLES), ...POOL_ROWS];
  const sum = tables.map((name) => `(SELECT count(*) FROM ${name} WHERE pool = ?1)`).join(" + ");
  return (await db.prepare(`SELECT ${sum} AS n`).bind(from).first<{ n: number }>())?.n ?? 0;
}

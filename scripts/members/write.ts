import type { D1Database } from "@cloudflare/workers-types";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";
import { profiles } from "#db/schema/index.ts";
import type { MemberRow } from "./member-rows.ts";

/** Where members go. */
export interface Target {
  db: D1Database;
  pool: string;
  domainId: string;
  source: string;
  now: number;
}

export interface NewMember extends MemberRow {
  /** Value of `accounts.password_hash`. */
  passwordHash: string;
  /** Ms; null without a hash. */
  hashUntil: number | null;
}

const v = (key: string) => `value ->> '${key}'`;
const EACH = "FROM json_each(?1)";

/** Whose ids, addresses and names are in the pool already. */
export async function known({ db, pool }: Target, rows: readonly Pick<MemberRow, "id" | "email" | "nameKey">[]) {
  const list = (of: string[]) => JSON.stringify(of);
  const [ids, emails, names] = await db.batch<Record<string, string>>([
    db.prepare(`SELECT id FROM accounts WHERE id IN (SELECT value ${EACH})`).bind(list(rows.map(({ id }) => id))),
    db
      .prepare(`SELECT email, id FROM accounts WHERE pool = ?2 AND email IN (SELECT value ${EACH})`)
      .bind(list(rows.map(({ email }) => email)), pool),
    db
      .prepare(`SELECT name_key, id FROM profiles WHERE pool = ?2 AND name_key IN (SELECT value ${EACH})`)
      .bind(list(rows.map((row) => row.nameKey)), pool),
  ]);
  const pairs = (found: typeof emails, key: string) =>
    new Map((found?.results ?? []).map((row) => [row[key] ?? "", row.id ?? ""]));
  return {
    ids: new Set((ids?.results ?? []).map(({ id }) => id)),
    emails: pairs(emails, "email"),
    names: pairs(names, "name_key"),
  };
}

/** One transaction. Who is there already stays as is. */
export async function writeMembers({ db, pool, domainId, source, now }: Target, members: NewMember[]): Promise<void> {
  const columns = ATTRIBUTE_NAMES.map((name) => profiles[name].name);
  const json = JSON.stringify(members);
  const part = <T>(rows: T[]) => JSON.stringify(rows);
  const paths = members.flatMap(({ id, paths }) => paths.map((path) => ({ id, path })));
  await db.batch([
    db
      .prepare(
        `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at,
          sensitive_version, sensitive_accepted_at, created_at, activated_at, news_seen_at, visitors_seen_at)
        SELECT ${v("id")}, ?2, ?3, ${v("email")}, ${v("passwordHash")}, ${v("language")}, 'active', '', 0, '', 0, ${v("joined")}, ${v("joined")}, ?4, ?4
        ${EACH} WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(json, pool, domainId, now),
    db
      .prepare(
        `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, region, city, cell,
          about, interests, last_active_at, created_at, ${columns.join(", ")})
        SELECT ${v("id")}, ?2, ${v("name")}, ${v("nameKey")}, 'disabled', ${v("gender")}, ${v("lookingFor")}, ${v("birthDate")}, ${v("country")},
          ${v("region")}, ${v("city")}, ${v("cell")}, ${v("about")}, ${v("interests")}, ${v("lastSeen")}, ${v("joined")},
          ${ATTRIBUTE_NAMES.map((name) => v(`$.attributes.${name}`)).join(", ")}
        ${EACH} WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(json, pool),
    db
      .prepare(
        `INSERT INTO imported (account_id, pool, domain_id, source, old_id, consents, imported_at, hash_until)
        SELECT ${v("id")}, ?2, ?3, ?4, ${v("oldId")}, ${v("consents")}, ?5, ${v("hashUntil")} ${EACH} WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(json, pool, domainId, source, now),
    db
      .prepare(
        `INSERT INTO preferences (account_id, invisible, updated_at) SELECT ${v("id")}, 1, ?2 ${EACH} WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(part(members.filter(({ hidden }) => hidden).map(({ id }) => ({ id }))), now),
    db
      .prepare(
        `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
        SELECT ${v("id")}, ${v("credits")}, 'brought', ?2, 'brought', ?3 ${EACH} WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(part(members.filter(({ credits }) => credits > 0).map(({ id, credits }) => ({ id, credits }))), source, now),
    db
      .prepare(
        `INSERT INTO old_paths (domain_id, path, account_id) SELECT ?2, ${v("path")}, ${v("id")} ${EACH} WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(part(paths), domainId),
  ]);
}

/** The address of somebody who was banned may neither sign up nor log in. `print`: its keyed hash. */
export async function writeBans({ db, pool, now }: Target, bans: { id: string; print: string; until: number }[]): Promise<void> {
  await db
    .prepare(
      `INSERT INTO exclusions (id, pool, kind, print, scope, until, created_at)
      SELECT ${v("id")}, ?2, 'email', ${v("print")}, 'access', ${v("until")}, ?3 ${EACH} WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(bans), pool, now)
    .run();
}

export interface Pair {
  from: string;
  to: string;
  at: number;
}

/** Likes, of which nobody hears by mail. */
export async function writeLikes({ db }: Target, likes: (Pair & { isNew: boolean })[]): Promise<void> {
  const json = JSON.stringify(likes);
  await db.batch([
    db
      .prepare(
        `INSERT INTO likes (liker_id, liked_id, is_new, created_at, announced_at)
        SELECT ${v("from")}, ${v("to")}, ${v("isNew")}, ${v("at")}, ${v("at")} ${EACH} WHERE true ORDER BY ${v("at")} ON CONFLICT DO NOTHING`,
      )
      .bind(json),
  ]);
}

export async function writeBlocks({ db }: Target, blocks: Pair[]): Promise<void> {
  await db
    .prepare(
      `INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT ${v("from")}, ${v("to")}, ${v("at")} ${EACH} WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(blocks))
    .run();
}

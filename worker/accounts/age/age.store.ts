import { getTableColumns, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, ageRequests, outbox } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { MINUTE, utcDay } from "#worker/platform/durations.ts";
import { counted } from "./age-figures.sql.ts";
import { CLOSING } from "./method.vocabulary.ts";
import { asking, proved } from "./proved.sql.ts";

export type AgeStore = ReturnType<typeof createAgeStore>;
export type AgeRequestRow = typeof ageRequests.$inferSelect;
export type MailRow = typeof outbox.$inferInsert;

/** Rows removed per cron tick. */
const BATCH = 100;

const r = aliased(ageRequests, "r");
const e = aliased(ageRequests, "e");
const KEYS = Object.keys(getTableColumns(ageRequests)) as (keyof AgeRequestRow)[];
const ROW = selected(r, KEYS);
/** Its account must still be closed: nothing removes it before. */
const CLOSES = sql`${r.codeHash} IS ${CLOSING}`;
const ASKS = asking(r);
/** In ms: a check that takes longer has failed; the member may begin anew. */
const CHECK = MINUTE;
/** Whatever the member begins meanwhile: an answer whose check runs, and "under 18" that nobody has confirmed, for its day. */
const stays = (now: number) => sql`(${CLOSES} OR ${ASKS} OR (${r.outcome} IS 'checking' AND ${r.expiresAt} > ${now}))`;
/** Nobody has answered, the browser that began never came back, or the check never ended. */
const openAt = (now: number) =>
  sql`(${r.outcome} IS NULL OR ${r.codeHash} IS NOT NULL OR (${r.outcome} = 'checking' AND ${r.expiresAt} <= ${now}))`;

export function createAgeStore(db: Database) {
  const isOf = (accountId: string, sessionHash: string, now: number) =>
    sql`${r.accountId} = ${accountId} AND ${r.sessionHash} = ${sessionHash} AND ${r.expiresAt} > ${now}`;

  async function find(where: SQL): Promise<AgeRequestRow | null> {
    const [[row = null]] = await rowsOf<[AgeRequestRow]>(db, [
      sql`SELECT ${ROW} FROM ${r} WHERE ${where} ORDER BY ${r.createdAt} DESC LIMIT 1`,
    ]);
    return row;
  }

  return {
    /** An earlier request of the account ends, unless its answer is here: one is open at a time. */
    async begin(row: AgeRequestRow, now: number): Promise<void> {
      const earlier = sql`${r.accountId} = ${row.accountId} AND NOT ${stays(now)}`;
      await rowsOf<unknown[]>(db, [
        left(earlier, now),
        gone(earlier),
        insertWhere(ageRequests, row, sql`1`),
        counted("begun", one(row), utcDay(now)),
      ]);
    },

    /** A visitor without an account met a site that is closed to visitors. */
    async refused(domainId: string, country: string, now: number): Promise<void> {
      const row = sql`SELECT ${domainId} AS domain, ${`visitor ${country}`} AS part, 1 AS number`;
      await rowsOf<unknown[]>(db, [counted("refused", row, utcDay(now))]);
    },

    latest: (accountId: string, sessionHash: string, now: number) => find(isOf(accountId, sessionHash, now)),

    byState: (state: string, now: number) => find(sql`${r.state} = ${state} AND ${r.expiresAt} > ${now}`),

    /** True for the first answer alone: of many at once, one is looked at. Its check ends within a minute, or the request does. */
    async claim(id: string, now: number): Promise<boolean> {
      const [rows] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE ${ageRequests} SET ${ageRequests.outcome} = 'checking', ${ageRequests.secret} = '',
            ${ageRequests.expiresAt} = min(${ageRequests.expiresAt}, ${now + CHECK})
          WHERE ${ageRequests.id} = ${id} AND ${ageRequests.outcome} IS NULL AND ${ageRequests.expiresAt} > ${now}
          RETURNING ${ageRequests.id}`,
      ]);
      return rows.length === 1;
    },

    /** "Over 18" that counts once the browser that began brings the code. */
    async await(row: AgeRequestRow, codeHash: string): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${ageRequests} SET ${ageRequests.outcome} = 'over', ${ageRequests.codeHash} = ${codeHash},
            ${ageRequests.expiresAt} = ${row.expiresAt}
          WHERE ${ageRequests.id} = ${row.id}`,
      ]);
    },

    /**
     * "Under 18" of an app: anybody may have held it, so the member's own browser confirms it, until `until` (ms).
     * `codeHash`: of the code that confirms it as well, or CONFIRM.
     * Does nothing if the account has proved something during the check, which removes the row.
     */
    async askToConfirm(row: AgeRequestRow, codeHash: string, now: number, until: number): Promise<void> {
      const mark = JSON.stringify({ day: new Date(now).toISOString().slice(0, 10) });
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${ageRequests} SET ${ageRequests.outcome} = 'under', ${ageRequests.codeHash} = ${codeHash},
          ${ageRequests.expiresAt} = ${until} WHERE ${ageRequests.id} = ${row.id}`,
        sql`UPDATE ${accounts} SET ${accounts.ageProofs} = json_set(${accounts.ageProofs}, '$.unconfirmed', json(${mark}))
          WHERE ${accounts.id} = ${row.accountId} AND EXISTS (SELECT 1 FROM ${r} WHERE ${r.id} = ${row.id})`,
      ]);
    },

    /** Nobody has confirmed these in their time. `open`: nor has the account proved anything since. */
    async unconfirmed(now: number): Promise<(AgeRequestRow & { open: number })[]> {
      const [rows] = await rowsOf<[AgeRequestRow & { open: number }]>(db, [
        sql`SELECT ${ROW}, (SELECT ${accounts.ageProofs} ->> '$.unconfirmed' IS NOT NULL FROM ${accounts}
            WHERE ${accounts.id} = ${r.accountId}) AS open
          FROM ${r} INDEXED BY age_requests_expires WHERE ${r.expiresAt} <= ${now} AND ${ASKS} LIMIT ${BATCH}`,
      ]);
      return rows;
    },

    /** Writes the mails once: of two sweeps, one removes the row. Later questions of the account end with it. */
    async endUnconfirmed(row: AgeRequestRow, mails: MailRow[], now: number): Promise<void> {
      const own = sql`${r.id} = ${row.id} AND ${ASKS}`;
      const all = sql`${r.accountId} = ${row.accountId} AND ${ASKS}`;
      await rowsOf<unknown[]>(db, [
        ...mails.map((mail) => insertWhere(outbox, mail, sql`EXISTS (SELECT 1 FROM ${r} WHERE ${own})`)),
        left(all, now),
        gone(all),
      ]);
    },

    /** True for the first alone, and while the account has proved nothing since. */
    async confirm(row: AgeRequestRow): Promise<boolean> {
      const [taken] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE ${ageRequests} SET ${ageRequests.codeHash} = ${CLOSING}
          WHERE ${ageRequests.id} = ${row.id} AND ${asking(ageRequests)} AND EXISTS (${marked(row.accountId)})
          RETURNING ${ageRequests.id}`,
      ]);
      return taken.length === 1;
    },

    /** Before the account is closed: until `finish`, the sweep closes it from `again` (ms) on. */
    async closing(row: AgeRequestRow, again: number): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${ageRequests} SET ${ageRequests.outcome} = 'under', ${ageRequests.codeHash} = ${CLOSING},
          ${ageRequests.expiresAt} = ${again} WHERE ${ageRequests.id} = ${row.id}`,
      ]);
    },

    async unclosed(now: number): Promise<AgeRequestRow[]> {
      const [rows] = await rowsOf<[AgeRequestRow]>(db, [
        sql`SELECT ${ROW} FROM ${r} INDEXED BY age_requests_expires
          WHERE ${r.expiresAt} <= ${now} AND ${CLOSES} LIMIT ${BATCH}`,
      ]);
      return rows;
    },

    /** The row whose code this is, once, for the session that began it. */
    async redeem(codeHash: string, accountId: string, sessionHash: string, now: number): Promise<AgeRequestRow | null> {
      const row = await find(sql`${r.codeHash} = ${codeHash} AND ${isOf(accountId, sessionHash, now)}`);
      if (!row) return null;
      const [taken] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE ${ageRequests} SET ${ageRequests.codeHash} = ${row.outcome === "under" ? CLOSING : null}
          WHERE ${ageRequests.id} = ${row.id} AND ${ageRequests.codeHash} = ${codeHash} RETURNING ${ageRequests.id}`,
      ]);
      return taken.length === 1 ? row : null;
    },

    /** `proof`: what the account has proved; null for every other outcome. */
    async finish(row: AgeRequestRow, outcome: string, proof: { day: string; until: string | null } | null, now: number) {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${ageRequests} SET ${ageRequests.outcome} = ${outcome}, ${ageRequests.codeHash} = NULL,
          ${ageRequests.expiresAt} = ${row.expiresAt} WHERE ${ageRequests.id} = ${row.id}`,
        counted(proof ? "done" : "failed", one(row), utcDay(now)),
        ...(proof ? proved(row.accountId, row.method, proof) : []),
      ]);
    },

    async cancel(accountId: string, sessionHash: string, now: number): Promise<void> {
      const own = sql`${isOf(accountId, sessionHash, now)} AND NOT ${stays(now)}`;
      await rowsOf<unknown[]>(db, [left(own, now), gone(own)]);
    },

    /** Removes requests whose time is over; those without an answer count as left. */
    async sweep(now: number): Promise<void> {
      const over = sql`${r.id} IN (SELECT ${e.id} FROM ${e} INDEXED BY age_requests_expires
        WHERE ${e.expiresAt} <= ${now} AND ${e.codeHash} IS NOT ${CLOSING} AND NOT ${asking(e)} ORDER BY ${e.expiresAt} LIMIT ${BATCH})`;
      await rowsOf<unknown[]>(db, [left(over, now), gone(over)]);
    },
  };
}

/** The account holds an unconfirmed "under 18". */
function marked(accountId: string): SQL {
  return sql`SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.ageProofs} ->> '$.unconfirmed' IS NOT NULL`;
}

function one({ domainId, method, country }: Pick<AgeRequestRow, "domainId" | "method" | "country">): SQL {
  return sql`SELECT ${domainId} AS domain, ${`${method} ${country}`} AS part, 1 AS number`;
}

function left(of: SQL, now: number): SQL {
  return counted(
    "left",
    sql`SELECT ${r.domainId} AS domain, ${r.method} || ' ' || ${r.country} AS part, count(*) AS number FROM ${r}
      WHERE ${of} AND ${openAt(now)} GROUP BY 1, 2`,
    utcDay(now),
  );
}

function gone(of: SQL): SQL {
  return sql`DELETE FROM ${ageRequests} WHERE ${ageRequests.id} IN (SELECT ${r.id} FROM ${r} WHERE ${of})`;
}

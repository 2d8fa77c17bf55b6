import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, acquaintances, addressPrints, sweeps, unseen } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { DAY } from "#worker/platform/durations.ts";
import { EFFECT_FROM, EFFECT_UNTIL } from "./acquaintances.vocabulary.ts";

const a = aliased(accounts, "a");
const k = aliased(acquaintances, "k");
const r = aliased(addressPrints, "r");

const ROWID = sql.raw("a.rowid");
/** Place of the walk over accounts. */
const WALK = "address prints";

export interface ListRow {
  count: number;
  /** In ms. Of the newest address. */
  changedAt: number | null;
}

export interface Addressed {
  id: string;
  email: string;
}

export type AcquaintancesStore = ReturnType<typeof createAcquaintancesStore>;

export function createAcquaintancesStore(db: Database) {
  const pick = (prints: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(prints)}))`;
  const listOf = (ownerId: string) => sql`SELECT count(*) AS count, max(${k.addedAt}) AS changedAt FROM ${k}
    WHERE ${k.ownerId} = ${ownerId} AND ${k.untilAt} IS NULL`;

  return {
    async list(ownerId: string): Promise<ListRow> {
      const [rows] = await rowsOf<[ListRow]>(db, [listOf(ownerId)]);
      return rows[0] as ListRow;
    },

    /** Knows no member: what an address belongs to is looked up when it takes effect. Null above `most`. */
    async add(ownerId: string, prints: readonly string[], most: number, now: number): Promise<ListRow | null> {
      const json = JSON.stringify(prints);
      const own = sql`SELECT count(*) FROM ${k} WHERE ${k.ownerId} = ${ownerId}`;
      const others = sql`(${own} AND ${k.untilAt} IS NULL AND ${k.print} NOT IN ${pick(prints)})`;
      const [fits, , rows] = await rowsOf<[{ fits: number }, unknown, ListRow]>(db, [
        sql`SELECT ${others} + ${prints.length} <= ${most} AS fits`,
        sql`INSERT INTO ${into(acquaintances, "ownerId", "print", "addedAt", "fromAt")}
          SELECT ${ownerId}, value, ${now}, ${soon(now)} FROM json_each(${json}) WHERE ${others} + ${prints.length} <= ${most}
          ON CONFLICT (${acquaintances.ownerId}, ${acquaintances.print}) DO UPDATE
            SET added_at = iif(${acquaintances}.until_at IS NULL, ${acquaintances}.added_at, excluded.added_at), until_at = NULL`,
        listOf(ownerId),
      ]);
      return fits[0]?.fits === 1 ? (rows[0] as ListRow) : null;
    },

    /** Null: all. They hold until a random time. */
    async remove(ownerId: string, prints: readonly string[] | null, now: number): Promise<ListRow> {
      const [, rows] = await rowsOf<[unknown, ListRow]>(db, [
        sql`UPDATE ${acquaintances} SET ${acquaintances.untilAt} = ${soon(now)}
          WHERE ${acquaintances.ownerId} = ${ownerId} AND ${acquaintances.untilAt} IS NULL
            ${prints ? sql`AND ${acquaintances.print} IN ${pick(prints)}` : sql``}`,
        listOf(ownerId),
      ]);
      return rows[0] as ListRow;
    },

    /** Entries of lists, and changed addresses, whose time has come. */
    async takeEffect(now: number, limit: number): Promise<void> {
      const begun = sql`(SELECT ${k.ownerId}, ${k.print} FROM ${k} INDEXED BY acquaintances_from
        WHERE ${k.holds} = 0 AND ${k.fromAt} <= ${now} ORDER BY ${k.fromAt} LIMIT ${limit})`;
      const ended = sql`(SELECT ${k.ownerId}, ${k.print} FROM ${k} INDEXED BY acquaintances_until
        WHERE ${k.untilAt} <= ${now} ORDER BY ${k.untilAt} LIMIT ${limit})`;
      const changed = sql`(SELECT ${r.accountId} FROM ${r} INDEXED BY address_prints_from
        WHERE ${r.fromAt} <= ${now} ORDER BY ${r.fromAt} LIMIT ${limit})`;
      await rowsOf(db, [
        pairs(sql`${begun} k CROSS JOIN ${r} ON ${r.print} = ${k.print} AND (${r.fromAt} IS NULL OR ${r.fromAt} <= ${now})
          CROSS JOIN ${a} ON ${a.id} = ${r.accountId}`),
        sql`UPDATE ${acquaintances} SET ${acquaintances.holds} = 1 WHERE (${acquaintances.ownerId}, ${acquaintances.print}) IN ${begun}`,
        pairs(sql`${r} CROSS JOIN ${a} ON ${a.id} = ${r.accountId} AND ${r.accountId} IN ${changed}
          CROSS JOIN ${k} ON ${k.print} = ${r.print} AND ${k.holds} = 1`),
        sql`UPDATE ${addressPrints} SET ${addressPrints.fromAt} = NULL WHERE ${addressPrints.accountId} IN ${changed}`,
        sql`DELETE FROM ${unseen} WHERE (${unseen.ownerId}, ${unseen.print}) IN ${ended}`,
        sql`DELETE FROM ${acquaintances} WHERE (${acquaintances.ownerId}, ${acquaintances.print}) IN ${ended}`,
      ]);
    },

    /** Accounts with another address than before, and those of the next step of an endless walk. `place`: where it ends. */
    async withoutPrint(limit: number): Promise<{ accounts: Addressed[]; place: number; walked: number }> {
      const next = sql`SELECT ${ROWID} AS place, ${a.id}, ${a.email}, ${a.status} FROM ${a}
        WHERE ${ROWID} > coalesce((SELECT ${sweeps.place} FROM ${sweeps} WHERE ${sweeps.name} = ${WALK}), 0) ORDER BY ${ROWID} LIMIT ${limit}`;
      const [changed, walked, end] = await rowsOf<[Addressed, Addressed, { place: number | null }]>(db, [
        sql`SELECT ${a.id}, ${a.email} FROM ${r} INDEXED BY address_prints_due CROSS JOIN ${a} ON ${a.id} = ${r.accountId}
          WHERE ${r.print} IS NULL LIMIT ${limit}`,
        sql`SELECT n.id, n.email FROM (${next}) n WHERE n.status <> 'erased'
          AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.accountId} = n.id)`,
        sql`SELECT max(place) AS place FROM (${next})`,
      ]);
      return { accounts: [...changed, ...walked], place: end[0]?.place ?? 0, walked: walked.length };
    },

    /**
     * Not for an address that has changed meanwhile. The first print of an account counts at once. A changed address counts
     * later: who changes it to a listed one cannot compare before and after.
     */
    async keepPrints(made: readonly (Addressed & { print: string })[], place: number, now: number): Promise<void> {
      const given = sql`json_each(${JSON.stringify(made.map(({ id, email, print }) => [id, email, print]))}) j
        CROSS JOIN ${a} ON ${a.id} = j.value ->> 0 AND ${a.email} = j.value ->> 1 AND ${a.status} <> 'erased'`;
      const kept = sql`INSERT INTO ${into(addressPrints, "accountId", "print")} SELECT ${a.id}, j.value ->> 2 FROM ${given} WHERE true
        ON CONFLICT (${addressPrints.accountId}) DO UPDATE SET print = excluded.print, from_at = ${soon(now)}
          WHERE ${addressPrints}.print IS NULL`;
      const listed = pairs(sql`${given} CROSS JOIN ${r} ON ${r.accountId} = ${a.id} AND ${r.fromAt} IS NULL
        CROSS JOIN ${k} ON ${k.print} = j.value ->> 2 AND ${k.holds} = 1`);
      await rowsOf(db, [
        ...(made.length > 0 ? [kept, listed] : []),
        sql`INSERT INTO ${into(sweeps, "name", "at", "steadySince", "place")} SELECT ${WALK}, ${now}, ${now}, ${place}
          WHERE ${place} > 0 OR EXISTS (SELECT 1 FROM ${sweeps} WHERE ${sweeps.name} = ${WALK} AND ${sweeps.place} > 0)
          ON CONFLICT (${sweeps.name}) DO UPDATE SET ${sweeps.at} = excluded.at, ${sweeps.place} = excluded.place`,
      ]);
    },
  };
}

/** `from` yields entries `k` of lists and the accounts `a` that have their addresses. */
function pairs(from: SQL): SQL {
  return sql`INSERT INTO ${into(unseen, "viewerId", "ownerId", "print")} SELECT ${a.id}, ${k.ownerId}, ${k.print} FROM ${from}
    WHERE ${k.ownerId} <> ${a.id} ON CONFLICT DO NOTHING`;
}

/** Random for each row, in ms. */
function soon(now: number): SQL {
  return sql`${now + EFFECT_FROM * DAY} + abs(random() % ${(EFFECT_UNTIL - EFFECT_FROM) * DAY})`;
}

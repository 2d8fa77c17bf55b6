import type { SQL } from "drizzle-orm";
import { cellOf } from "#db/cells.ts";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { profiles, trips } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";

const KEYS = ["id", "country", "region", "city", "cell", "fromDay", "untilDay", "shownAt", "endsAt"] as const;
export type TripRow = Pick<typeof trips.$inferSelect, (typeof KEYS)[number]>;

const p = aliased(profiles, "p");
const t = aliased(trips, "t");

const PLACE = ["id", "country", "region", "city"] as const;
/** A member and the own town. */
export type Settled = Pick<typeof profiles.$inferSelect, (typeof PLACE)[number]>;

export type TripsStore = ReturnType<typeof createTripsStore>;

export function createTripsStore(db: Database) {
  const listOf = (memberId: string) => sql`SELECT ${selected(t, KEYS)} FROM ${t} INDEXED BY trips_member
    WHERE ${t.memberId} = ${memberId} ORDER BY ${t.shownAt}`;
  const others = (memberId: string, id: string) =>
    sql`(SELECT ${t.fromDay}, ${t.untilDay} FROM ${t} WHERE ${t.memberId} = ${memberId} AND ${t.id} <> ${id})`;
  const values = (row: TripRow) =>
    sql`${row.country}, ${row.region}, ${row.city}, ${row.cell}, ${row.fromDay}, ${row.untilDay}, ${row.shownAt}, ${row.endsAt}`;

  /** The list after a change, written for the town where the member lives now. Null where it changes nothing. */
  async function write(member: Settled, now: number, change: (here: SQL) => SQL): Promise<TripRow[] | null> {
    for (let at: Settled | undefined = member; at !== undefined; at = await movedTo(at)) {
      const here = sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${isHome(at)})`;
      const results = await rowsOf<unknown[]>(db, [change(here), ...settled(at, now), listOf(at.id)]);
      if (results[0]?.length) return results.at(-1) as TripRow[];
    }
    return null;
  }

  /** Undefined for a member who has not moved. */
  async function movedTo({ id, region, city }: Settled): Promise<Settled | undefined> {
    const [[now]] = await rowsOf<[Settled]>(db, [sql`SELECT ${selected(p, PLACE)} FROM ${p} WHERE ${p.id} = ${id}`]);
    return now?.region === region && now.city === city ? undefined : now;
  }

  return {
    async list(memberId: string): Promise<TripRow[]> {
      const [rows] = await rowsOf<[TripRow]>(db, [listOf(memberId)]);
      return rows;
    },

    /** Null where a trip of these days or the `most`-th has come meanwhile. */
    add: (member: Settled, row: TripRow, most: number, now: number) =>
      write(member, now, (here) => {
        const known = others(member.id, row.id);
        const columns = into(trips, ...KEYS.slice(0, 1), "memberId", ...KEYS.slice(1), "homeCountry", "joinedAt");
        return sql`INSERT INTO ${columns}
          SELECT ${row.id}, ${member.id}, ${values(row)}, ${p.country}, ${p.createdAt} FROM ${p} WHERE ${p.id} = ${member.id}
            AND (SELECT count(*) FROM ${known}) < ${most} AND NOT ${overlaps(known, row)} AND ${here}
          RETURNING 1`;
      }),

    /** Null where another trip of these days has come meanwhile, or the trip has gone. */
    change: (member: Settled, row: TripRow, now: number) =>
      write(
        member,
        now,
        (here) => sql`UPDATE ${trips}
          SET (country, region, city, cell, from_day, until_day, shown_at, ends_at) = (SELECT ${values(row)}), begun = 0
          WHERE ${trips.id} = ${row.id} AND ${trips.memberId} = ${member.id} AND NOT ${overlaps(others(member.id, row.id), row)} AND ${here}
          RETURNING 1`,
      ),

    /** Null where the trip has gone. */
    remove: (member: Settled, id: string, now: number) =>
      write(
        member,
        now,
        (here) =>
          sql`DELETE FROM ${trips} WHERE ${trips.id} = ${id} AND ${trips.memberId} = ${member.id} AND ${here} RETURNING 1`,
      ),

    /** Members of whom a trip has begun or ended. */
    async due(now: number, limit: number): Promise<Settled[]> {
      const [rows] = await rowsOf<[Settled]>(db, [
        sql`SELECT DISTINCT ${selected(p, PLACE)} FROM (
            SELECT * FROM (SELECT ${t.memberId} AS member FROM ${t} INDEXED BY trips_begin
              WHERE ${t.begun} = 0 AND ${t.shownAt} <= ${now} ORDER BY ${t.shownAt} LIMIT ${limit})
            UNION SELECT * FROM (SELECT ${t.memberId} FROM ${t} INDEXED BY trips_end
              WHERE ${t.endsAt} <= ${now} ORDER BY ${t.endsAt} LIMIT ${limit})) d CROSS JOIN ${p} ON ${p.id} = d.member`,
      ]);
      return rows;
    },

    /**
     * Deletes ended trips of these members. Sets the town where others find them: of a trip that has begun, else the own one.
     * A member who has moved since the row was read keeps all for the next run. Idempotent.
     */
    async settle(members: readonly Settled[], now: number): Promise<void> {
      if (members.length > 0)
        await rowsOf(
          db,
          members.flatMap((member) => settled(member, now)),
        );
    },
  };
}

function overlaps(others: SQL, { fromDay, untilDay }: TripRow): SQL {
  return sql`EXISTS (SELECT 1 FROM ${others} WHERE from_day <= ${untilDay} AND until_day >= ${fromDay})`;
}

function isHome({ id, region, city }: Settled): SQL {
  return sql`${profiles.id} = ${id} AND ${profiles.region} IS ${region} AND ${profiles.city} IS ${city}`;
}

function settled(member: Settled, now: number): SQL[] {
  const { id, country, region, city } = member;
  const current = (what: SQL) => sql`(SELECT ${what} FROM ${t} INDEXED BY trips_member
    WHERE ${t.memberId} = ${id} AND ${t.shownAt} <= ${now} AND ${t.endsAt} > ${now} ORDER BY ${t.shownAt} LIMIT 1)`;
  const stay = sql`json_object('country', ${t.country}, 'region', ${t.region}, 'city', ${t.city},
    'from', ${t.fromDay}, 'until', ${t.untilDay})`;
  const here = sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${isHome(member)})`;
  return [
    sql`UPDATE ${profiles} SET ${profiles.stay} = ${current(stay)}, ${profiles.cell} = coalesce(${current(t.cell)}, ${cellOf({ country, region, city })})
      WHERE ${isHome(member)} AND ${profiles.stay} IS NOT ${current(stay)}`,
    sql`UPDATE ${trips} SET ${trips.begun} = 1
      WHERE ${trips.memberId} = ${id} AND ${trips.begun} = 0 AND ${trips.shownAt} <= ${now} AND ${here}`,
    sql`DELETE FROM ${trips} WHERE ${trips.memberId} = ${id} AND ${trips.endsAt} <= ${now} AND ${here}`,
  ];
}

import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import type { Wishes } from "#db/schema/attributes.ts";
import { accounts, notificationMails, preferences, profiles, savedSearches } from "#db/schema/index.ts";
import type { Interest } from "#db/schema/interests.ts";
import { aliased, into, jsonOf, selected, sql } from "#db/sql.ts";
import { MOST_NEW } from "./searches.vocabulary.ts";

const PROFILE = ["country", "region", "city", "stay", "birthDate", "gender"] as const;
type Row = typeof savedSearches.$inferSelect;
const KEYS = ["id", "name", "filter", "sort", "notify", "fresh", "foundAt"] as const satisfies (keyof Row)[];
export type SearchRow = Pick<Row, (typeof KEYS)[number]>;
type Raw = Omit<SearchRow, "filter" | "notify"> & { filter: string; notify: number };

type NewSearch = Pick<Row, "id" | "memberId" | "domainId" | "filter" | "filterKey" | "name" | "sort" | "notify">;

/** A search whose time has come, and its member as the search needs them. */
export interface DueSearch extends Pick<Row, "id" | "memberId" | "domainId" | "filter" | "seenUntil" | "fresh"> {
  /** Confirmed, not leaving, and not on a break. */
  isReachable: boolean;
  lastActiveAt: number;
  profile: Pick<typeof profiles.$inferSelect, (typeof PROFILE)[number]> & { interests: Interest[] };
  wishes: Wishes;
}

export interface Look {
  found: number;
  /** In ms: the look covered sign-ups up to this time. */
  until: number;
  /** Ms; the next look. */
  dueAt: number;
}

const a = aliased(accounts, "a");
const f = aliased(preferences, "f");
const p = aliased(profiles, "p");
const s = aliased(savedSearches, "s");
const t = savedSearches;

function listOf(memberId: string): SQL {
  return sql`SELECT ${selected(s, KEYS)} FROM ${s} WHERE ${s.memberId} = ${memberId} ORDER BY ${s.createdAt} DESC, ${s.id} DESC`;
}

export type SearchesStore = ReturnType<typeof createSearchesStore>;

export function createSearchesStore(db: Database) {
  return {
    listQuery: listOf,

    /** `prefetched` are rows of `listQuery`. */
    async list(memberId: string, prefetched: unknown[][] | null = null): Promise<SearchRow[]> {
      const [rows] = (prefetched ?? (await rowsOf<[Raw]>(db, [listOf(memberId)]))) as [Raw[]];
      return rows.map(readRow);
    },

    /** The same filters again change the row. Null when the member has `most` others. */
    async save(row: NewSearch, most: number, dueAt: number, now: number): Promise<SearchRow | null> {
      const { id, memberId, domainId, filter, filterKey, name, sort, notify } = row;
      const own = sql`SELECT count(*) FROM ${t} WHERE ${t.memberId} = ${memberId}
        AND NOT (${t.domainId} = ${domainId} AND ${t.filterKey} = ${filterKey})`;
      // After a notice was off, it reports no member who signed up meanwhile.
      const continued = (column: SQL) =>
        sql`iif(${sql.raw("saved_searches")}.notify = 1, ${sql.raw("saved_searches")}.${column}, excluded.${column})`;
      const [rows] = await rowsOf<[Raw]>(db, [
        sql`INSERT INTO ${into(t, "id", "memberId", "domainId", "filter", "filterKey", "name", "sort", "notify", "seenUntil", "dueAt", "createdAt")}
          SELECT ${id}, ${memberId}, ${domainId}, ${JSON.stringify(filter)}, ${filterKey}, ${name}, ${sort}, ${Number(notify)},
            ${now}, ${dueAt}, ${now} WHERE (${own}) < ${most}
          ON CONFLICT (${t.memberId}, ${t.domainId}, ${t.filterKey}) DO UPDATE SET ${t.name} = excluded.name,
            ${t.sort} = excluded.sort, ${t.notify} = excluded.notify, ${t.seenUntil} = ${continued(sql.raw("seen_until"))},
            ${t.dueAt} = ${continued(sql.raw("due_at"))}
          RETURNING ${selected(t, KEYS)}`,
      ]);
      return rows[0] ? readRow(rows[0]) : null;
    },

    /** False for an unknown search. */
    async change(
      memberId: string,
      id: string,
      { name, notify }: { name?: string | undefined; notify?: boolean | undefined },
      dueAt: number,
      now: number,
    ): Promise<boolean> {
      const again = sql`${Number(notify ?? false)} > ${t.notify}`;
      const [rows] = await rowsOf<[unknown]>(db, [
        sql`UPDATE ${t} SET ${t.name} = ${name ?? t.name}, ${t.seenUntil} = iif(${again}, ${now}, ${t.seenUntil}),
            ${t.dueAt} = iif(${again}, ${dueAt}, ${t.dueAt}), ${t.notify} = ${notify === undefined ? t.notify : Number(notify)}
          WHERE ${t.id} = ${id} AND ${t.memberId} = ${memberId} RETURNING 1`,
      ]);
      return rows.length > 0;
    },

    async remove(memberId: string, id: string): Promise<boolean> {
      const [rows] = await rowsOf<[unknown]>(db, [
        sql`DELETE FROM ${t} WHERE ${t.id} = ${id} AND ${t.memberId} = ${memberId} RETURNING 1`,
      ]);
      return rows.length > 0;
    },

    async open(memberId: string, id: string): Promise<void> {
      await prepared(db, sql`UPDATE ${t} SET ${t.fresh} = 0 WHERE ${t.id} = ${id} AND ${t.memberId} = ${memberId}`).run();
    },

    /** Leases up to `limit` due searches, the longest due first. Rows read grow with these only. */
    async claim(now: number, leaseMs: number, limit: number): Promise<DueSearch[]> {
      const [taken] = await rowsOf<[{ id: string }]>(db, [
        sql`UPDATE ${t} SET ${t.dueAt} = ${now + leaseMs} WHERE rowid IN (
          SELECT rowid FROM ${t} INDEXED BY saved_searches_due WHERE ${t.notify} = 1 AND ${t.dueAt} <= ${now}
          ORDER BY ${t.dueAt} LIMIT ${limit}) RETURNING ${t.id}`,
      ]);
      if (taken.length === 0) return [];
      const ids = JSON.stringify(taken.map(({ id }) => id));
      const [rows] = await rowsOf<[Omit<DueSearch, keyof RawDue> & RawDue]>(db, [
        sql`SELECT ${selected(s, ["id", "memberId", "domainId", "filter", "seenUntil", "fresh"])}, ${p.lastActiveAt} AS lastActiveAt,
            ${a.status} = 'active' AND coalesce(${f.paused}, 0) = 0 AS isReachable, ${f.wishes} AS wishes,
            ${jsonOf(p, [...PROFILE, "interests"])} AS profile
          FROM json_each(${ids}) j CROSS JOIN ${s} ON ${s.id} = j.value CROSS JOIN ${p} ON ${p.id} = ${s.memberId}
            CROSS JOIN ${a} ON ${a.id} = ${p.id} LEFT JOIN ${f} ON ${f.accountId} = ${p.id}`,
      ]);
      return rows.map(({ filter, profile, isReachable, wishes, ...row }) => ({
        ...row,
        filter: JSON.parse(filter) as DueSearch["filter"],
        isReachable: isReachable === 1,
        profile: readProfile(profile),
        wishes: JSON.parse(wishes ?? "{}") as Wishes,
      }));
    },

    async postpone(id: string, dueAt: number): Promise<void> {
      await prepared(db, sql`UPDATE ${t} SET ${t.dueAt} = ${dueAt} WHERE ${t.id} = ${id}`).run();
    },

    /** Keeps what a look found, and hands it to the notification mails. False after another look of the same time. */
    async keep({ id, memberId, seenUntil }: DueSearch, { found, until, dueAt }: Look, now: number): Promise<boolean> {
      const same = sql`${t.id} = ${id} AND ${t.seenUntil} = ${seenUntil}`;
      const [rows] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${t} SET ${t.seenUntil} = ${until}, ${t.dueAt} = ${dueAt}, ${t.fresh} = min(${t.fresh} + ${found}, ${MOST_NEW}),
          ${t.foundAt} = iif(${found} > 0, ${now}, ${t.foundAt}) WHERE ${same} RETURNING ${t.id}`,
        sql`INSERT INTO ${into(notificationMails, "accountId", "kind", "subject", "at", "dueAt")}
          SELECT ${memberId}, 'search', ${id}, ${now}, ${now} WHERE ${found} > 0 AND changes() = 1
          ON CONFLICT DO UPDATE SET at = excluded.at`,
      ]);
      return rows.length > 0;
    },
  };
}

interface RawDue {
  filter: string;
  profile: string;
  isReachable: number;
  wishes: string | null;
}

function readRow({ filter, notify, ...row }: Raw): SearchRow {
  return { ...row, filter: JSON.parse(filter) as SearchRow["filter"], notify: notify === 1 };
}

/** The column holds JSON text itself. */
function readProfile(json: string): DueSearch["profile"] {
  const profile = JSON.parse(json) as Omit<DueSearch["profile"], "interests" | "stay"> & {
    interests: string;
    stay: string | null;
  };
  const { interests, stay } = profile;
  return {
    ...profile,
    interests: JSON.parse(interests) as Interest[],
    stay: JSON.parse(stay ?? "null") as DueSearch["profile"]["stay"],
  };
}

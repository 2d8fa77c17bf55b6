import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { MOST_GOING } from "#db/schema/event-kinds.ts";
import { attendances, events, profiles } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import type { CandidateFilter } from "#worker/discovery/members/candidate-filter.ts";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { audienceOf, shownTo } from "#worker/discovery/members/shown.sql.ts";
import { LIST_OPEN, LISTED_FIRST, LONGEST_EVENT, MOST_AHEAD } from "./events.vocabulary.ts";

type Row = typeof events.$inferSelect;
const KEYS = [
  ...(["id", "status", "title", "language", "spoken", "country", "region", "city", "place", "startsAt", "endsAt"] as const),
  ...(["zone", "places", "going", "text", "link", "changedAt"] as const),
] as const;

export type EventRow = Pick<Row, Exclude<(typeof KEYS)[number], "status">> & {
  status: "published" | "cancelled";
  /** Of the viewer; null without. */
  goes: boolean | null;
  listed: boolean;
  /** When the viewer chose, in ms. */
  at: number | null;
};
type Raw = Omit<EventRow, "spoken" | "goes" | "listed"> & { spoken: string; goes: number | null; listed: number | null };

export interface TownRow {
  cell: number;
  country: string;
  region: string;
  city: string;
}

interface EventPosition {
  at: number;
  id: string;
}

export interface EventFilter {
  domainId: string;
  viewerId: string;
  now: number;
  /** Null for any town. */
  cells: readonly number[] | null;
  mine: boolean;
  /** ISO 8601 date. */
  from: string | null;
  after: EventPosition | null;
  size: number;
}

/** Whose act, on which event. */
export interface Act {
  event: string;
  viewerId: string;
  domainId: string;
  now: number;
}

export type EventsStore = ReturnType<typeof createEventsStore>;

const e = aliased(events, "e");
const a = aliased(attendances, "a");
const o = aliased(attendances, "o");
const x = aliased(events, "x");
const p = aliased(profiles, "p");

const OWN = sql`${a.going} AS goes, ${a.listed} AS listed, ${a.at} AS at`;
/** Bounds the towns that a page offers. */
const MOST_TOWNS = sql.raw("200");

export function createEventsStore(db: Database) {
  return {
    /** Next first. One trip. */
    async list(filter: EventFilter): Promise<{ events: EventRow[]; towns: TownRow[] }> {
      const [rows, towns] = await rowsOf<[Raw, TownRow]>(db, [
        filter.mine ? mineQuery(filter) : aheadQuery(filter),
        sql`SELECT DISTINCT ${selected(e, ["cell", "country", "region", "city"])} FROM ${e} INDEXED BY events_list
          WHERE ${isAhead(filter)} ORDER BY ${e.country}, ${e.city} LIMIT ${MOST_TOWNS}`,
      ]);
      return { events: rows.map(read), towns };
    },

    /** Null for a draft, for one of another site, and for one whose time is over. */
    async find(act: Act): Promise<EventRow | null> {
      const [rows] = await rowsOf<[Raw]>(db, [oneQuery(act)]);
      return rows[0] ? read(rows[0]) : null;
    },

    /** In the order of their ids, of those behind `after`. Empty unless the list is open to the viewer. `last`: null at the end. */
    async people(
      { event, viewerId, domainId, now }: Act,
      filter: CandidateFilter,
      { after, size }: { after: string; size: number },
    ): Promise<{ people: CardRow[]; last: string | null }> {
      const { columns, others } = shownTo(audienceOf(filter));
      const isOpen = sql`EXISTS (SELECT 1 FROM ${o} CROSS JOIN ${x} ON ${x.id} = ${o.eventId} WHERE ${o.eventId} = ${event}
        AND ${o.memberId} = ${viewerId} AND ${o.listed} = 1 AND ${o.at} <= ${now - LISTED_FIRST} AND ${x.domainId} = ${domainId} AND ${x.status} = 'published'
        AND ${x.endsAt} > ${now - LIST_OPEN})`;
      const looked = sql`SELECT ${a.memberId} AS id FROM ${a} WHERE ${a.eventId} = ${event} AND ${a.memberId} > ${after}
        AND ${a.listed} = 1 AND ${isOpen} ORDER BY ${a.memberId} LIMIT ${size}`;
      const [end, rows] = await rowsOf<[{ n: number; last: string | null }, RawCard]>(db, [
        sql`SELECT count(*) AS n, max(id) AS last FROM (${looked})`,
        sql`WITH looked AS MATERIALIZED (${looked})
          SELECT ${CARD_COLUMNS} FROM looked CROSS JOIN ${p} ON ${p.id} = looked.id
          WHERE ${p.status} = 'active' AND ${p.mainPhoto} IS NOT NULL AND ${p.pool} = ${filter.pool} AND ${columns} AND ${others} ORDER BY ${p.id}`,
      ]);
      return { people: rows.map(readCard), last: end[0]?.n === size ? end[0].last : null };
    },

    /** One statement decides about the last place and the number of events ahead. Null as `find`; `ahead` counts other events. */
    async attend(act: Act, going: boolean, listed: boolean): Promise<{ event: EventRow; ahead: number } | null> {
      const { event, viewerId, now } = act;
      const isOwn = sql`EXISTS (SELECT 1 FROM ${o} WHERE ${o.eventId} = ${e.id} AND ${o.memberId} = ${viewerId} AND ${o.going} = 1)`;
      const ahead = sql`(SELECT count(*) FROM ${o} CROSS JOIN ${x} ON ${x.id} = ${o.eventId} WHERE ${o.memberId} = ${viewerId}
        AND ${o.going} = 1 AND ${o.eventId} <> ${event} AND ${x.status} = 'published' AND ${x.endsAt} > ${now})`;
      const hasRoom = sql`(${isOwn} OR (${e.going} < coalesce(${e.places}, ${sql.raw(`${MOST_GOING}`)}) AND ${ahead} < ${MOST_AHEAD}))`;
      const may = sql`EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${viewerId} AND ${p.mainPhoto} IS NOT NULL
        AND ${p.status} IN ('active', ${listed ? "active" : "hidden"}))`;
      const [, rows, count] = await rowsOf<[unknown, Raw, { ahead: number }]>(db, [
        sql`INSERT INTO ${into(attendances, "eventId", "memberId", "going", "listed", "at")}
          SELECT ${e.id}, ${viewerId}, ${going ? 1 : 0}, ${listed ? 1 : 0}, ${now} FROM ${e} WHERE ${isOne(act)}
            AND ${e.status} = 'published' AND ${e.startsAt} > ${now} ${going ? sql`AND ${hasRoom} AND ${may}` : sql``}
          ON CONFLICT (${attendances.eventId}, ${attendances.memberId}) DO UPDATE SET going = excluded.going, listed = excluded.listed,
            at = excluded.at`,
        oneQuery(act),
        sql`SELECT ${ahead} AS ahead`,
      ]);
      return rows[0] ? { event: read(rows[0]), ahead: count[0]?.ahead ?? 0 } : null;
    },

    /** What the member had chosen. */
    async leave({ event, viewerId }: Pick<Act, "event" | "viewerId">): Promise<{ listed: boolean; at: number } | null> {
      const [rows] = await rowsOf<[{ listed: number; at: number }]>(db, [
        sql`DELETE FROM ${attendances} WHERE ${attendances.eventId} = ${event} AND ${attendances.memberId} = ${viewerId}
          RETURNING ${attendances.listed}, ${attendances.at}`,
      ]);
      return rows[0] ? { listed: rows[0].listed === 1, at: rows[0].at } : null;
    },
  };
}

/** Of the index: an event that began longer ago is over. */
function isAhead({ domainId, now }: Pick<EventFilter, "domainId" | "now">): SQL {
  return sql`${e.domainId} = ${domainId} AND ${e.status} = 'published' AND ${e.startsAt} > ${now - LONGEST_EVENT} AND ${e.endsAt} > ${now}`;
}

function aheadQuery(filter: EventFilter): SQL {
  const { viewerId, cells } = filter;
  const inTowns = cells ? sql`AND ${e.cell} IN (SELECT value FROM json_each(${JSON.stringify(cells)}))` : sql``;
  return sql`SELECT ${selected(e, KEYS)}, ${OWN} FROM ${e} INDEXED BY events_list
    LEFT JOIN ${a} ON ${a.eventId} = ${e.id} AND ${a.memberId} = ${viewerId}
    WHERE ${isAhead(filter)} ${inTowns} ${page(filter)}`;
}

/** Cancelled ones too, and those that ended less than a day ago. */
function mineQuery(filter: EventFilter): SQL {
  const { domainId, viewerId, now } = filter;
  return sql`SELECT ${selected(e, KEYS)}, ${OWN} FROM ${a} INDEXED BY attendances_member CROSS JOIN ${e} ON ${e.id} = ${a.eventId}
    WHERE ${a.memberId} = ${viewerId} AND ${e.domainId} = ${domainId} AND ${e.status} <> 'draft' AND ${e.endsAt} > ${now - LIST_OPEN}
      ${page(filter)}`;
}

function page({ from, after, size }: EventFilter): SQL {
  return sql`${from === null ? sql`` : sql`AND ${e.day} >= ${from}`}
    ${after === null ? sql`` : sql`AND (${e.startsAt}, ${e.id}) > (${after.at}, ${after.id})`}
    ORDER BY ${e.startsAt}, ${e.id} LIMIT ${size}`;
}

function isOne({ event, domainId, now }: Act): SQL {
  return sql`${e.id} = ${event} AND ${e.domainId} = ${domainId} AND ${e.status} <> 'draft' AND ${e.endsAt} > ${now - LIST_OPEN}`;
}

function oneQuery(act: Act): SQL {
  return sql`SELECT ${selected(e, KEYS)}, ${OWN} FROM ${e} LEFT JOIN ${a} ON ${a.eventId} = ${e.id} AND ${a.memberId} = ${act.viewerId}
    WHERE ${isOne(act)}`;
}

function read({ spoken, goes, listed, ...row }: Raw): EventRow {
  return {
    ...row,
    spoken: JSON.parse(spoken) as EventRow["spoken"],
    goes: goes === null ? null : goes === 1,
    listed: listed === 1,
  };
}

import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, conversations, likes, participants, profiles, visits } from "#db/schema/index.ts";
import { aliased, jsonParts, listed, sql } from "#db/sql.ts";
import { CARD_JSON, type CardValues, readCardValues } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { unblocked } from "#worker/discovery/members/shown.sql.ts";
import { newerThan } from "#worker/messaging/chat/chat-list.sql.ts";
import { g, isAskerShown } from "#worker/people/identity/grants.sql.ts";
import { newGrantsOf } from "#worker/people/identity/member.sql.ts";
import { DAY } from "#worker/platform/durations.ts";
import { NEWS_FOR } from "./news.vocabulary.ts";

const c = aliased(participants, "c");
const h = aliased(conversations, "h");
const l = aliased(likes, "l");
const p = aliased(profiles, "p");
const v = aliased(visits, "v");

/** In ms. An older chat waits for nobody. */
const LIVELY = 30 * DAY;
/** Newest chats that are read. */
const CHATS = 50;
/** Visitors that are counted. */
const VISITORS = 24;
const FACES = 3;

export type TodayStore = ReturnType<typeof createTodayStore>;

export interface TodayRows {
  /** The three that wait longest, and how many of the newest 50 chats wait. An invisible partner's chat waits too. */
  turns: { total: number; cards: CardRow[] };
  likes: CardRow[];
  askers: CardRow[];
  /** Who shows the member private photos. */
  answers: CardRow[];
  visitors: CardRow[];
}

export interface TodayShown {
  fictional: boolean;
  privatePhotos: boolean;
  now: number;
}

type Seen = "newsSeenAt" | "visitorsSeenAt";

interface Found {
  turns: [CardValues, number][];
  likes: CardValues[];
  askers: CardValues[];
  answers: CardValues[];
  visitors: CardValues[];
}

export function createTodayStore(db: Database) {
  return {
    todayQuery,

    /** `prefetched` are rows of `todayQuery`. */
    async find(memberId: string, shown: TodayShown, prefetched: unknown[][] | null = null): Promise<TodayRows> {
      const [[row]] = (prefetched ?? (await rowsOf(db, [todayQuery(memberId, shown)]))) as [[{ found: string }]];
      const { turns, ...people } = JSON.parse(row.found) as Found;
      return {
        turns: { total: turns[0]?.[1] ?? 0, cards: turns.map(([card]) => readCardValues(card)) },
        likes: people.likes.map(readCardValues),
        askers: people.askers.map(readCardValues),
        answers: people.answers.map(readCardValues),
        visitors: people.visitors.map(readCardValues),
      };
    },

    async see(memberId: string, what: Seen, now: number): Promise<void> {
      await rowsOf(db, [sql`UPDATE ${accounts} SET ${accounts[what]} = ${now} WHERE ${accounts.id} = ${memberId}`]);
    },
  };
}

function todayQuery(memberId: string, shown: TodayShown): SQL {
  return sql`SELECT ${jsonParts({
    turns: turnsOf(memberId, shown),
    likes: likesOf(memberId, shown),
    askers: shown.privatePhotos ? askersOf(memberId, shown) : sql<[]>`json('[]')`,
    answers: shown.privatePhotos ? answersOf(memberId, shown) : sql<[]>`json('[]')`,
    visitors: visitorsOf(memberId, shown),
  })} AS found`;
}

const visible = (memberId: string, { fictional }: TodayShown) =>
  sql`${p.fictional} <= ${Number(fictional)} AND ${unblocked(memberId)}`;

function turnsOf(memberId: string, shown: TodayShown): SQL {
  return sql`(${listed(sql`SELECT json_array(${CARD_JSON}, count(*) OVER ()) AS item FROM (
      SELECT ${c.conversationId} AS id, ${c.otherId} AS other, ${c.lastAt} AS at, ${c.muted} = 0 AND ${c.lastSender} = ${c.otherId} AS waits
      FROM ${c} INDEXED BY participants_list
      WHERE ${c.memberId} = ${memberId} AND ${c.listed} = 1 AND ${newerThan(c, shown.now - LIVELY)}
      ORDER BY ${c.placeAt} DESC LIMIT ${CHATS}) t CROSS JOIN ${p} ON ${p.id} = t.other
    WHERE t.waits AND NOT EXISTS (SELECT 1 FROM ${h} WHERE ${h.id} = t.id AND ${h.goodbyeAt} IS NOT NULL) AND ${p.status} IN ('active', 'hidden') AND ${visible(memberId, shown)} ORDER BY t.at LIMIT ${FACES}`)})`;
}

function likesOf(memberId: string, shown: TodayShown): SQL {
  return sql`(${listed(sql`SELECT ${CARD_JSON} AS item
    FROM ${l} INDEXED BY likes_received CROSS JOIN ${p} ON ${p.id} = ${l.likerId}
    WHERE ${l.likedId} = ${memberId} AND ${l.isNew} = 1 AND ${p.status} = 'active' AND ${visible(memberId, shown)}
    ORDER BY ${l.createdAt} DESC LIMIT ${FACES}`)})`;
}

/** The oldest first: that member waits longest. */
function askersOf(memberId: string, { fictional }: TodayShown): SQL {
  return sql`(${listed(sql`SELECT ${CARD_JSON} AS item FROM ${g} CROSS JOIN ${p} ON ${p.id} = ${g.memberId}
    WHERE ${g.ownerId} = ${memberId} AND ${g.status} = 'requested' AND ${isAskerShown} AND ${p.fictional} <= ${Number(fictional)}
    ORDER BY ${g.at} LIMIT ${FACES}`)})`;
}

function answersOf(memberId: string, { fictional, now }: TodayShown): SQL {
  const since = sql`max(${now - NEWS_FOR}, (SELECT ${accounts.newsSeenAt} FROM ${accounts} WHERE ${accounts.id} = ${memberId}))`;
  return sql`(${listed(sql`SELECT ${CARD_JSON} AS item FROM ${newGrantsOf(sql`${memberId}`, since)}
    WHERE ${p.fictional} <= ${Number(fictional)} ORDER BY ${g.at} DESC`)})`;
}

function visitorsOf(memberId: string, shown: TodayShown): SQL {
  const since = sql`max(${shown.now - LIVELY}, (SELECT ${accounts.visitorsSeenAt} FROM ${accounts} WHERE ${accounts.id} = ${memberId}))`;
  return sql`(${listed(sql`SELECT ${CARD_JSON} AS item
    FROM ${v} CROSS JOIN ${p} ON ${p.id} = ${v.visitorId}
    WHERE ${v.visitedId} = ${memberId} AND ${v.at} > ${since} AND ${p.status} = 'active' AND ${visible(memberId, shown)}
    ORDER BY ${v.at} DESC LIMIT ${VISITORS}`)})`;
}

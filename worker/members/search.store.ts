import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/raw.ts";
import { type RawCard, readCard } from "./card.columns.ts";
import type { CardRow } from "./card.ts";
import type { Part, Position, Search } from "./search-query.ts";
import { ALWAYS_MORE, isNarrow, MOST, MOST_BLOCKS, totals } from "./search-totals.columns.ts";
import { filters, walked, without } from "./search-walk.columns.ts";

export interface Total {
  /** 1,001 means more than 1,000. */
  count: number;
  /** Non-fictional results; 1,001 means more than 1,000. */
  real: number;
  /** False for an estimate. */
  exact: boolean;
}

export interface Page {
  rows: CardRow[];
  /** Null on the last page. */
  next: Position | null;
  /** Number of profiles read when that ended the page early; else null. */
  short: number | null;
}

export interface FirstPage extends Page {
  total: Total;
  /** For an empty page: each part whose removal alone finds a profile. */
  emptiedBy: Part[];
}

export type SearchStore = ReturnType<typeof createSearchStore>;

/**
 * One bounded index walk per search: the cost ignores member count and match rate. A bit mask marks missed filters: 0 is a
 * hit. Decisions 0004 and 0023.
 */
export function createSearchStore(db: Database) {
  /** One row, one round trip. */
  async function ask<T>(query: SQL): Promise<T & Answer> {
    const { results } = await prepared(db, query).all<T & Answer>();
    return results[0] as T & Answer;
  }

  return {
    /** One round trip. */
    async firstPage(search: Search, size: number): Promise<FirstPage> {
      const extras = [...totals(search), ...without(search)];
      const answer = await ask<Extras>(walked(search, { after: null, size, countAll: isNarrow(search), extras }));
      const page = pageOf(answer, search, size);
      return { ...page, total: totalOf(answer, search), emptiedBy: page.rows.length > 0 ? [] : emptiedBy(answer, search) };
    },

    /** One round trip. */
    async nextPage(search: Search, after: Position, size: number): Promise<Page> {
      return pageOf(await ask(walked(search, { after, size, countAll: false, extras: [] })), search, size);
    },
  };
}

interface Answer {
  firstCards: string;
  cards: string;
  /** Profiles read, profiles that match, and whether the walk reached its end. */
  looked: number;
  found: number;
  /** Non-fictional matches. */
  foundReal: number;
  ended: number;
  /** Bit mask of filters that were missed alone. */
  near: number;
  at: number | null;
  id: string | null;
}

interface Extras {
  /** All active profiles of the walked place. */
  walkable: number;
  /** Profiles of the requested place that this viewer may see. */
  visible: number;
  visibleReal: number;
  /** Profiles that blocks hide from the viewer. */
  hidden: number;
  hiddenReal: number;
  region?: number;
  country?: number;
}

function pageOf({ firstCards, cards, looked, ended, at, id }: Answer, { sort }: Search, size: number): Page {
  const found = [firstCards, cards].flatMap((json) => JSON.parse(json) as RawCard[]).map(readCard);
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  if (last && found.length > size) {
    return { rows, next: { at: sort === "newest" ? last.createdAt : last.lastActiveAt, id: last.id }, short: null };
  }
  const next = ended || at === null || id === null ? null : { at, id };
  return { rows, next, short: next && looked };
}

/** Exact for a kept counter or a complete walk; otherwise extrapolated. */
function totalOf(answer: Answer & Extras, search: Search): Total {
  const { looked, found, foundReal, ended, walkable, visible, visibleReal, hidden, hiddenReal } = answer;
  const most = (count: number) => Math.min(Math.max(count, 0), MOST + 1);
  if (!isNarrow(search)) {
    const exact = visible > ALWAYS_MORE || hidden < MOST_BLOCKS;
    return { count: most(visible - hidden), real: most(visibleReal - hiddenReal), exact };
  }
  if (ended || found > MOST) return { count: most(found), real: most(foundReal), exact: true };
  const estimate = (seen: number) => most(Math.max(seen, Math.round((seen / Math.max(looked, 1)) * walkable)));
  return { count: estimate(found), real: estimate(foundReal), exact: false };
}

function emptiedBy(answer: Answer & Extras, search: Search): Part[] {
  const near = filters(search).flatMap(({ part }, bit) => (answer.near & (1 << bit) ? [part] : []));
  return [...near, ...(answer.region ? ["region" as const] : []), ...(answer.country ? ["country" as const] : [])];
}

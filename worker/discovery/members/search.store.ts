import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { type Built, built, prepared } from "#db/raw.ts";
import { createRecent } from "#worker/platform/recent.ts";
import { type CardValues, readCardValues } from "./card.sql.ts";
import type { CardRow } from "./card.ts";
import { MOST_BITMAP_ROWS, MOST_CANDIDATES } from "./search-bits.sql.ts";
import { filters, isNarrow, isRanked } from "./search-filters.sql.ts";
import { page, without } from "./search-page.sql.ts";
import type { Next, Part, Position, Search, Slot } from "./search-query.ts";
import { type SavedRow, saved } from "./search-saved.sql.ts";
import { ALWAYS_MORE, isUncounted, MOST, MOST_BLOCKS, totals } from "./search-totals.sql.ts";

export interface Total {
  /** 1,001 means more than 1,000. */
  count: number;
  /** Non-fictional results; 1,001 means more than 1,000. */
  real: number;
  /** False for an estimate, and where more may fit. */
  exact: boolean;
  /** More may fit, and nothing tells how many. */
  least: boolean;
}

export interface Page {
  rows: CardRow[];
  next: Next | null;
  /** Number of profiles read when that ended the page early; else null. */
  short: number | null;
  /** The list is sorted within groups of this many. Null for a list sorted throughout. */
  sorted: number | null;
}

export interface FirstPage extends Page {
  total: Total;
  /** Who misses the two-way filter alone. Null for a search that shows all. */
  unsuited: Total | null;
  /** For an empty page: each part whose removal alone finds a profile. */
  emptiedBy: Part[];
  saved: SavedRow[];
}

export type SearchStore = ReturnType<typeof createSearchStore>;

const ASK_AGAIN_AFTER = 60_000;

/** In statements of searches by place alone. */
const MOST_CACHED = 200;
/** Stands for the member in a cached statement; ids have no spaces. */
const ANY_MEMBER = "any member";

/**
 * One bounded index walk per search, then bitmaps for rare matches. The cost ignores member count and match rate. A bit
 * mask marks missed filters: 0 is a hit. Decisions 0004, 0023 and 0046.
 */
export function createSearchStore(db: Database, { bitmapRows = MOST_BITMAP_ROWS } = {}) {
  /** Time until which the primary is known to answer searches here, in ms. */
  let primaryUntil = 0;
  const statements = createRecent<string, Built>(MOST_CACHED);

  function buildFirst(search: Search, size: number, now: number): Built {
    const extras = [...totals(search), ...without(search, now), saved(search)];
    return built(page(search, { next: null, size, extras, now, bitmapRows }));
  }

  /** A search by place alone is the same statement for all members, who are parameters of it, at any time. */
  function firstQuery(search: Search, size: number, now: number): Built {
    if (search.viewerId === null || isNarrow(search) || isRanked(search)) return buildFirst(search, size, now);
    const shared = { ...search, viewerId: ANY_MEMBER };
    const name = JSON.stringify([shared, size]);
    const { sql, params } = statements.get(name) ?? buildFirst(shared, size, now);
    statements.set(name, { sql, params });
    return { sql, params: params.map((value) => (value === ANY_MEMBER ? search.viewerId : value)) };
  }

  /** One row, one round trip. */
  async function ask<T>(query: SQL | Built, now: number): Promise<T & Answer> {
    const { results, meta } = await prepared(db, query).all<T & Answer>();
    primaryUntil = meta.served_by_primary === true ? now + ASK_AGAIN_AFTER : 0;
    return results[0] as T & Answer;
  }

  return {
    /** False where a replica may be near: then the primary is spared. */
    asksPrimary: (now: number) => now < primaryUntil,

    firstQueries: (...of: Parameters<typeof firstQuery>) => [firstQuery(...of)],

    /** One round trip. `prefetched` are rows of `firstQueries`. */
    async firstPage(search: Search, size: number, now: number, prefetched: unknown[][] | null = null): Promise<FirstPage> {
      const answer = prefetched ? (prefetched[0]?.[0] as Answer & Extras) : await ask<Extras>(firstQuery(search, size, now), now);
      const first = pageOf(answer, search, size, null);
      return {
        ...first,
        total: totalOf(answer, search),
        unsuited: search.own ? unsuitedOf(answer, search) : null,
        emptiedBy: answer.found + answer.foundRare > 0 ? [] : emptiedBy(answer, search),
        saved: JSON.parse(answer.saved) as SavedRow[],
      };
    },

    /** One round trip. */
    async nextPage(search: Search, next: Next, size: number, now: number): Promise<Page> {
      const query = page(search, { next, size, extras: [], now, bitmapRows });
      return pageOf(await ask(query, now), search, size, next);
    },
  };
}

interface Answer {
  /** JSON of cards, each with its position. */
  cards: string;
  /** Profiles read on the walk, and whether it reached its end. */
  looked: number;
  ended: number;
  /** Matches on the walk. */
  found: number;
  foundReal: number;
  /** Those of the walk that miss the two-way filter alone. */
  unsuited: number;
  unsuitedReal: number;
  /** Matches in the bitmaps, those of the walk among them. */
  foundRare: number;
  foundRareReal: number;
  /** Bit mask of filters that were missed alone. */
  near: number;
  /** Last profile of the walk. */
  step: number | null;
  at: number | null;
  id: string | null;
  /** Bitmaps were read, with so many candidates; up to this slot (JSON) where more are left. */
  rare: number;
  candidates: number;
  slot: string | null;
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
  /** JSON. */
  saved: string;
  region?: number;
  country?: number;
  distance?: number;
  answered?: number;
}

type Shown = [rank: number, at: number, card: CardValues];

function pageOf(answer: Answer, search: Search, size: number, previous: Next | null): Page {
  const { looked, ended, rare, candidates, slot } = answer;
  const shown = JSON.parse(answer.cards) as Shown[];
  const rows = shown.slice(0, size).map(([, , card]) => readCardValues(card));
  const last = shown[size - 1];
  const position = last && { rank: last[0], at: last[1], id: last[2][0] };
  const more = shown.length > size && position ? position : null;
  if (isOfBitmaps(answer)) {
    const sorted = slot !== null || previous?.slot ? MOST_CANDIDATES : null;
    const from = { bits: true, slot: previous?.slot ?? null, start: previous?.start ?? null };
    if (more) return { rows, next: { ...from, shown: more }, short: null, sorted };
    if (slot === null) return { rows, next: null, short: null, sorted };
    const short = rows.length === 0 || candidates < MOST_CANDIDATES ? looked + candidates : null;
    return { rows, next: { ...from, slot: JSON.parse(slot) as Slot, shown: null }, short, sorted };
  }
  const sorted = isRanked(search) && !ended ? looked : null;
  // A ranked page shows its window again, after the last card.
  if (more) {
    const start = isRanked(search) ? (previous?.start ?? null) : more;
    return { rows, next: { bits: false, slot: null, start, shown: more }, short: null, sorted };
  }
  const end = endOf(answer);
  if (!end) return { rows, next: null, short: null, sorted };
  return { rows, next: { bits: rare === 1, slot: null, start: end, shown: null }, short: looked, sorted };
}

/** Where bitmaps found nobody before their bound, the page is what the walk found; the next one asks them again. */
function isOfBitmaps({ rare, found, foundRare }: Answer): boolean {
  return rare === 1 && (foundRare > 0 || found === 0);
}

/** Null where the walk came to its end. */
function endOf({ ended, step, at, id }: Answer): Position | null {
  return ended || step === null || at === null || id === null ? null : { rank: step, at, id };
}

/** Exact for a maintained counter or a complete walk or list; otherwise extrapolated, or what was found. */
function totalOf(answer: Answer & Extras, search: Search): Total {
  const { looked, ended, walkable, visible, visibleReal, hidden, hiddenReal } = answer;
  const [found, foundReal] = isOfBitmaps(answer) ? [answer.foundRare, answer.foundRareReal] : [answer.found, answer.foundReal];
  const most = (count: number) => Math.min(Math.max(count, 0), MOST + 1);
  if (!isNarrow(search)) {
    const exact = visible > ALWAYS_MORE || hidden < MOST_BLOCKS;
    return { count: most(visible - hidden), real: most(visibleReal - hiddenReal), exact, least: false };
  }
  const all = answer.rare === 1 && answer.slot === null;
  if (ended || all || found > MOST) return { count: most(found), real: most(foundReal), exact: true, least: false };
  if (isUncounted(search)) return { count: most(found), real: most(foundReal), exact: false, least: true };
  const dense = (answer.found / Math.max(looked, 1)) * walkable;
  const count = Math.max(found, Math.round(dense));
  return { count: most(count), real: most(found > 0 ? Math.round((foundReal / found) * count) : 0), exact: false, least: false };
}

/** Exact where the walk came to its end; otherwise its density stands for the place if that is counted. */
function unsuitedOf({ unsuited, unsuitedReal, ended, looked, walkable }: Answer & Extras, search: Search): Total {
  const least = !ended && isUncounted(search);
  const all = (part: number) => Math.min(ended || least ? part : Math.round((part / Math.max(looked, 1)) * walkable), MOST + 1);
  return { count: all(unsuited), real: all(unsuitedReal), exact: ended === 1, least };
}

function emptiedBy(answer: Answer & Extras, search: Search): Part[] {
  const near = filters(search).flatMap(({ part }, bit) => (Math.floor(answer.near / 2 ** bit) % 2 === 1 ? [part] : []));
  const wider = (["region", "country", "distance", "answered"] as const).filter((part) => answer[part]);
  return [...new Set<Part>([...near, ...wider])];
}

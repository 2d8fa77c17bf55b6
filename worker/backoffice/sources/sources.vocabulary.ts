/** Columns by which sources are grouped. A ref is one of its network. */
export const SOURCE_GROUPS = ["network", "ref", "lander", "country", "day"] as const;
export type SourceGroup = (typeof SOURCE_GROUPS)[number];

/** Counts of members, of `source_figures`. */
export const SOURCE_COUNTS = ["signups", "members", "writers", "buyers", "payers"] as const;
export type SourceCount = (typeof SOURCE_COUNTS)[number];

/** Name in `daily_figures` of the openings of landing pages, which are its parts. */
export const VIEWS = "views";

/** Of `SOURCE_GROUPS`: those by which views are counted. A link's network is a stranger's text and has none. */
export const GROUPS_WITH_VIEWS: readonly SourceGroup[] = ["lander", "day"];

/** By currency. The last three are amounts in its smallest unit. */
export const SOURCE_MONEY = ["orders", "refunds", "chargebacks", "revenue", "refunded", "charged_back"] as const;

/** As `rest` of `sources`. */
export const RESTS = { named: 0, refs: 1, networks: 2, erased: 3 } as const;

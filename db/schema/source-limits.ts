/** New rows of `sources` in a day, of a network and of a site. */
export const NEW_SOURCES = { network: 50, site: 200 };

/** A group of fewer people may tell who they are. */
export const NAMED_FROM = 5;

export const CALL_KINDS = ["voice", "video"] as const;

/** `failed`: no connection. `credits`: the next minute was not paid. `lost`: nobody was heard any more. `gone`: a block, a ban or a deletion. */
export const CALL_ENDINGS = [
  ...(["hung_up", "declined", "cancelled", "missed"] as const),
  ...(["failed", "credits", "lost", "gone"] as const),
] as const;
export type CallEnding = (typeof CALL_ENDINGS)[number];

export const CALL_UNITS = ["free", "call", "minute"] as const;

/** In ms: the caller's page gives up. */
export const RING_FOR = 45_000;
/** In ms: the server ends what still rings. */
export const RING_AT_MOST = 60_000;
/** In ms: the server ends a call of which no page was heard. */
export const SILENT_AT_MOST = 150_000;
/** Rings to one member that nobody took, and the ms within which they count. Each leaves an unread line, a push and a mail. */
export const UNTAKEN = { rings: 8, within: 60 * 60_000 } as const;
/** In seconds: lifetime of credentials of the relay. */
export const RELAY_FOR = 120;
/** In ms: a minute may be paid so long before it begins. Credentials outlive it by as much. */
export const EARLY = 30_000;
/** In ms: how long after a paid minute its successor may still be paid. The caller may be buying credits. */
export const LATE = 20_000;

/** In ms. */
export const MINUTE_OF_CALL = 60_000;

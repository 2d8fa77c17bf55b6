/** An element that this walk does not know: the page falls back to the flight payload. */
export class Unresolvable extends Error {}

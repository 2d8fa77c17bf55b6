/** The zone of each country's capital; a country with several has one here, which is named where it matters. */
const ZONES: Record<string, string> = {
  AT: "Europe/Vienna",
  BE: "Europe/Brussels",
  CA: "America/Toronto",
  CH: "Europe/Zurich",
  DE: "Europe/Berlin",
  DK: "Europe/Copenhagen",
  ES: "Europe/Madrid",
  FI: "Europe/Helsinki",
  FR: "Europe/Paris",
  GB: "Europe/London",
  IE: "Europe/Dublin",
  IT: "Europe/Rome",
  NL: "Europe/Amsterdam",
  NO: "Europe/Oslo",
  PL: "Europe/Warsaw",
  SE: "Europe/Stockholm",
  US: "America/New_York",
};

/** The runtime's name of each zone asked for, by the lower-cased name: Intl takes any case, so only this bounds it, to some 600. */
const names = new Map<string, string>();

/** The runtime's name of the zone that a text names in any case, or null where it has no clocks for it. No offset such as "+01:00". */
export function zoneNamed(text: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+-]{1,30}(\/[A-Za-z0-9_+-]{1,30}){0,2}$/.test(text)) return null;
  const lower = text.toLowerCase();
  const kept = names.get(lower);
  if (kept) return kept;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions();
    names.set(lower, timeZone);
    return timeZone;
  } catch {
    return null;
  }
}

/** The zone that a reader's browser names, else that of the first country that is known. */
export function readersZone(named: string | null, ...countries: string[]): string {
  const zone = named && zoneNamed(named);
  if (zone) return zone;
  const country = countries.find((code) => Object.hasOwn(ZONES, code));
  return country ? zoneOf(country) : "UTC";
}

const DAY = 24 * 3600 * 1000;

/** The IANA zone by which a country's days are counted; UTC for one that is not known. */
export function zoneOf(country: string): string {
  return ZONES[country] ?? "UTC";
}

/** The calendar day of `now` in a zone: its first moment and the next day's, in ms. It has 23 or 25 hours when clocks change. */
export function dayIn(zone: string, now: number): { from: number; until: number } {
  const midnight = Math.floor((now + offsetOf(zone, now)) / DAY) * DAY;
  return { from: momentOf(zone, midnight), until: momentOf(zone, midnight + DAY) };
}

/** The moment at which the clocks of a zone show `local`, a time written as if it were UTC. */
function momentOf(zone: string, local: number): number {
  const guess = local - offsetOf(zone, local);
  return local - offsetOf(zone, guess);
}

/** How far a zone's clocks are ahead of UTC, in ms. */
function offsetOf(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

import { DAY } from "./durations.ts";

/** The capital's zone. */
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

/** Keyed by lower-cased name; about 600 zones bound the map. */
const names = new Map<string, string>();

/** Accepts any case. Null for unknown zones and for offsets such as "+01:00". */
export function zoneNamed(text: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+-]{1,30}(\/[A-Za-z0-9_+-]{1,30}){0,2}$/.test(text)) return null;
  const lower = text.toLowerCase();
  const cached = names.get(lower);
  if (cached) return cached;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions();
    names.set(lower, timeZone);
    return timeZone;
  } catch {
    return null;
  }
}

export function readersZone(named: string | null, ...countries: string[]): string {
  const zone = named && zoneNamed(named);
  if (zone) return zone;
  const country = countries.find((code) => Object.hasOwn(ZONES, code));
  return country ? zoneOf(country) : "UTC";
}

/** Of mails, and of pages that repeat a mail's moment: the zone of a mail's reader is unknown. */
export function mailZone({ geoip_country, countries }: { geoip_country: string; countries: readonly string[] }): string {
  return readersZone(null, geoip_country, ...countries);
}

export function zoneOf(country: string): string {
  return ZONES[country] ?? "UTC";
}

/** Start and end in ms: 23 or 25 hours when the clocks change. */
export function dayIn(zone: string, now: number): { from: number; until: number } {
  const midnight = Math.floor((now + offsetOf(zone, now)) / DAY) * DAY;
  return { from: momentOf(zone, midnight), until: momentOf(zone, midnight + DAY, now) };
}

/** `local`: wall-clock time encoded as UTC. Skipped times are behind the gap (Temporal's "compatible"), repeated ones behind `after`. */
export function momentOf(zone: string, local: number, after = Number.NEGATIVE_INFINITY): number {
  const [before, later] = [offsetOf(zone, local - DAY), offsetOf(zone, local + DAY)];
  if (before === later) return local - before;
  const moments = [local - before, local - later].filter((at) => offsetOf(zone, at) === local - at).sort((a, b) => a - b);
  return moments.find((at) => at > after) ?? moments.at(-1) ?? local - before;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const digits = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  } as const;
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, hourCycle: "h23", ...digits });
  formats.set(zone, format);
  return format;
}

export function offsetOf(zone: string, at: number): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

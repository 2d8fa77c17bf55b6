import { withFrenchFirst } from "./french-dates.ts";

let latest = { now: Number.NaN, iso: "" };

function isoAt(now: number): string {
  if (latest.now !== now) latest = { now, iso: new Date(now).toISOString() };
  return latest.iso;
}

/** UTC. A birthday on 29 February counts on 1 March in other years. */
export function ageOn(birthDate: string, now: number): number {
  const today = isoAt(now);
  return Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5, 10) < birthDate.slice(5, 10) ? 1 : 0);
}

/** Null for a nonexistent date, such as 30 February. */
export function isoDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** Plain data, so that client components format times like the server. */
export interface Reader {
  locale: string;
  hourCycle: "h12" | "h23";
  zone: string;
}

const TWELVE_HOURS = new Set(["US", "CA", "AU", "NZ", "IN", "PH"]);
const MONTH_FIRST = new Set(["US", "PH"]);

/** The language decides words, the country (ISO 3166-1 alpha-2) the format. */
export function readerOf(language: string, country: string, zone: string): Reader {
  const english = MONTH_FIRST.has(country) ? "en-US" : "en-GB";
  return { locale: language === "en" ? english : language, hourCycle: TWELVE_HOURS.has(country) ? "h12" : "h23", zone };
}

/** A moment (ISO 8601 or ms), or a calendar date without a zone. */
export function formatDay(time: string | number, { locale, zone }: Reader): string {
  const timeZone = typeof time === "string" && isoDate(time) ? "UTC" : zone;
  return withFrenchFirst(new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }).format(new Date(time)), locale);
}

export function formatVersion(version: string, reader: Reader): string {
  return Number.isNaN(Date.parse(version)) ? version : formatDay(version, reader);
}

export function formatTime(time: string | number, { locale, hourCycle, zone }: Reader): string {
  const form = { dateStyle: "long", timeStyle: "short", hourCycle, timeZone: zone } as const;
  return withPolishHour(withFrenchFirst(new Intl.DateTimeFormat(locale, form).format(new Date(time)), locale), locale);
}

/** The time of a day that is named beside it. */
export function formatHour(time: string | number, { locale, hourCycle, zone }: Reader): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short", hourCycle, timeZone: zone }).format(new Date(time));
}

function withPolishHour(written: string, locale: string): string {
  return locale === "pl" ? written.replace(/\s(?=\d+:\d\d)/, ", godz. ") : written;
}

/** A moment of the next days, e.g. "Mon 14:26". */
export function formatSoon(time: string | number, { locale, hourCycle, zone }: Reader): string {
  const form = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle, timeZone: zone } as const;
  return new Intl.DateTimeFormat(locale, form).format(new Date(time));
}

/** For lists, e.g. "29 Nov, 05:06"; `now` in ms. The year stands where it is another one, and UTC is named. */
export function formatMoment(time: string, { locale, zone }: Reader, now: number, seconds = false): string {
  const isThisYear = dayOf(Date.parse(time), zone).slice(0, 4) === dayOf(now, zone).slice(0, 4);
  const form = {
    ...({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone } as const),
    ...(!isThisYear && ({ year: "numeric" } as const)),
    ...(seconds && ({ second: "2-digit" } as const)),
  };
  const written = new Intl.DateTimeFormat(locale, form).format(new Date(time));
  return zone === "UTC" ? `${written} UTC` : written;
}

/** For mails and files, where the reader's zone is a guess. */
export function formatTimeInZone(time: number, reader: Reader): string {
  return `${formatTime(time, reader)} (${zoneName(reader.zone, time, reader.locale)})`;
}

/** YYYY-MM-DD; `time` in ms. */
export function dayOf(time: number, zone: string): string {
  return new Intl.DateTimeFormat("sv", { dateStyle: "short", timeZone: zone }).format(time);
}

export function zoneName(zone: string, now: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "longGeneric" });
  return format.formatToParts(now).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

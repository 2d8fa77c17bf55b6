import { withFirstDay } from "./first-day.ts";

/** Completed years on the UTC day of `now` (ms) for an ISO birth date; someone born on 29 February ages on 1 March in other years. */
export function ageOn(birthDate: string, now: number): number {
  const today = new Date(now).toISOString();
  return Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5, 10) < birthDate.slice(5, 10) ? 1 : 0);
}

/** A calendar date as ISO 8601 (YYYY-MM-DD), or null for one that does not exist, such as 30 February. */
export function isoDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** How times are written for one reader. Plain data: the server passes it to client components, which write times the same way. */
export interface Reader {
  /** BCP 47: the words, and the order of day and month. */
  locale: string;
  hourCycle: "h12" | "h23";
  /** IANA name. */
  zone: string;
}

/** Countries that count the hours of a day twice to twelve; all others that sign up here count to 24. */
const TWELVE_HOURS = new Set(["US", "CA", "AU", "NZ", "IN", "PH"]);
/** Countries where English has the month before the day. */
const MONTH_FIRST = new Set(["US", "PH"]);

/** The words are the language's, the form is the country's (ISO 3166-1 alpha-2). */
export function readerOf(language: string, country: string, zone: string): Reader {
  const english = MONTH_FIRST.has(country) ? "en-US" : "en-GB";
  return { locale: language === "en" ? english : language, hourCycle: TWELVE_HOURS.has(country) ? "h12" : "h23", zone };
}

/** A day as every page and mail writes it: of a moment (ISO 8601, or ms) by the reader's clocks, or a calendar date as it is. */
export function writtenDay(time: string | number, { locale, zone }: Reader): string {
  const timeZone = typeof time === "string" && isoDate(time) ? "UTC" : zone;
  return withFirstDay(new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }).format(new Date(time)), locale);
}

/** The version of a text, which is the day since when it holds; one that was counted in another way is said as it is. */
export function writtenVersion(version: string, reader: Reader): string {
  return Number.isNaN(Date.parse(version)) ? version : writtenDay(version, reader);
}

/** A moment to the minute, likewise. */
export function writtenTime(time: string | number, { locale, hourCycle, zone }: Reader): string {
  const form = { dateStyle: "long", timeStyle: "short", hourCycle, timeZone: zone } as const;
  return withFirstDay(new Intl.DateTimeFormat(locale, form).format(new Date(time)), locale);
}

/** A moment with the name of its zone: in what is read elsewhere than on the pages, where the reader's zone is a guess. */
export function writtenTimeInZone(time: number, reader: Reader): string {
  return `${writtenTime(time, reader)} (${zoneName(reader.zone, time, reader.locale)})`;
}

/** The calendar day (YYYY-MM-DD) that a moment (ms) is on in a zone. */
export function dayOf(time: number, zone: string): string {
  return new Intl.DateTimeFormat("sv", { dateStyle: "short", timeZone: zone }).format(time);
}

/** What a zone is called by its people: "Central European Time". */
export function zoneName(zone: string, now: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "longGeneric" });
  return format.formatToParts(now).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

import { z } from "zod";
import { NOTICE_AUDIENCES, SITE_NOTICE_KINDS } from "#db/schema/notice-kinds.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";

/** A row of `site_notices`, as it is read together with the domain. */
const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum(SITE_NOTICE_KINDS),
  audience: z.enum(NOTICE_AUDIENCES),
  texts: z.partialRecord(z.enum(LANGUAGES), z.string()),
  link: z.string().nullable(),
  dismissible: z.coerce.boolean(),
  /** In ms. */
  from: z.int(),
  /** Null without an end time: staff end it. */
  until: z.int().nullable(),
  /** Of a maintenance: lets staff in. */
  entry: z.string().nullable(),
});
export type SiteNotice = z.output<typeof noticeSchema>;

/** In characters. */
export const NOTICE_TEXT_MAX = 300;
/** In seconds: when to ask again during a maintenance without an end. */
const ASK_AGAIN = 600;
/** In seconds: no program shall ask more often, nor wait longer than a day. */
const SOONEST = 60;
const LATEST = 86_400;

type Site = { notices: readonly SiteNotice[] };

/** @param stored JSON list of rows. */
export function readNotices(stored: string | null): SiteNotice[] {
  return z.array(noticeSchema).parse(JSON.parse(stored ?? "[]"));
}

export function isNow({ from, until }: Pick<SiteNotice, "from" | "until">, now: number): boolean {
  return from <= now && (until === null || now < until);
}

/** The maintenance that closes the site; the one that ends last, null for none. */
export function maintenanceOf({ notices }: Site, now: number): SiteNotice | null {
  const [closed] = notices
    .filter((notice) => notice.kind === "maintenance" && isNow(notice, now))
    .sort((a, b) => (b.until ?? Number.POSITIVE_INFINITY) - (a.until ?? Number.POSITIVE_INFINITY));
  return closed ?? null;
}

/** In seconds. */
export function retryAfter({ until }: Pick<SiteNotice, "until">, now: number): number {
  if (until === null) return ASK_AGAIN;
  return Math.min(LATEST, Math.max(SOONEST, Math.ceil((until - now) / 1000)));
}

/** The operator's own words; null where the language has none. */
export function noticeText({ texts }: Pick<SiteNotice, "texts">, language: Language): string | null {
  return texts[language] ?? null;
}

/** The language in which readers of one without a text get the banner; null for a notice without texts. */
export function fallbackOf({ texts }: Pick<SiteNotice, "texts">): Language | null {
  return texts.en === undefined ? (LANGUAGES.find((language) => texts[language] !== undefined) ?? null) : "en";
}

/** The text of a banner, in the reader's language or in another one. */
export function bannerText(notice: Pick<SiteNotice, "texts">, language: Language): { text: string; language: Language } | null {
  const shown = notice.texts[language] === undefined ? fallbackOf(notice) : language;
  return shown && { text: notice.texts[shown] ?? "", language: shown };
}

/** Name of a notice in the cookie of what a reader has closed. */
export type SiteDismissal = `site_${string}`;
export const dismissalOf = ({ id }: Pick<SiteNotice, "id">): SiteDismissal => `site_${id}`;
export const isSiteDismissal = (name: string): name is SiteDismissal => /^site_[a-z]{12}$/.test(name);

/** In ms before a planned maintenance from which pages announce it. */
const ANNOUNCED = 24 * 3600 * 1000;

interface Reading {
  /** In ms. */
  now: number;
  isMember: boolean;
  dismissed(name: SiteDismissal): boolean;
}

/** The one notice above a page: a planned maintenance, then warnings, then the newest. */
export function noticeFor({ notices }: Site, { now, isMember, dismissed }: Reading): SiteNotice | null {
  const planned = notices
    .filter(({ kind, from }) => kind === "maintenance" && from > now && from - now <= ANNOUNCED)
    .sort((a, b) => a.from - b.from);
  const shown = notices
    .filter(({ kind, audience }) => kind !== "maintenance" && audience !== (isMember ? "visitors" : "members"))
    .filter((notice) => isNow(notice, now) && fallbackOf(notice) !== null)
    .filter((notice) => !notice.dismissible || !dismissed(dismissalOf(notice)))
    .sort((a, b) => Number(b.kind === "warning") - Number(a.kind === "warning") || b.from - a.from);
  return planned[0] ?? shown[0] ?? null;
}

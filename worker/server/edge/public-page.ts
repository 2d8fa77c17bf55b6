import { sha256 } from "#worker/platform/crypto.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { maintenanceOf, noticeFor, type SiteDismissal } from "#worker/sites/notices/notices.vocabulary.ts";
import { countryOf } from "./country.ts";
import { readDismissals, renewedDismissals } from "./dismissals.ts";
import type { Edge } from "./edge.ts";
import { domainOf, hostOf } from "./host.ts";
import { chooseLanguage, isLanguage, languagesFor } from "./language.ts";
import { COOKIES, readCookies } from "./session.ts";
import { readTrail, type Trail } from "./trail.ts";
import { VISITOR_HEADER } from "./visitor.ts";

/** Pages that are equal for all visitors of one key (docs/decisions/0058). */
const LANDERS = "alonetonight collagelanding gallery iconslanding socialnetwork tinderswipe transitionsvideolanding video".split(
  " ",
);
const LEGAL = "accessibility ban cookies faq imprint privacy return-policy service terms".split(" ");
export const PAGES: readonly string[] = ["/", ...LEGAL.map((name) => `/${name}`), ...LANDERS.map((name) => `/landers/${name}`)];
/** These ask a call: behind a proxy the upstream decides what they show. */
export const PAGES_OF_CALLS: readonly string[] = ["/pricing", "/landers/maplanding"];
/** Its members come and go: this page is cached for seconds, and only in the isolate that made it. */
const SEARCH = "/members";
const CACHED = new Set([...PAGES, ...PAGES_OF_CALLS, SEARCH]);

/** In ms. A change of settings or a new build ends a page at once, by its key. */
const MAX_AGE = 5 * 60_000;
const SEARCH_MAX_AGE = 10_000;

/** The cache key covers the first two cookies; by `sheets` each answer chooses its copy. Any other of `COOKIES` makes a page personal. */
const SHARED: readonly string[] = ["locale", "dismissed", "sheets"];
const PERSONAL = COOKIES.filter((name) => !SHARED.includes(name));
/** Headers that change the answer. */
const CHANGING = ["rsc-action-id", "x-request-type", VISITOR_HEADER];
/** The mark of bounce logging: its referrer must reach the log. */
const BOUNCE = /[?&]lb=/;

export interface PublicPage {
  /** Cache key: determines the whole content of the page. */
  key: string;
  url: URL;
  domain: Domain;
  language: Edge["language"];
  country: string;
  /** The visitor's own cookie: never part of a cached page. */
  renewal: string | null;
  /** The visitor's own way back; null for pages that write none. */
  trail: Trail | null;
  /** In ms. */
  maxAge: number;
}

type Find = (host: string) => Promise<Domain | null>;

/** Null for a request that carries anything personal, and for any other page. */
export async function publicPageOf(
  request: Request,
  at: number,
  find: Find,
  url = new URL(request.url),
): Promise<PublicPage | null> {
  const { pathname } = url;
  if (!CACHED.has(pathname) || url.search !== "" || request.method !== "GET") return null;
  const cookies = readCookies(request);
  const trail = pathname === SEARCH ? readTrail(cookies.get("trail") ?? null) : null;
  if (trail && trail.popup !== null) return null;
  if (PERSONAL.some((name) => cookies.has(name) && (name !== "trail" || trail === null))) return null;
  const { headers } = request;
  if (__LOCAL__ && headers.has("x-long-way")) return null;
  if (CHANGING.some((name) => headers.has(name)) || BOUNCE.test(headers.get("referer") ?? "")) return null;
  const locale = cookies.get("locale");
  if (locale !== undefined && !isLanguage(locale)) return null;

  const domain = await domainOf(hostOf(url), at, find);
  if (!domain || domain.previewUntil !== null || maintenanceOf(domain, at)) return null;
  if (domain.api.mode !== "local" && [...PAGES_OF_CALLS, SEARCH].includes(pathname)) return null;
  const { settings } = domain;
  const country = countryOf(request, settings);
  const language = chooseLanguage(languagesFor(settings, country), locale, domainLanguage(settings));
  const dismissed = cookies.get("dismissed") ?? null;
  const dismissals = readDismissals(dismissed);
  const reading = { now: at, isMember: false, dismissed: (name: SiteDismissal) => dismissals[name] !== undefined };
  const notice = noticeFor(domain, reading)?.id ?? "";
  const entered = String(dismissals.entry !== undefined);
  const parts = [__BUILD__, await versionOf(domain), url.origin, pathname, language, country, entered, notice];
  const renewal = renewedDismissals(dismissed, at, url.protocol === "https:");
  const maxAge = trail ? SEARCH_MAX_AGE : MAX_AGE;
  return { key: parts.join("\n"), url, domain, language, country, renewal, trail, maxAge };
}

/** Compares the rendered page with its key: settings may have changed meanwhile, and a page may set cookies. */
export function isUnpersonal(page: PublicPage, edge: Edge): boolean {
  const { domain, language, country, renewal } = page;
  if (edge.domain !== domain || edge.language !== language || edge.country !== country) return false;
  if (edge.session || edge.draft || edge.device || edge.storedCode || edge.zoneCookie || edge.form || edge.status !== null)
    return false;
  if (Object.keys(edge.source).length > 0 || edge.trail.popup !== null) return false;
  if (page.trail === null && edge.trail.search !== null) return false;
  const lines = [...edge.answer].filter(([, line]) => page.trail === null || !line.startsWith(TRAIL));
  return lines.length === (renewal === null ? 0 : 1) && lines.every(([name]) => name === "set-cookie");
}

const TRAIL = "trail=";

/** The search that this page leaves to its visitors as their way back. */
export function searchOfPage(edge: Edge): string | null {
  const line = edge.answer.getSetCookie().find((one) => one.startsWith(TRAIL));
  return line ? readTrail(decodeURIComponent(line.slice(TRAIL.length, line.indexOf(";")))).search : edge.trail.search;
}

const versions = new WeakMap<Domain, Promise<string>>();

/** Hash of the stored domain, which the isolate reads again every half minute. */
function versionOf(domain: Domain): Promise<string> {
  const known = versions.get(domain) ?? sha256(JSON.stringify(domain));
  versions.set(domain, known);
  return known;
}

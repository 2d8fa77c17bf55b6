import type { Language } from "#locales/languages.ts";
import type { SessionToken } from "#worker/people/identity/session-token.ts";
import { nextSource } from "#worker/people/identity/source.ts";
import { readSource, type Source, sourceOfLink, writeSource } from "#worker/people/identity/source.vocabulary.ts";
import { AUTHOR } from "#worker/platform/author.ts";
import { newId } from "#worker/platform/ids.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { originAt, originOf } from "#worker/sites/domains/origin.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { countryOf, regionOf } from "./country.ts";
import { type Dismissals, readDismissals, renewedDismissals } from "./dismissals.ts";
import { hostOf } from "./host.ts";
import { languagesFor } from "./language.ts";
import { networkOf } from "./network.ts";
import { readBookmark, readCookie, readDevice, readDraft, sourceCookie } from "./session.ts";
import { storedCodeOf } from "./stored-code.ts";
import { readTrail, type Trail } from "./trail.ts";
import { readVisitor, VISITOR_HEADER } from "./visitor.ts";

export interface Facts {
  requestId: string;
  url: URL;
  method: string;
  host: string;
  domain: Domain;
  settings: Settings;
  at: number;
  country: string;
  /** ISO 3166-2 in the United States; null elsewhere and where the network does not say. */
  region: string | null;
  languages: Language[];
  /** From the cookie, not verified. */
  session: SessionToken | null;
  /** Secret of the browser's current or former session. */
  device: string | null;
  draft: string | null;
  source: Source;
  /** True if the source opens an invitation-only domain; without the signing key only its form is checked. */
  sourceOpens: boolean;
  /** Discount code of a link, stored in a cookie until an order takes it; not verified. */
  storedCode: string | null;
  /** D1's bookmark of this browser's last write; not verified. */
  bookmark: string | null;
  dismissals: Dismissals;
  trail: Trail;
  /** IPv4 address or IPv6 /64, for rate limits only; never logged or stored in the clear. */
  network: string;
  userAgent: string;
  prefetch: boolean;
  /** The page's script posts the form and follows its redirect. */
  hasScript: boolean;
  /** An island asks, not a navigation. */
  byScript: boolean;
  /** As the page's script says, not verified. */
  author: string | null;
  /** The page that asks cannot be seen: its polls are no activity of the member. */
  pageHidden: boolean;
  secure: boolean;
  origin: string;
  pageOrigin: string;
  localeCookie: string | null;
  zoneCookie: string | null;
  /** Names the style sheets that this browser was given; not verified. */
  sheetsCookie: string | null;
  /** The browser asks to save data, or its connection is 2g: nothing is prefetched. */
  savesData: boolean;
  renewals: string[];
}

export interface Reading {
  session(request: Request): SessionToken | null;
  opens(source: Source, now: number): Promise<boolean>;
}

interface Setting {
  url: URL;
  domain: Domain;
  at: number;
  visitorKey: string | undefined;
  port: string | undefined;
  read: Reading;
}

export async function factsOf(request: Request, { url, domain, at, visitorKey, port, read }: Setting): Promise<Facts> {
  const secure = url.protocol === "https:";
  const host = hostOf(url);
  const { settings } = domain;
  const signed = request.headers.get(VISITOR_HEADER);
  const visitor = signed && (await readVisitor(signed, visitorKey, at));
  const country = visitor ? visitor.country : countryOf(request, settings);
  // A preview has no members.
  const session = domain.previewUntil === null ? read.session(request) : null;
  const { source, sourceOpens, cookie } = await sourceOf(request, url, session, read, at);
  const { storedCode, codeLine } = storedCodeOf(request, url, secure);
  const dismissed = readCookie(request, "dismissed");
  const renewed = renewedDismissals(dismissed, at, secure);
  const lines = request.method === "GET" ? [renewed, cookie && sourceCookie(cookie, secure), codeLine] : [];
  return {
    requestId: newId(),
    url,
    method: request.method,
    host,
    domain,
    settings,
    at,
    country,
    region: visitor ? null : regionOf(request, country),
    languages: languagesFor(settings, country),
    session,
    device: readDevice(request),
    draft: readDraft(request),
    source,
    sourceOpens,
    storedCode,
    bookmark: readBookmark(request),
    dismissals: readDismissals(dismissed),
    trail: readTrail(readCookie(request, "trail")),
    network: visitor ? visitor.network : networkOf(request),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300),
    prefetch: /\bprefetch\b/.test(request.headers.get("sec-purpose") ?? ""),
    hasScript: request.headers.has("rsc-action-id"),
    byScript: request.headers.get("x-request-type") === "client",
    // A socket has no headers of its own.
    author: request.headers.get(AUTHOR) ?? (url.pathname === "/api/live.php" ? url.searchParams.get("author") : null),
    pageHidden: request.headers.has("x-page-hidden") || url.pathname === "/api/page-hidden.php",
    secure,
    origin: visitor ? visitor.origin : originOf(domain, port),
    pageOrigin: visitor ? visitor.page : originAt(host, port),
    localeCookie: readCookie(request, "locale"),
    zoneCookie: readCookie(request, "zone"),
    sheetsCookie: readCookie(request, "sheets"),
    savesData: asksToSaveData(request),
    renewals: lines.filter((line) => line !== null),
  };
}

async function sourceOf(request: Request, url: URL, session: SessionToken | null, read: Reading, at: number) {
  const stored = readSource(readCookie(request, "source"));
  // Links open pages only, and a member's source no longer changes.
  const opens = !session && url.search !== "" && !/^\/(api|media|icons)\//.test(url.pathname);
  const opened = opens ? sourceOfLink(url) : {};
  const [storedOpens, openedOpens] = await Promise.all([read.opens(stored, at), read.opens(opened, at)]);
  const next = nextSource(stored, opened, { stored: storedOpens, found: openedOpens });
  const source = next ?? stored;
  const sourceOpens = next ? openedOpens : storedOpens;
  // A source that opens the domain is required for sign-up, so an opt-out of tracking keeps it.
  const keeps = next && (source.invite !== undefined || sourceOpens || !asksNotToBeTracked(request));
  return { source, sourceOpens, cookie: keeps ? writeSource(source) : null };
}

function asksToSaveData({ headers }: Request): boolean {
  return headers.get("save-data") === "on" || /2g$/.test(headers.get("ect") ?? "");
}

function asksNotToBeTracked({ headers }: Request): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

import type { Language } from "#locales/languages.ts";
import { originAt, originOf } from "../domains/origin.ts";
import type { Domain, Settings } from "../domains/settings.ts";
import { newId } from "../lib/ids.ts";
import { nextSource, readSource, type Source, sourceOfQuery, writeSource } from "../signup/source.ts";
import { countryOf } from "./country.ts";
import { type Dismissals, readDismissals, renewedDismissals } from "./dismissals.ts";
import { hostOf } from "./host.ts";
import { languagesFor } from "./language.ts";
import { networkOf } from "./network.ts";
import { readCookie, readDevice, readDraft, type SessionToken, sourceCookie } from "./session.ts";
import { readTrail, type Trail } from "./trail.ts";
import { readVisitor, VISITOR_HEADER } from "./visitor.ts";

/** What one request and its domain say, read once. */
export interface Facts {
  requestId: string;
  url: URL;
  method: string;
  host: string;
  domain: Domain;
  settings: Settings;
  /** Arrival, in milliseconds since 1970. */
  at: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  languages: Language[];
  /** The token that the cookie shows, not checked. */
  session: SessionToken | null;
  /** The secret of the session that this browser has or had. */
  device: string | null;
  /** The secret of the sign-up that this browser has begun. */
  draft: string | null;
  /** The traffic source of this page's address, else of an earlier one. */
  source: Source;
  /** Whether the source opens a domain by invitation; without the signing key only its form is checked. */
  sourceOpens: boolean;
  /** Notices that this browser has dismissed, and when. */
  dismissals: Dismissals;
  /** State that the previous page left in a cookie. */
  trail: Trail;
  /** IPv4 address or IPv6 /64, for limits only; never logged or stored in the clear. */
  network: string;
  userAgent: string;
  /** True over https. */
  secure: boolean;
  /** Scheme and host of the domain, for links in mails. */
  origin: string;
  /** Scheme and host of the visitor's page. */
  pageOrigin: string;
  localeCookie: string | null;
  zoneCookie: string | null;
  /** `Set-Cookie` lines that keep or renew what the request says. */
  renewals: string[];
}

/** How a side reads what a browser shows. */
export interface Reading {
  session(request: Request): SessionToken | null;
  opens(source: Source, now: number): Promise<boolean>;
}

interface Setting {
  domain: Domain;
  at: number;
  /** Shared with an instance in front of this one; see visitor.ts. */
  visitorKey: string | undefined;
  /** On a developer's machine. */
  port: string | undefined;
  read: Reading;
}

/** The facts of a request. Asks neither D1 nor another server. */
export async function factsOf(request: Request, { domain, at, visitorKey, port, read }: Setting): Promise<Facts> {
  const url = new URL(request.url);
  const secure = url.protocol === "https:";
  const host = hostOf(url);
  const { settings } = domain;
  const visitor = await readVisitor(request.headers.get(VISITOR_HEADER), visitorKey, at);
  const country = visitor?.country ?? countryOf(request, settings);
  const session = read.session(request);
  const { source, sourceOpens, cookie } = await sourceOf(request, url, session, read, at);
  const dismissed = readCookie(request, "dismissed");
  const renewed = renewedDismissals(dismissed, at, secure);
  const kept = request.method === "GET" ? [renewed, cookie && sourceCookie(cookie, secure)] : [];
  return {
    requestId: newId(),
    url,
    method: request.method,
    host,
    domain,
    settings,
    at,
    country,
    languages: languagesFor(settings, country),
    session,
    device: readDevice(request),
    draft: readDraft(request),
    source,
    sourceOpens,
    dismissals: readDismissals(dismissed),
    trail: readTrail(readCookie(request, "trail")),
    network: visitor?.network ?? networkOf(request),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300),
    secure,
    origin: visitor?.origin ?? originOf(domain, port),
    pageOrigin: visitor?.page ?? originAt(host, port),
    localeCookie: readCookie(request, "locale"),
    zoneCookie: readCookie(request, "zone"),
    renewals: kept.filter((line) => line !== null),
  };
}

/** The traffic source, and the cookie value that keeps a new one. */
async function sourceOf(request: Request, url: URL, session: SessionToken | null, read: Reading, at: number) {
  const stored = readSource(readCookie(request, "source"));
  // Members have arrived long ago, and calls, photos and icons are not opened by a link.
  const opened = session || /^\/(api|media|icons)\//.test(url.pathname) ? {} : sourceOfQuery(url.searchParams);
  const [storedOpens, openedOpens] = await Promise.all([read.opens(stored, at), read.opens(opened, at)]);
  const next = nextSource(stored, opened, { stored: storedOpens, found: openedOpens });
  const source = next ?? stored;
  const sourceOpens = next ? openedOpens : storedOpens;
  // A source that opens the domain is needed to sign up, so a wish not to be tracked does not drop it.
  const keeps = next && (source.invite !== undefined || sourceOpens || !asksNotToBeTracked(request));
  return { source, sourceOpens, cookie: keeps ? writeSource(source) : null };
}

/** Global Privacy Control (W3C), or the older Do Not Track. */
function asksNotToBeTracked({ headers }: Request): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

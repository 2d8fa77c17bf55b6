import { isLink } from "#worker/people/links/vocabulary.ts";
import { cleanLine } from "#worker/platform/text.ts";
import { isLandingPage, landerOfPath } from "./landers.vocabulary.ts";

/** Query parameters that pages pass on: the tracking, and the signature over `network`. */
export const LINK = ["network", "sig", "ref", "sub1", "sub2", "sub3"] as const;

export type Source = Partial<Record<(typeof LINK)[number] | "invite" | "lander", string>>;

const LONGEST = 100;
/** Bytes of the encoded cookie. Browsers drop cookies above 4096 silently. */
const MOST = 1500;
/** `<expiry in seconds>.<HMAC>`. */
export const SIGNATURE = /^(\d{1,11})\.[A-Za-z0-9_-]{43}$/;

export function cleanTracking(value: string): string {
  return [...cleanLine(value.slice(0, 10 * LONGEST))].slice(0, LONGEST).join("").trim();
}

export function sourceOfQuery(query: URLSearchParams): Source {
  const said = bounded(LINK.map((name) => [name, cleanTracking(query.get(name) ?? "")]));
  // A signature proves nothing without its network.
  if (said.network && SIGNATURE.test(said.sig ?? "")) return said;
  const { sig: _, ...tracking } = said;
  return tracking;
}

/** Of a link that was opened: also the landing page to which it led, if it says anything else. */
export function sourceOfLink({ pathname, searchParams }: URL): Source {
  const found = sourceOfQuery(searchParams);
  const lander = Object.keys(found).length > 0 ? landerOfPath(pathname) : undefined;
  return lander ? { ...found, lander } : found;
}

export function readSource(cookie: string | null): Source {
  if (cookie === null) return {};
  const said = new URLSearchParams(cookie.slice(0, 2 * MOST));
  const [invite, lander] = [said.get("invite") ?? "", said.get("lander") ?? ""];
  return bounded([
    ...(isLink("invite", invite) ? [["invite", invite] as const] : []),
    ...(isLandingPage(lander) ? [["lander", lander] as const] : []),
    ...Object.entries(sourceOfQuery(said)),
  ]);
}

export function writeSource(source: Source): string {
  return new URLSearchParams(source as Record<string, string>).toString();
}

/** Drops the least important values above the size limit. */
function bounded(entries: readonly (readonly [string, string])[]): Source {
  const shortened: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (value !== "" && writeSource({ ...shortened, [name]: value }).length <= MOST) shortened[name] = value;
  }
  return shortened;
}

import type { Domain } from "../domains/settings.ts";
import { equalSecrets } from "../lib/crypto.ts";
import { cleanLine } from "../lib/text.ts";
import { isLink } from "../links/vocabulary.ts";

/** What a link carries from page to page: the tracking, and the signature under its `network`. */
export const LINK = ["network", "sig", "ref", "sub1", "sub2", "sub3"] as const;

/** Where a visitor comes from, and the invitation that they took. */
export type Source = Partial<Record<(typeof LINK)[number] | "invite", string>>;

const LONGEST = 100;
/** Of the cookie, encoded: beyond 4096 browsers drop it without a word, and other cookies want room too. */
const MOST = 1500;
/** When the link ends, in seconds since 1970, and the HMAC. */
const SIGNATURE = /^(\d{1,11})\.[A-Za-z0-9_-]{43}$/;

type Signed = Pick<Source, "network" | "sig">;
type KeyedHash = (text: string) => Promise<string>;

/** The `sig` of a link that opens a domain for people of one traffic source until `expiresAt` (seconds since 1970). */
export async function signSource(domainId: string, network: string, expiresAt: number, keyedHash: KeyedHash): Promise<string> {
  return `${expiresAt}.${await keyedHash(`traffic source\n${domainId}\n${expiresAt}\n${network}`)}`;
}

/** Whether a source names one of the domain's traffic sources and has a signature of the right form; whose it is, is not checked. */
export function looksSigned({ network = "", sig = "" }: Signed, { trafficSources }: Pick<Domain, "trafficSources">): boolean {
  return trafficSources.includes(network) && SIGNATURE.test(sig);
}

/** Whether a source opens the domain: one of its traffic sources, with a valid signature that has not expired (`now` in ms). */
export async function opensDomain(
  source: Signed,
  domain: Pick<Domain, "id" | "trafficSources">,
  now: number,
  keyedHash: KeyedHash,
): Promise<boolean> {
  const { network = "", sig = "" } = source;
  const expiresAt = Number(SIGNATURE.exec(sig)?.[1] ?? 0);
  if (!looksSigned(source, domain) || expiresAt * 1000 <= now) return false;
  return equalSecrets(sig, await signSource(domain.id, network, expiresAt, keyedHash));
}

/** One value as it is kept: on one line, without control characters, not longer than 100 characters. */
export function cleanTracking(value: string): string {
  return [...cleanLine(value.slice(0, 10 * LONGEST))].slice(0, LONGEST).join("").trim();
}

/** What an address says of where somebody comes from; an invitation never stands in a query. */
export function sourceOfQuery(query: URLSearchParams): Source {
  const said = bounded(LINK.map((name) => [name, cleanTracking(query.get(name) ?? "")]));
  // A signature without what it signs is nothing to keep.
  if (said.network && SIGNATURE.test(said.sig ?? "")) return said;
  const { sig: _, ...tracking } = said;
  return tracking;
}

/** What the cookie holds; whatever else stands in it is passed over. */
export function readSource(cookie: string | null): Source {
  const said = new URLSearchParams((cookie ?? "").slice(0, 2 * MOST));
  const invite = said.get("invite") ?? "";
  return bounded([...(isLink("invite", invite) ? [["invite", invite] as const] : []), ...Object.entries(sourceOfQuery(said))]);
}

export function writeSource(source: Source): string {
  return new URLSearchParams(source as Record<string, string>).toString();
}

/**
 * What is kept after a link was opened, or null where nothing changes. The last link wins: it is the one that brought
 * somebody to sign up, and if the first did, a link that opens nothing would keep a domain by invitation closed to them for
 * a month. For the same reason a link that opens nothing does not put one out that does. The invitation stays either way.
 */
export function nextSource(stored: Source, found: Source, opens: { stored: boolean; found: boolean }): Source | null {
  if (Object.keys(found).length === 0) return null;
  if (opens.stored && !opens.found) return null;
  const next = stored.invite ? { invite: stored.invite, ...found } : found;
  return writeSource(next) === writeSource(stored) ? null : next;
}

/** As many values, the more important first, as there is room for. */
function bounded(entries: readonly (readonly [string, string])[]): Source {
  const kept: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (value !== "" && writeSource({ ...kept, [name]: value }).length <= MOST) kept[name] = value;
  }
  return kept;
}

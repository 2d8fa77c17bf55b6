import type { Domain } from "#worker/domains/settings.ts";
import { equalSecrets } from "#worker/lib/crypto.ts";
import { cleanLine } from "#worker/lib/text.ts";
import { isLink } from "#worker/links/vocabulary.ts";

/** Query parameters that pages pass on: the tracking, and the signature over `network`. */
export const LINK = ["network", "sig", "ref", "sub1", "sub2", "sub3"] as const;

export type Source = Partial<Record<(typeof LINK)[number] | "invite", string>>;

const LONGEST = 100;
/** Bytes of the encoded cookie. Browsers drop cookies above 4096 silently. */
const MOST = 1500;
/** `<expiry in seconds>.<HMAC>`. */
const SIGNATURE = /^(\d{1,11})\.[A-Za-z0-9_-]{43}$/;

type Signed = Pick<Source, "network" | "sig">;
type KeyedHash = (text: string) => Promise<string>;

/** Signs a link that opens a domain until `expiresAt` (seconds). */
export async function signSource(domainId: string, network: string, expiresAt: number, keyedHash: KeyedHash): Promise<string> {
  return `${expiresAt}.${await keyedHash(`traffic source\n${domainId}\n${expiresAt}\n${network}`)}`;
}

/** Checks source and form only, not the signature. */
export function looksSigned({ network = "", sig = "" }: Signed, { trafficSources }: Pick<Domain, "trafficSources">): boolean {
  return trafficSources.includes(network) && SIGNATURE.test(sig);
}

/** Verifies the signature; `now` in ms. */
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

export function readSource(cookie: string | null): Source {
  const said = new URLSearchParams((cookie ?? "").slice(0, 2 * MOST));
  const invite = said.get("invite") ?? "";
  return bounded([...(isLink("invite", invite) ? [["invite", invite] as const] : []), ...Object.entries(sourceOfQuery(said))]);
}

export function writeSource(source: Source): string {
  return new URLSearchParams(source as Record<string, string>).toString();
}

/** Null if nothing changes. The last link wins, except over one that opens the domain. The invitation stays. */
export function nextSource(stored: Source, found: Source, opens: { stored: boolean; found: boolean }): Source | null {
  if (Object.keys(found).length === 0) return null;
  if (opens.stored && !opens.found) return null;
  const next = stored.invite ? { invite: stored.invite, ...found } : found;
  return writeSource(next) === writeSource(stored) ? null : next;
}

/** Drops the least important values above the size limit. */
function bounded(entries: readonly (readonly [string, string])[]): Source {
  const kept: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (value !== "" && writeSource({ ...kept, [name]: value }).length <= MOST) kept[name] = value;
  }
  return kept;
}

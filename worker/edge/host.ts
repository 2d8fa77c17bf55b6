import type { Domain } from "../domains/settings.ts";

/** How long an isolate may answer from settings it read before, in milliseconds: the bound on staleness. */
const SETTINGS_MAX_AGE = 30_000;
/** Unknown hosts are remembered too, but only so many: an attacker can invent hosts without end. */
const MAX_HOSTS = 500;

const cache = new Map<string, { domain: Domain | null; readAt: number }>();

/** The host a request is for, from its URL only: lower case, without port or trailing dot. Headers are not asked. */
export function hostOf(url: URL): string {
  return url.hostname.toLowerCase().replace(/\.$/, "");
}

/** The domain of a host, from the isolate's memory or from `read`; null for a host that no domain claims. */
export async function domainOf(
  host: string,
  now: number,
  read: (host: string) => Promise<Domain | null>,
): Promise<Domain | null> {
  const known = cache.get(host);
  if (known && now - known.readAt < SETTINGS_MAX_AGE) return known.domain;
  let domain: Domain | null;
  try {
    domain = await read(host);
  } catch (error) {
    // Old settings serve better than none while D1 does not answer.
    if (known?.domain) return known.domain;
    throw error;
  }
  if (cache.size >= MAX_HOSTS) cache.clear();
  cache.set(host, { domain, readAt: now });
  return domain;
}

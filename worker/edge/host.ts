import type { Domain } from "../domains/settings.ts";

/** How long an isolate may answer from settings it read before, in milliseconds: the bound on staleness. */
const SETTINGS_MAX_AGE = 30_000;
/** The same for a host without a domain: who has just given it one looks at once. */
const UNKNOWN_MAX_AGE = 2_000;
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
  return remembered(host, now, () => read(host));
}

/** The domain with an id, remembered in the same way; no host has a colon. */
export async function domainById(id: string, now: number, read: (id: string) => Promise<Domain | null>): Promise<Domain | null> {
  return remembered(`id:${id}`, now, () => read(id));
}

async function remembered(key: string, now: number, read: () => Promise<Domain | null>): Promise<Domain | null> {
  const known = cache.get(key);
  if (known && now - known.readAt < (known.domain ? SETTINGS_MAX_AGE : UNKNOWN_MAX_AGE)) return known.domain;
  let domain: Domain | null;
  try {
    domain = await read();
  } catch (error) {
    // Old settings serve better than none while D1 does not answer.
    if (known?.domain) return known.domain;
    throw error;
  }
  if (cache.size >= MAX_HOSTS) cache.clear();
  cache.set(key, { domain, readAt: now });
  return domain;
}

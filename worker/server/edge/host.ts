import type { Domain } from "#worker/sites/domains/domain-file.ts";

/** Maximum staleness in ms of an isolate's settings. */
const SETTINGS_MAX_AGE = 30_000;
/** In ms; shorter, because an operator checks a new domain at once. */
const UNKNOWN_MAX_AGE = 2_000;
/** Attackers can invent hosts without end. */
const MAX_HOSTS = 500;

const cache = new Map<string, { domain: Domain | null; readAt: number }>();

/** After a change by staff: this isolate reads the settings again. Others follow within `SETTINGS_MAX_AGE`. */
export function forgetDomains(): void {
  cache.clear();
}

export function hostOf(url: URL): string {
  return url.hostname.toLowerCase().replace(/\.$/, "");
}

export function domainOf(host: string, now: number, read: (host: string) => Promise<Domain | null>): Promise<Domain | null> {
  return cached(host, now, () => read(host));
}

/** Shares the cache: no host contains a colon. */
export function domainById(
  { database }: Pick<Domain, "database">,
  id: string,
  now: number,
  read: (id: string) => Promise<Domain | null>,
): Promise<Domain | null> {
  return cached(`id:${database}:${id}`, now, () => read(id));
}

async function cached(key: string, now: number, read: () => Promise<Domain | null>): Promise<Domain | null> {
  const known = cache.get(key);
  if (known && now - known.readAt < (known.domain ? SETTINGS_MAX_AGE : UNKNOWN_MAX_AGE)) return known.domain;
  let domain: Domain | null;
  try {
    domain = await read();
  } catch (error) {
    // Stale settings serve better than none while D1 fails.
    if (known?.domain) return known.domain;
    throw error;
  }
  if (cache.size >= MAX_HOSTS) cache.clear();
  cache.set(key, { domain, readAt: now });
  return domain;
}

import type { FixedProps } from "#app/request/fixed.tsx";
import { createRecent } from "#worker/platform/recent.ts";
import { type Edge, edge, withEdge } from "#worker/server/edge/edge.ts";

// A domain that was read again is another object.
const known = new WeakMap<Edge["domain"], Map<string, string>>();

export function cachedHtml({ id, of }: FixedProps, make?: () => string): string | undefined {
  const { domain, localeCookie } = edge();
  // The languages of one domain, and the filters that members choose.
  const cache = known.get(domain) ?? createRecent<string, string>(100);
  known.set(domain, cache);
  // Tests choose the language "xx", which is none.
  const key = JSON.stringify([id, of, __LOCAL__ && localeCookie]);
  if (make) cache.set(key, make());
  return cache.get(key);
}

/** Runs components that see nothing of the request but what the key names: anything else would reach other members. */
export function withKeyAlone<T>(work: () => T): T {
  const { domain, settings, language, t } = edge();
  return withEdge({ domain, settings, language, t } as Edge, work);
}

import type { MiddlewareHandler } from "hono";
import { CALLS } from "#worker/calls.ts";
import { type Edge, edge } from "#worker/edge/edge.ts";
import type { Audience, Call } from "#worker/lib/call.ts";

/** In seconds: an operator's change shows that late. */
const PUBLIC = "public, max-age=300";
const REVALIDATED = "private, no-cache";
const UNCACHED = "private, no-store";

export const CACHEABLE = (Object.values(CALLS) as Call[]).filter(({ sameFor }) => sameFor);

/** Sets Cache-Control on what this server answers or an upstream allows to be cached. */
export function cacheable({ sameFor }: Call): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers, status } = c.res;
    if (status !== 200 && status !== 304) return;
    const allowed = headers.get("cache-control") ?? PUBLIC;
    const audience = sameFor?.(c.req.query()) ?? "visitor";
    const shared = /\bpublic\b/.test(allowed) && isShared(audience, edge());
    headers.set("cache-control", allowed.includes("no-store") ? UNCACHED : shared ? PUBLIC : REVALIDATED);
    if (shared && audience === "language") headers.set("vary", "Cookie");
  };
}

/** Shared caches see no country and no account, and must not store a cookie. */
function isShared(audience: Audience, { session, settings, answer }: Edge): boolean {
  if (audience === "visitor" || answer.has("set-cookie")) return false;
  return audience === "everybody" || (session === null && Object.keys(settings.languages_by_country).length === 0);
}

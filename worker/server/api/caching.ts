import type { MiddlewareHandler } from "hono";
import type { Audience, Call } from "#worker/platform/call.ts";
import { CALLS } from "#worker/server/calls.ts";
import { type Edge, edge } from "#worker/server/edge/edge.ts";

/** In seconds: an operator's change shows that late. */
const MAX_AGE = 300;
const REVALIDATED = "private, no-cache";
const UNCACHED = "private, no-store";

export const CACHEABLE = (Object.values(CALLS) as Call[]).filter(({ sameFor }) => sameFor);

/** Sets Cache-Control on what this server answers or an upstream allows to be cached. */
export function cacheable({ sameFor }: Call): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers, status } = c.res;
    if (status !== 200 && status !== 304) return;
    const allowed = headers.get("cache-control")?.toLowerCase() ?? "public";
    const audience = sameFor?.(c.req.query()) ?? "visitor";
    const varies = audience === "language" ? "Cookie" : null;
    const variesAlike = [undefined, varies?.toLowerCase()].includes(headers.get("vary")?.toLowerCase());
    const maxAge = variesAlike && isShared(audience, edge()) ? maxAgeOf(allowed) : null;
    const cached = maxAge === null ? REVALIDATED : `public, max-age=${maxAge}`;
    headers.set("cache-control", allowed.includes("no-store") ? UNCACHED : cached);
    headers.delete("vary");
    if (maxAge !== null && varies) headers.set("vary", varies);
  };
}

/** In seconds, for shared caches. Null if they must not store it, must revalidate it or cannot read its age. */
function maxAgeOf(allowed: string): number | null {
  const directives = allowed.split(",").map((directive) => directive.trim());
  if (!directives.includes("public") || /\b(private|no-cache|must-revalidate|proxy-revalidate)\b/.test(allowed)) return null;
  const ages = directives.filter((directive) => /^(s-maxage|max-age)\b/.test(directive)).map((age) => age.split("=")[1] ?? "");
  return ages.every((age) => /^\d+$/.test(age)) ? Math.min(MAX_AGE, ...ages.map(Number)) : null;
}

/** Shared caches see no country and no account, and must not store a cookie. */
function isShared(audience: Audience, { session, settings, answer }: Edge): boolean {
  if (audience === "visitor" || answer.has("set-cookie")) return false;
  return audience === "everybody" || (session === null && Object.keys(settings.languages_by_country).length === 0);
}

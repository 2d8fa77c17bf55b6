import type { CachedPages } from "#worker/server/edge/cached-pages.ts";
import { publicPageOf } from "#worker/server/edge/public-page.ts";
import { findDomain } from "#worker/server/wiring/find-domain.ts";
import type { Step } from "./step.ts";

/** A page that is equal for all visitors comes from the cache. The step `page` fills it. */
export function cachedPage(pages: CachedPages): Step {
  return async (c, next) => {
    const at = Date.now();
    const { env } = c;
    const { raw: request } = c.req;
    // A domain that cannot be read is reported by `site`.
    const page = await publicPageOf(request, at, (host) => findDomain(env, host), new URL(request.url)).catch(() => null);
    const publicRequest = page && { request, page, at };
    c.set("publicRequest", publicRequest);
    return (publicRequest && (await pages.find(publicRequest))) ?? next();
  };
}

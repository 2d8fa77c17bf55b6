import type { Edge } from "../edge/edge.ts";
import { AppError } from "../lib/errors.ts";

/**
 * A write must come from a page of the same origin. Browsers say so by `Sec-Fetch-Site`, older ones and plain http only
 * by `Origin`; no page can forge either. Whoever sends neither is no browser of ours and is refused too.
 * @throws AppError `cross_origin`.
 */
export function requireSameOrigin(headers: Headers, { url }: Pick<Edge, "url">): void {
  const site = headers.get("sec-fetch-site");
  const same = site === null ? headers.get("origin") === url.origin : site === "same-origin";
  if (!same) throw new AppError("cross_origin");
}

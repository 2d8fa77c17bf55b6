import { AppError } from "#worker/platform/errors.ts";
import type { Edge } from "#worker/server/edge/edge.ts";

/** Browsers send `Sec-Fetch-Site`, or `Origin` if old or on http; no page can forge them. @throws cross_origin */
export function requireSameOrigin(headers: Headers, { url }: Pick<Edge, "url">): void {
  const site = headers.get("sec-fetch-site");
  const same = site === null ? headers.get("origin") === url.origin : site === "same-origin";
  if (!same) throw new AppError("cross_origin");
}

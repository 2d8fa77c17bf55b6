import { isSafe } from "#worker/platform/methods.ts";
import { requireSameOrigin } from "#worker/server/api/guard.ts";
import { PAGE_LEFT, takePageLeft } from "#worker/server/edge/bounce.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { oneClick } from "#worker/server/endpoints/one-click.endpoint.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { SHARED_PHOTO } from "#worker/sites/pwa/pwa.ts";
import { pathOf, type Step } from "./step.ts";

/** A write comes from a page of this site; only one-click unsubscription may come from another origin. */
export const sameOrigin: Step = async ({ req, var: { edge, env } }, next) => {
  if (isSafe(edge.method)) return next();
  const unsubscribed = await oneClick(req.raw, edge);
  if (unsubscribed) return finish(unsubscribed, edge);
  // The system shares a picture, from no page. Without the service worker it is left, and the member chooses it again.
  if (pathOf(req) === SHARED_PHOTO) return finish(new Response(null, { status: 303, headers: { location: "/profile" } }), edge);
  requireSameOrigin(req.raw.headers, edge);
  if (pathOf(req) !== PAGE_LEFT) return next();
  return finish(await takePageLeft(req.raw, edge, servicesOf(env).limits), edge);
};

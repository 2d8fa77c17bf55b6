import { finish } from "#worker/server/edge/headers.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Step } from "./step.ts";

/** A page that is not here may be one of the system that members were brought from: decision 112. */
export const oldPath: Step = async (c, next) => {
  await next();
  const { edge, env } = c.var;
  if (c.res.status !== 404 || edge.method !== "GET" || edge.domain.api.mode !== "local") return;
  const { pathname, search } = edge.url;
  const member = await servicesOf(env).arrivals.atOldPath(edge.domain.id, pathname + search);
  if (member) c.res = finish(new Response(null, { status: 301, headers: { location: `/members/${member}` } }), edge);
};

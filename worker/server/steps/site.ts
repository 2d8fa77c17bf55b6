import { inDatabase } from "#worker/platform/databases.ts";
import { unavailable } from "#worker/server/api/last-resort.ts";
import { unknownHost } from "#worker/server/api/plain-page.ts";
import { buildEdge } from "#worker/server/edge/build.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { protect } from "#worker/server/edge/headers.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { isSecure, pathOf, type Step } from "./step.ts";

/** Finds the domain of the host, and what the request says of itself. */
export const site: Step = async (c, next) => {
  const { raw: request } = c.req;
  let edge: Edge | null;
  try {
    edge = await buildEdge(request, c.env, c.executionCtx as ExecutionContext);
  } catch (error) {
    // A monitor asks whether the database answers.
    const answer = pathOf(c.req) === "/health" ? servicesOf(c.env).health(request, Date.now()) : unavailable(request, error);
    return protect(await answer, isSecure(request));
  }
  if (!edge) return protect(await unknownHost(request), isSecure(request));
  c.set("edge", edge);
  c.set("env", inDatabase(c.env, edge.domain.database));
  return next();
};

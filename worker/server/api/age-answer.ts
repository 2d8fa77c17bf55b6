import type { Context } from "hono";
import { refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

/** Of an app (OpenID4VP 1.0 section 8.2), which has neither session nor origin. @throws malformed too_many_requests */
export async function takeAgeAnswer(c: Context<{ Bindings: Env }>): Promise<Response> {
  const { side, domain, now, network, pageOrigin } = edge();
  const passed = await side.pass(c.req.raw);
  if (passed) return passed;
  const { age, limits } = servicesOf(c.env);
  refuseOver(await limits.hit(...limitOf("ageAnswers", { network }), now()));
  const answer = await age.takeForm({ domain, pageOrigin, now: now() }, new URLSearchParams(await c.req.text()));
  return c.json(answer, 200, { "cache-control": "no-store" });
}

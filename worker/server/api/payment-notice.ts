import type { Context } from "hono";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

/** A provider has no session; its signature authenticates it. Some providers send a GET. @throws forbidden */
export async function takePaymentNotice(c: Context<{ Bindings: Env }>): Promise<Response> {
  const { side, domain, now } = edge();
  const passed = await side.pass(c.req.raw);
  if (passed) return passed;
  const { method, raw } = c.req;
  const notice = { url: new URL(c.req.url), method, headers: raw.headers, body: method === "POST" ? await c.req.text() : "" };
  const answer = await servicesOf(c.env).settlement.notice({ domain, now: now() }, c.req.query("provider") ?? "", notice);
  if (answer === null) throw new AppError("forbidden");
  return c.text(answer);
}

import { type Context as HonoContext, Hono } from "hono";
import { CALLS, type CallName } from "../calls.ts";
import { edge } from "../edge/edge.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { openLive } from "../live/route.ts";
import { answerPoll } from "../live/snapshots.ts";
import { errorResponse, toRefusal } from "./error-answer.ts";

/** The Hono routes of local mode, made from the contract: one a call. */
export function createApi() {
  const api = new Hono<{ Bindings: Env }>();
  for (const [name, call] of Object.entries(CALLS) as [CallName, (typeof CALLS)[CallName]][]) {
    api.on(call.method, call.path, async (c) => {
      const input = call.method === "GET" ? c.req.query() : await jsonBody(c);
      const ask = () => edge().backend[name](input as never);
      const poll = await answerPoll(name, edge(), c.env, ask);
      if (poll !== null) return c.body(poll, 200, { "content-type": "application/json" });
      const answer = await ask();
      return c.json(answer, call.status as 200);
    });
  }
  api.get("/api/live.php", (c) => openLive(c.req.raw, c.env, edge()));
  api.all("/api/*", () => {
    throw new AppError("not_found");
  });
  api.onError((error) => {
    if (!(error instanceof AppError)) log("error", "api failed", { request: edge().requestId, error });
    return errorResponse(toRefusal(error), edge().t);
  });
  return api;
}

async function jsonBody(c: HonoContext): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? "")) throw new AppError("unsupported_media_type");
  try {
    return await c.req.json();
  } catch {
    throw new AppError("malformed");
  }
}

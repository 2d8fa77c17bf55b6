import { Hono } from "hono";
import { isolateCost, requestCost } from "#worker/platform/request-facts.ts";

type Incoming = Request<unknown, IncomingRequestCfProperties<unknown>>;
type Fetching = { fetch(request: Incoming, env: Env, execution: ExecutionContext): Promise<Response> };

/** Local builds: `/api/bench` is a bare Hono answer; `x-measure` asks for D1 costs of request and isolate. */
export function measured<W extends Fetching>(worker: W): W {
  const bare = new Hono().get("/api/bench", (c) => c.text("ok"));
  return {
    ...worker,
    async fetch(request: Incoming, env: Env, execution: ExecutionContext) {
      if (request.url.endsWith("/api/bench")) return bare.fetch(request);
      const answer = await worker.fetch(request, env, execution);
      if (!request.headers.has("x-measure")) return answer;
      const headers = new Headers(answer.headers);
      const cost = requestCost();
      for (const [name, value] of Object.entries({
        trips: cost.trips,
        rows: cost.rows,
        "all-trips": isolateCost.trips,
        "all-rows": isolateCost.rows,
      })) {
        headers.set(`x-d1-${name}`, String(value));
      }
      return new Response(answer.body, { status: answer.status, headers });
    },
  };
}

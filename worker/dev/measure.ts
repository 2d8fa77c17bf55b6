import { AsyncLocalStorage } from "node:async_hooks";
import { Hono } from "hono";

/** What D1 was asked: round trips (a batch is one) and rows read, as its answers say. */
interface Cost {
  trips: number;
  rows: number;
}

type Send = (...args: unknown[]) => Promise<unknown>;
type Incoming = Request<unknown, IncomingRequestCfProperties<unknown>>;
type Fetching = { fetch(request: Incoming, env: Env, execution: ExecutionContext): Promise<Response> };

/**
 * The Worker as `npm run bench` measures it: `/api/bench` is a bare answer of Hono, and a request with `x-measure` is
 * told what it cost in D1, and what everything cost since the isolate started. For builds of one's own machine.
 */
export function measured<W extends Fetching>(worker: W): W {
  const bare = new Hono().get("/api/bench", (c) => c.text("ok"));
  const costs = new AsyncLocalStorage<Cost>();
  const total: Cost = { trips: 0, rows: 0 };
  let watching = false;

  // All bindings of D1 in an isolate share one class, the objects' too; its answers pass here before rows are taken out.
  function watch(db: D1Database): void {
    watching = true;
    const session: { _send: Send } = Object.getPrototypeOf(db.withSession());
    const send = session._send;
    session._send = async function (this: unknown, ...args) {
      const answer = await send.apply(this, args);
      const rows = [answer].flat().reduce<number>((sum, one) => sum + ((one as D1Result).meta?.rows_read ?? 0), 0);
      for (const cost of [total, costs.getStore()]) {
        if (!cost) continue;
        cost.trips++;
        cost.rows += rows;
      }
      return answer;
    };
  }

  return {
    ...worker,
    async fetch(request: Incoming, env: Env, execution: ExecutionContext) {
      if (request.url.endsWith("/api/bench")) return bare.fetch(request);
      if (!request.headers.has("x-measure")) return worker.fetch(request, env, execution);
      if (!watching) watch(env.DB);
      const cost: Cost = { trips: 0, rows: 0 };
      const answer = await costs.run(cost, () => worker.fetch(request, env, execution));
      const headers = new Headers(answer.headers);
      for (const [name, value] of Object.entries({
        trips: cost.trips,
        rows: cost.rows,
        "all-trips": total.trips,
        "all-rows": total.rows,
      })) {
        headers.set(`x-d1-${name}`, String(value));
      }
      return new Response(answer.body, { status: answer.status, headers });
    },
  };
}

import { watchD1 } from "#worker/platform/d1-cost.ts";
import { log } from "#worker/platform/log.ts";
import { countD1, type RequestFacts, withFacts } from "#worker/platform/request-facts.ts";

type Incoming = Request<unknown, IncomingRequestCfProperties<unknown>>;
type Fetching = { fetch(request: Incoming, env: Env, execution: ExecutionContext): Promise<Response> };

export function logged<W extends Fetching>(worker: W): W {
  return {
    ...worker,
    async fetch(request: Incoming, env: Env, execution: ExecutionContext) {
      const known = quietly(() => watchD1(env.DB, countD1)) ?? false;
      const mine: RequestFacts = { trips: 0, rows: 0, route: null, longWay: false };
      const start = Date.now();
      let status = 500;
      try {
        const answer = await withFacts(mine, () => worker.fetch(request, env, execution));
        status = answer.status;
        return timed(answer, request.method, Date.now() - start, mine.cachedIn);
      } finally {
        quietly(() => report(request, env, { ...mine, status, ms: Date.now() - start, known }));
      }
    },
  };
}

/** The log never fails the request that it describes. */
function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    log("error", "request not logged", { error });
    return null;
  }
}

/** Replaces ids and secrets by `*`; unknown paths become `other`. */
export function patternOf(pathname: string): string {
  if (/^\/api\/[a-z-]{1,40}(\.php|\.json)$/.test(pathname)) return pathname;
  const [, folder] = /^\/(api|media|icons|download|dev|\.well-known)\//.exec(pathname) ?? [];
  return folder ? `/${folder}/*` : "other";
}

function report(
  request: Request,
  env: Env,
  { route, longWay, cachedIn, status, ms, trips, rows, known }: RequestFacts & { status: number; ms: number; known: boolean },
): void {
  const { pathname, hostname } = new URL(request.url);
  const pattern = route ?? patternOf(pathname);
  const { method } = request;
  if ((env.REQUEST_LOG ?? (__LOCAL__ ? "off" : "on")) === "on") {
    const cost = known ? { trips, rows } : {};
    const way = { ...(longWay && { long_way: true }), ...(cachedIn && { kept: cachedIn }) };
    log("info", "request", { method, route: pattern, status, ms, ...cost, ...way, host: hostname });
  }
  env.METRICS?.writeDataPoint({
    indexes: [pattern],
    blobs: [method, String(status), hostname],
    doubles: [ms, trips, rows, longWay ? 1 : 0, cachedIn ? 1 : 0],
  });
}

/** GET only: the duration of a write could reveal whether an address has an account. */
function timed(answer: Response, method: string, ms: number, cachedIn: RequestFacts["cachedIn"]): Response {
  const from = cachedIn ? `kept;desc="${cachedIn}", ` : "";
  if (method === "GET" && !answer.webSocket) answer.headers.set("server-timing", `${from}total;dur=${ms}`);
  return answer;
}

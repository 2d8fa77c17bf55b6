import { type Context, Hono } from "hono";
import type { Edge } from "#worker/server/edge/edge.ts";
import { pageFailed } from "#worker/server/steps/page-failed.ts";
import { type FetchPage, pathOf, type Step, type Steps } from "#worker/server/steps/step.ts";

/** Text of the answer of whatever follows the step. */
export const NEXT = "the next step";

interface Asked extends RequestInit {
  edge?: Partial<Edge>;
  /** Bindings before and behind the step `site`. */
  env?: Env;
  fetchPage?: FetchPage;
  /** Answers after the step; default: `NEXT`. */
  next?: (c: Context<Steps>) => Response | Promise<Response>;
}

/** The answer to a request at a step, whose texts are their own keys. */
export async function answerAt(
  step: Step,
  path: string,
  { edge, env = {} as Env, fetchPage = async () => new Response("a page"), next, ...init }: Asked = {},
) {
  const request = new Request(new URL(path, "http://localhost"), init);
  const app = new Hono<Steps>({ getPath: pathOf });
  app.use((c, then) => {
    c.set("edge", edgeOf(request, edge));
    c.set("env", env);
    c.set("publicRequest", null);
    return then();
  });
  app.use(step);
  app.all("*", (c) => next?.(c) ?? new Response(NEXT));
  app.onError(pageFailed(fetchPage));
  const answer = await app.fetch(request, env, EXECUTION);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const EXECUTION = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;

function edgeOf(request: Request, changed: Partial<Edge> = {}): Edge {
  return {
    url: new URL(request.url),
    method: request.method,
    requestId: "request",
    domain: { id: "liaison", previewUntil: null, notices: [] },
    language: "en",
    t: (key: string) => key,
    nonce: "nonce",
    secure: false,
    savesData: true,
    session: null,
    author: null,
    status: null,
    form: null,
    answer: new Headers(),
    user: async () => null,
    settleLanguage: async () => {},
    side: { isCertain: () => true },
    now: () => 0,
    defer: () => {},
    ...changed,
  } as unknown as Edge;
}

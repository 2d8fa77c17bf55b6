import { type Handler, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { nounsOf } from "../nouns.ts";
import { CALLS, type CallName } from "../calls.ts";
import { edge } from "../edge/edge.ts";
import { byParticularity, type Call, hasQueryOf, splitPath } from "../lib/call.ts";
import { hmac, sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { openLive } from "../live/route.ts";
import { answerPoll } from "../live/snapshots.ts";
import { errorResponse, toRefusal } from "./error-answer.ts";
import { isSafe, requireSameOrigin } from "./guard.ts";
import { once, type WriteAnswer } from "./idempotency.ts";
import { limitBody, limitReport, onlyTypeOf, targetOf, validated } from "./input.ts";
import { takeMailReport } from "./mail-report.ts";
import { openApi } from "./openapi.ts";
import { passThrough } from "./pass-through.ts";
import { allowedMethods, isChangingGet } from "./paths.ts";

const UPLOADS = new Set(
  (Object.values(CALLS) as Call[])
    .filter(({ multipart }) => multipart)
    .map((call) => `${call.method} ${splitPath(call).pathname}`),
);

type Bindings = { Bindings: Env };

/** What answers below /api/: one Hono route a call of the contract, and what is the same for all of them. */
export function createApi() {
  const api = new Hono<Bindings>();
  // Before the guard: a machine sends it, not a page.
  api.post("/api/mail-report.php", limitReport, takeMailReport);
  api.use("/api/*", guard, limitBody);
  api.get("/api/live.php", (c) => openLive(c.req.raw, c.env, edge()));
  api.get("/api/openapi.json", (c) => c.json(openApi(edge().url.origin, edge().settings.name)));
  api.all("/api/*", async (c, next) => {
    const { upstream } = edge();
    return upstream && c.req.method !== "OPTIONS" ? passThrough(c, upstream) : next();
  });

  api.on(["POST", "PUT", "DELETE"], "/api/*", onlyTypeOf(UPLOADS));
  for (const [name, call] of byParticularity(Object.entries(CALLS) as [CallName, Call][])) {
    const { pathname } = splitPath(call);
    const respond: Handler<Bindings> = async (c) => {
      const input = c.req.valid(targetOf(call) as never);
      if (call.method !== "GET") return toResponse(await carryOut(name, call, input, c.env, c.req.header("idempotency-key")));
      const poll = await answerPoll(name, edge(), c.env, () => answer(name, input));
      if (poll !== null) return toResponse({ status: call.status, body: poll });
      const found = await answer(name, input);
      const status = call.mayBeNothing && found === null ? 204 : call.status;
      return toResponse({ status, body: JSON.stringify(found) });
    };
    api.on(call.method, pathname, only(call, validated(call) as MiddlewareHandler), only(call, respond));
  }

  api.all("/api/*", (c) => {
    const allow = allowedMethods(c.req.path);
    if (allow === null) throw new AppError("not_found");
    if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
    return methodNotAllowed(allow);
  });
  api.onError((error) => {
    // Hono's own refusal: a body that is no JSON.
    if (error instanceof HTTPException && error.status === 400) return errorResponse(new AppError("malformed"), edge());
    if (!(error instanceof AppError)) log("error", "api failed", { request: edge().requestId, error });
    return errorResponse(toRefusal(error), edge());
  });
  return api;
}

/** What holds for every request: writes from pages of this origin only, and nothing is kept by anybody on the way. */
const guard: MiddlewareHandler<Bindings> = async (c, next) => {
  const { method, path } = c.req;
  const changing = isChangingGet(path);
  // Hono answers a HEAD by the route of its GET, which must not be asked here.
  if (changing && method === "HEAD") return methodNotAllowed(allowedMethods(path) as string);
  if (!isSafe(method) || (changing && method === "GET")) requireSameOrigin(c.req.raw.headers, edge());
  return next();
};

/** Leaves requests for another call of the same path to whoever comes next. */
function only(call: Call, handler: Handler<Bindings>): Handler<Bindings> {
  return (c, next) => (hasQueryOf(call, new URL(c.req.url).searchParams) ? handler(c, next) : next());
}

function methodNotAllowed(allow: string): Response {
  const refused = errorResponse(new AppError("method_not_allowed"), edge());
  refused.headers.set("allow", allow);
  return refused;
}

function answer(name: CallName, input: unknown): Promise<unknown> {
  return edge().checked[name](input as never);
}

/** A write; a member's with a key is carried out once for it. */
async function carryOut(name: CallName, call: Call, input: unknown, env: Env, key?: string): Promise<WriteAnswer> {
  const context = edge();
  const work = async (): Promise<WriteAnswer> => {
    const body = JSON.stringify(await answer(name, input));
    return { status: call.status, body, cookies: context.answer.getSetCookie().filter((line) => line.startsWith("locale=")) };
  };
  // What anyone may call begins or ends a session, which is no answer to keep; those calls have keys and tokens of their own.
  const memberId = key !== undefined && call.access !== "anyone" ? await context.memberId() : null;
  if (key === undefined || memberId === null) return work();
  // Under a key: an input may hold a password, which a bare hash of it would give away to whoever reads the table.
  const request = await hmac(
    env.PASSWORD_PEPPER,
    `write\n${call.method} ${call.path}\n${JSON.stringify(await withDigests(input))}`,
  );
  const { repeated, ...write } = await once(nounsOf(env).idempotencyStore, { memberId, key, request, now: context.now() }, work);
  if (repeated) for (const cookie of write.cookies) context.answer.append("set-cookie", cookie);
  return write;
}

/** An input in which the bytes of a file are its SHA-256: what makes two uploads the same. */
async function withDigests(input: unknown): Promise<unknown> {
  if (typeof input !== "object" || input === null) return input;
  const entries = Object.entries(input).map(async ([name, value]) => [
    name,
    value instanceof File ? await sha256(await value.arrayBuffer()) : value,
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

function toResponse({ status, body }: Pick<WriteAnswer, "status" | "body">): Response {
  if (status === 204) return new Response(null, { status });
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}

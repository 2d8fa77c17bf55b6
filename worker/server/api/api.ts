import { type Handler, Hono, type MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import { HTTPException } from "hono/http-exception";
import { AGE_ANSWER } from "#worker/accounts/age/age.contract.ts";
import { requireAuthor, VISITOR } from "#worker/platform/author.ts";
import { bySpecificity, type Call, hasQueryOf, splitPath } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { isSafe } from "#worker/platform/methods.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { cookieName } from "#worker/server/edge/session.ts";
import { openLive } from "#worker/server/endpoints/live.endpoint.ts";
import { answerPoll } from "#worker/server/endpoints/polls.endpoint.ts";
import { takeAgeAnswer } from "./age-answer.ts";
import { CACHEABLE, cacheable } from "./caching.ts";
import { errorResponse, toRefusal } from "./error-answer.ts";
import { requireSameOrigin } from "./guard.ts";
import type { WriteAnswer } from "./idempotency.ts";
import { checkLength, limitAnswer, limitBody, limitReport, onlyTypeOf, targetOf, validated } from "./input.ts";
import { keyedWrite } from "./keyed-write.ts";
import { takeMailReport } from "./mail-report.ts";
import { openApi } from "./openapi.ts";
import { allowedMethods, isChangingGet } from "./paths.ts";
import { takePaymentNotice } from "./payment-notice.ts";
import { discardUpload, enqueueUpload } from "./uploads.ts";

const LIVE = "/api/live.php";
const UPLOADS = pathsOf(({ multipart }) => multipart === true);
const SPECIFIC_FIRST = bySpecificity(Object.entries(CALLS) as [CallName, Call][]);

function pathsOf(which: (call: Call) => boolean): Set<string> {
  const calls = (Object.values(CALLS) as Call[]).filter(which);
  return new Set(calls.map((call) => `${call.method} ${splitPath(call).pathname}`));
}

/** By the call that answers: one for members may differ from one for anyone in its query alone. */
function isForAnyone(method: string, { pathname, searchParams }: URL): boolean {
  const isMeant = (call: Call) => call.method === method && splitPath(call).pathname === pathname;
  return SPECIFIC_FIRST.find(([, call]) => isMeant(call) && hasQueryOf(call, searchParams))?.[1].access === "anyone";
}

type Bindings = { Bindings: Env };

export function createApi() {
  const api = new Hono<Bindings>();
  // Before the guard: the senders are machines, not pages.
  api.post("/api/mail-report.php", limitReport, takeMailReport);
  api.post(AGE_ANSWER, limitAnswer, takeAgeAnswer);
  api.on(["GET", "POST"], "/api/payment-webhook.php", limitReport, takePaymentNotice);
  api.use("/api/*", guard, checkLength);
  api.get(LIVE, (c) => openLive(c.req.raw, c.env, edge()));
  api.get("/api/openapi.json", (c) => c.json(openApi(edge().url.origin, edge().settings, cookieName("session", edge().secure))));
  for (const call of CACHEABLE) api.on(call.method, call.path, etag(), cacheable(call));
  api.all("/api/*", async (c, next) => (await edge().side.pass(c.req.raw)) ?? next());

  api.on(["POST", "PUT", "DELETE"], "/api/*", onlyTypeOf(UPLOADS));
  for (const [name, call] of SPECIFIC_FIRST) {
    const { pathname } = splitPath(call);
    const respond: Handler<Bindings> = async (c) => {
      const input = c.req.valid(targetOf(call) as never);
      if (call.method !== "GET") return toResponse(await performWrite(name, call, input, c.env, c.req.header("idempotency-key")));
      const poll = await answerPoll(name, edge(), c.env, () => answer(name, input));
      if (poll !== null) return toResponse({ status: call.status, body: poll });
      const found = await answer(name, input);
      const status = call.mayBeNothing && found === null ? 204 : call.status;
      return toResponse({ status, body: JSON.stringify(found) });
    };
    const valid = validated(call) as MiddlewareHandler;
    const checked =
      call.prefetch === "call"
        ? [named(name), limitBody, prefetching(name, valid)]
        : [...admitting(name, call), limitBody, valid];
    const read = call.access === "anyone" ? valid : judging(name, valid);
    for (const step of [...(call.method === "GET" ? [read] : checked), respond]) api.on(call.method, pathname, only(call, step));
  }

  api.all("/api/*", (c) => {
    const allow = allowedMethods(c.req.path);
    if (allow === null) throw new AppError("not_found");
    if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
    return methodNotAllowed(allow);
  });
  api.onError(async (error, c) => {
    // A browser hears no answer while it still sends its upload.
    await discardUpload(c.req.raw);
    // Hono's own refusal: the body is not JSON.
    if (error instanceof HTTPException && error.status === 400) return errorResponse(new AppError("malformed"), edge());
    if (!(error instanceof AppError)) log("error", "api failed", { request: edge().requestId, error });
    return errorResponse(toRefusal(error), edge());
  });
  return api;
}

const guard: MiddlewareHandler<Bindings> = async (c, next) => {
  const { method, path } = c.req;
  const changing = isChangingGet(path);
  // Hono answers HEAD by the GET route, which would change state.
  if (changing && method === "HEAD") return methodNotAllowed(allowedMethods(path) as string);
  const changes = !isSafe(method) || (changing && method === "GET");
  if (changes) requireSameOrigin(c.req.raw.headers, edge());
  // A visitor's page may read and log in. A socket is a write: it marks messages as delivered and sends typing signals.
  const acts = changes || path === LIVE;
  const { author } = edge();
  if (author !== VISITOR || (acts && !isForAnyone(method, edge().url))) await requireAuthor(author, edge());
  return next();
};

/** Authentication and limits come before the body is read. */
function admitting(name: CallName, call: Call): MiddlewareHandler<Bindings>[] {
  const readInput: MiddlewareHandler<Bindings> = async (_, next) => {
    await edge().side.admit(name);
    return next();
  };
  return call.multipart ? [readInput, uploading] : [readInput];
}

/** A request without a session has no member whose state it could change. */
function named(name: CallName): MiddlewareHandler<Bindings> {
  return async (_, next) => {
    if (!edge().session) await edge().side.admit(name);
    return next();
  };
}

/** Who may not ask hears nothing of a wrong input. */
function judging(name: CallName, valid: MiddlewareHandler): MiddlewareHandler<Bindings> {
  return async (c, next) => {
    try {
      await valid(c, async () => {});
    } catch (error) {
      await edge().side.admit(name);
      throw error;
    }
    return next();
  };
}

/** Parses the input first, so that its rows are read with the session. Without a session, input errors are not reported. */
function prefetching(name: CallName, valid: MiddlewareHandler): MiddlewareHandler<Bindings> {
  return async (c, next) => {
    const { side, settleLanguage } = edge();
    const fault = await Promise.resolve(valid(c, async () => {})).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (!fault) side.prefetchRows(name, c.req.valid("json" as never));
    await settleLanguage();
    await side.admit(name);
    if (fault) throw fault.error;
    return next();
  };
}

const uploading: MiddlewareHandler<Bindings> = async (c, next) => {
  const { raw } = c.req;
  await enqueueUpload({ member: await edge().side.uploader(), request: raw, defer: edge().defer }, async (request) => {
    c.req.raw = request;
    await next();
  });
};

/** Several calls may share a path; the query selects one. */
function only(call: Call, handler: Handler<Bindings>): Handler<Bindings> {
  return (c, next) => (hasQueryOf(call, new URL(c.req.url).searchParams) ? handler(c, next) : next());
}

function methodNotAllowed(allow: string): Response {
  const refused = errorResponse(new AppError("method_not_allowed"), edge());
  refused.headers.set("allow", allow);
  return refused;
}

function answer(name: CallName, input: unknown): Promise<unknown> {
  return edge().side.calls[name](input as never);
}

function performWrite(name: CallName, call: Call, input: unknown, env: Env, key?: string): Promise<WriteAnswer> {
  // An upload occupies a place of the isolate: it does not wait, the browser retries.
  return keyedWrite(edge(), env, { call, input, key, waits: !call.multipart }, () => answer(name, input));
}

function toResponse({ status, body }: Pick<WriteAnswer, "status" | "body">): Response {
  if (status === 204) return new Response(null, { status });
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}

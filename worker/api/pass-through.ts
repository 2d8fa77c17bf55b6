import type { Context } from "hono";
import { proxy } from "hono/proxy";
import { CALLS, type CallName } from "../calls.ts";
import { type Edge, edge } from "../edge/edge.ts";
import { byParticularity, type Call, hasQueryOf, splitPath } from "../lib/call.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { isObserved, observe, rememberCaller } from "../upstream/observe.ts";
import { failureOf, parseJson, readJsonBytes, Unusable, unauthorized } from "../upstream/read-answer.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { servicesOf } from "../wiring/index.ts";
import { MAX_BODY, MAX_UPLOAD } from "./input.ts";
import { withinBytes } from "./uploads.ts";

/** What an upstream may hear of the browser's request, beside what Upstream.headers says itself. */
const REQUEST_HEADERS = ["content-type", "idempotency-key", "x-request-type"];
/** What a browser may hear of the upstream's answer, beside the bytes. Cookies have a rule of their own. */
const ANSWER_HEADERS = ["content-type", "retry-after", "allow", "content-language"];
/** A path that means the same to every server: no escapes, no dots on their own, nothing behind a script's name. */
const PATH = /^\/api(?!.*\.php\/)(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/;

/**
 * The browser's call on a domain in proxy mode: bytes in, bytes out.
 * @throws AppError `upstream_timeout` or `upstream_failed` for an upstream that is down, slow, redirecting, failing or
 * not speaking JSON. Whether the answer has the contract's shape is left to who asked.
 */
export async function passThrough(c: Context, upstream: Upstream, name: CallName | null): Promise<Response> {
  const context = edge();
  const { pathname, search } = context.url;
  if (!PATH.test(pathname)) throw new AppError("not_found");
  if (name) await rememberCaller(context, name);
  try {
    const headers = await upstream.headers(c.req.raw.headers);
    for (const header of REQUEST_HEADERS) copy(header, c.req.raw.headers, headers);
    // Read only where an observer wants to see it; anything else flows through.
    const text = name && isObserved(name) && c.req.raw.body ? await readText(c.req.raw.body) : null;
    const answer = await proxy(upstream.url(pathname, search), {
      method: c.req.method,
      headers,
      body: text ?? boundedBody(c.req.raw),
      redirect: "manual",
      signal: AbortSignal.timeout(upstream.timeout),
    });
    if (answer.status === 401) {
      upstream.takeCookies(answer);
      throw await unauthorized(answer);
    }
    const bytes = await bodyOf(answer, c.req.method);
    // Looked at, not changed: half an answer must not pass for one.
    const body = bytes && parseJson(bytes);
    upstream.takeCookies(answer);
    if (name && answer.ok && bytes) show(c, context, name, text, body);
    return answerFrom(answer, bytes);
  } catch (error) {
    const refusal = failureOf(error);
    if (refusal !== error) log("warn", "upstream failed", { request: context.requestId, path: pathname, reason: String(error) });
    throw refusal;
  }
}

/** A body whose length is announced has been judged by it, and keeps it on the way. */
function boundedBody({ body, headers }: Request): ReadableStream<Uint8Array> | null {
  return body && !headers.has("content-length") ? withinBytes(body, MAX_UPLOAD) : body;
}

function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(withinBytes(body, MAX_BODY)).text();
}

/** @throws Unusable for an answer that is no answer of an API. */
async function bodyOf(answer: Response, method: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (answer.status < 200 || (answer.status >= 300 && answer.status < 400) || answer.status >= 500) {
    await answer.body?.cancel();
    throw new Unusable(`status ${answer.status}`);
  }
  if (method === "HEAD" || answer.status === 204 || answer.status === 205) return null;
  return readJsonBytes(answer);
}

function answerFrom(answer: Response, bytes: Uint8Array<ArrayBuffer> | null): Response {
  const headers = new Headers({ "cache-control": "private, no-store" });
  for (const header of ANSWER_HEADERS) copy(header, answer.headers, headers);
  return new Response(bytes, { status: answer.status, headers });
}

function copy(name: string, from: Headers, to: Headers): void {
  const value = from.get(name);
  if (value !== null) to.set(name, value);
}

/** The call of the contract that a request makes; null for none. */
export function callAt(method: string, { pathname, searchParams }: URL): CallName | null {
  const found = byParticularity(Object.entries(CALLS) as [CallName, Call][]).find(
    ([, call]) => call.method === method && splitPath(call).pathname === pathname && hasQueryOf(call, searchParams),
  );
  return found?.[0] ?? null;
}

/** Lets an observer see a copy of a call that has succeeded; what does not fit the contract is not shown. */
function show(c: Context, context: Edge, name: CallName, text: string | null, body: unknown): void {
  if (!isObserved(name)) return;
  try {
    const call: Call = CALLS[name];
    const input = call.input.safeParse(call.method === "GET" ? c.req.query() : JSON.parse(text ?? "{}"));
    const answer = call.output.safeParse(body);
    if (input.success && answer.success) observe(context, servicesOf(c.env as Env).live, name, input.data, answer.data);
  } catch (error) {
    log("warn", "observer failed", { request: context.requestId, call: name, reason: String(error) });
  }
}

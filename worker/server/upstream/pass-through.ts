import { proxy } from "hono/proxy";
import { MAX_BODY, MAX_UPLOAD, withinBytes } from "#worker/platform/bodies.ts";
import { bySpecificity, type Call, hasQueryOf, splitPath } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import type { CallObserver } from "./client.ts";
import { OBSERVERS } from "./observers.ts";
import { failureOf, outputFrom, parseJson, readBytes, requireRefusal, Unusable, unauthorized } from "./read-answer.ts";
import { isFiltering, requireFindable, withoutIntimate } from "./unlisted.ts";
import type { Upstream } from "./upstream.ts";

const REQUEST_HEADERS = ["content-type", "idempotency-key", "x-request-type", "x-page-hidden"];
const ANSWER_HEADERS = ["content-type", "retry-after", "allow", "content-language"];
/** A payment provider's notice; the acknowledgement is text. */
const NOTICE = "/api/payment-webhook.php";
/** Providers sign in the query or the body, the local one in these. */
const NOTICE_HEADERS = __LOCAL__ ? ["sandbox-timestamp", "sandbox-signature"] : [];
const CACHE_HEADERS = ["etag", "cache-control", "vary"];
/** Paths that every server reads alike: no escapes, no dot segments, nothing after a script name. */
const PATH = /^\/api(?!.*\.php\/)(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/;

interface Passed {
  facts: Facts;
  upstream: Upstream;
  observer: CallObserver;
  name: CallName | null;
}

/** A call of the contract is answered in its shape or fails. Only intimate interests change the bytes. @throws not_found, invalid, malformed, upstream_timeout, upstream_failed */
export async function passThrough(request: Request, passed: Passed): Promise<Response> {
  const { facts, upstream, observer, name } = passed;
  const { pathname, search } = facts.url;
  if (!PATH.test(pathname)) throw new AppError("not_found");
  // Also of a call that only the upstream knows.
  requireFindable(facts.url.searchParams, facts.settings);
  if (name) await observer.before(name);
  try {
    const headers = await upstream.headers(request.headers);
    const cacheable = name !== null && "sameFor" in CALLS[name];
    const notice = pathname === NOTICE;
    const more = [...(cacheable ? ["if-none-match"] : []), ...(notice ? NOTICE_HEADERS : [])];
    for (const header of [...REQUEST_HEADERS, ...more]) copy(header, request.headers, headers);
    // Only observers and filters need the body as text; others stream.
    const read = name && (name in OBSERVERS || isFiltering(name)) && !(CALLS[name] as Call).multipart;
    const text = read && request.body ? await readText(request.body) : null;
    if (text !== null && isFiltering(name)) requireFindable(fieldsIn(text), facts.settings);
    const answer = await proxy(upstream.url(pathname, search), {
      method: request.method,
      headers,
      body: text ?? boundedBody(request),
      redirect: "manual",
      signal: AbortSignal.timeout(upstream.timeout),
    });
    if (answer.status === 401) {
      upstream.takeCookies(answer);
      throw await unauthorized(answer);
    }
    const unchanged = cacheable && answer.status === 304 && request.headers.has("if-none-match");
    const acknowledged = notice && answer.ok;
    const bytes = unchanged ? null : await bodyOf(answer, request.method, acknowledged ? "text/plain" : "application/json");
    // Parsing rejects a truncated answer.
    const body = bytes && !acknowledged ? parseJson(bytes) : undefined;
    if (name && !answer.ok && bytes) requireRefusal(answer.status, body);
    const output = name && answer.ok && request.method !== "HEAD" ? outputFrom<Call>(CALLS[name], body) : null;
    upstream.takeCookies(answer);
    if (answer.ok && bytes) show(passed, text, output);
    const shown = withoutIntimate(name, body, facts.settings);
    const sent = shown === body ? bytes : new TextEncoder().encode(JSON.stringify(shown));
    return answerFrom(answer, sent, cacheable && answer.status < 400 ? CACHE_HEADERS : []);
  } catch (error) {
    const refusal = failureOf(error);
    if (refusal !== error) log("warn", "upstream failed", { request: facts.requestId, path: pathname, reason: String(error) });
    throw refusal;
  }
}

/** `checkLength` has checked an announced length. */
function boundedBody({ body, headers }: Request): ReadableStream<Uint8Array> | null {
  return body && !headers.has("content-length") ? withinBytes(body, MAX_UPLOAD) : body;
}

function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(withinBytes(body, MAX_BODY)).text();
}

/** @throws malformed */
function fieldsIn(body: string): [string, unknown][] {
  try {
    return Object.entries(Object(JSON.parse(body)));
  } catch {
    throw new AppError("malformed");
  }
}

async function bodyOf(answer: Response, method: string, type: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (answer.status < 200 || (answer.status >= 300 && answer.status < 400) || answer.status >= 500) {
    await answer.body?.cancel();
    throw new Unusable(`status ${answer.status}`);
  }
  if (method === "HEAD" || answer.status === 204 || answer.status === 205) return null;
  return readBytes(answer, type);
}

function answerFrom(answer: Response, bytes: Uint8Array<ArrayBuffer> | null, more: string[]): Response {
  const headers = new Headers({ "cache-control": "private, no-store" });
  for (const header of [...ANSWER_HEADERS, ...more]) copy(header, answer.headers, headers);
  return new Response(bytes, { status: answer.status, headers });
}

function copy(name: string, from: Headers, to: Headers): void {
  const value = from.get(name);
  if (value !== null) to.set(name, value);
}

export function callAt(method: string, { pathname, searchParams }: URL): CallName | null {
  const found = bySpecificity(Object.entries(CALLS) as [CallName, Call][]).find(
    ([, call]) => call.method === method && splitPath(call).pathname === pathname && hasQueryOf(call, searchParams),
  );
  return found?.[0] ?? null;
}

/** Input outside the contract is not shown. */
function show({ name, facts, observer }: Passed, text: string | null, output: unknown): void {
  if (!name || !(name in OBSERVERS)) return;
  try {
    const call: Call = CALLS[name];
    const given = call.method === "GET" ? Object.fromEntries(facts.url.searchParams) : JSON.parse(text ?? "{}");
    // An upload has streamed: its observer reads the answer alone.
    const input = call.multipart ? { success: true, data: {} } : call.input.safeParse(given);
    if (input.success) observer.after(name, input.data, output);
  } catch (error) {
    log("warn", "observer failed", { request: facts.requestId, call: name, reason: String(error) });
  }
}

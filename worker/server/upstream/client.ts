import { type Call, type Input, type Output, splitPath } from "#worker/platform/call.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { CALLS, type CallName, type CallOf, type CheckedBackend, everyCall } from "#worker/server/calls.ts";
import { failureOf, outputFrom, parseJson, readJsonBytes, refusalFrom, Unusable, unauthorized } from "./read-answer.ts";
import { isFiltering, requireFindable, type Site, withoutIntimate } from "./unlisted.ts";
import type { Upstream } from "./upstream.ts";

/** Must neither throw nor change its arguments. */
export interface CallObserver {
  before(name: CallName): Promise<void>;
  after(name: CallName, input: unknown, answer: unknown): void;
}

/** @throws codes of the upstream's refusals, upstream_timeout, upstream_failed */
export function createUpstreamCalls(upstream: Upstream, requestId: string, observer: CallObserver, site: Site): CheckedBackend {
  // After one timeout the page's other calls fail at once.
  let gone: AppError | null = null;
  return everyCall(<N extends CallName>(name: N) => async (input: Input<CallOf<N>>) => {
    if (gone) throw gone;
    if (isFiltering(name)) requireFindable(Object.entries(input), site);
    try {
      await observer.before(name);
      const answer = withoutIntimate(name, await perform<CallOf<N>>(upstream, CALLS[name], input), site);
      observer.after(name, input, answer);
      return answer;
    } catch (error) {
      const refusal = failureOf(error);
      if (refusal.code === "upstream_timeout") gone = refusal;
      if (refusal !== error) log("warn", "upstream failed", { request: requestId, call: name, reason: String(error) });
      throw refusal;
    }
  });
}

async function perform<C extends Call>(upstream: Upstream, call: C, given: Input<C>): Promise<Output<C>> {
  const answer = await send(upstream, call, given as Record<string, unknown>);
  if (!answer.ok && (answer.status < 400 || answer.status >= 500)) {
    await answer.body?.cancel();
    throw new Unusable(`status ${answer.status}`);
  }
  if (answer.status === 401) {
    upstream.takeCookies(answer);
    throw await unauthorized(answer);
  }
  const body = answer.status === 204 ? undefined : parseJson(await readJsonBytes(answer));
  upstream.takeCookies(answer);
  if (!answer.ok) throw refusalFrom(answer.status, body);
  return outputFrom(call, body);
}

export async function send(upstream: Upstream, call: Call, input: Record<string, unknown>): Promise<Response> {
  const headers = await upstream.headers();
  const asks = call.method === "GET";
  // `fetch` sets a form's type, because it contains the boundary.
  if (!asks && !call.multipart) headers.set("content-type", "application/json");
  const { pathname, search } = splitPath(call);
  return fetch(upstream.url(pathname, asks ? queryOf(input) : search), {
    method: call.method,
    headers,
    body: asks ? undefined : call.multipart ? formOf(input) : JSON.stringify(input),
    // A redirect would let the upstream choose the target.
    redirect: "manual",
    signal: AbortSignal.timeout(upstream.timeout),
  });
}

function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof File) form.set(name, value, value.name);
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) if (value !== undefined) query.set(key, String(value));
  return query.size > 0 ? `?${query}` : "";
}

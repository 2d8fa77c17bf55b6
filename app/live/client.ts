import rows from "virtual:browser-calls";
import { authorHeaders, isRefused } from "#app/ui/author.ts";
import type { RawInput } from "#worker/platform/call.ts";
import type { ErrorBody, ErrorCode, Params } from "#worker/platform/errors.ts";
import type { CALLS, CallName, CallOutput } from "#worker/server/calls.ts";
import { redirectToLogin, redirectToProof } from "./logged-out.ts";

/** Retries after the first attempt. */
const RETRIES = 5;
/** In ms: 0.5, 1, 2, 4, 8 s with jitter, so that browsers do not retry in step. */
const FIRST_DELAY = 500;
/** In ms: timeout of one attempt, and the longest Retry-After to wait for before the error is shown. */
const ATTEMPT_TIMEOUT = 15_000;
const LONGEST_WAIT = 30_000;

type CallInputOf<N extends CallName> = RawInput<(typeof CALLS)[N]>;

export class CallError extends Error {
  readonly code: ErrorCode | "unreachable";
  /** 0 without a response. */
  readonly status: number;
  readonly params: Params;
  readonly fields: { field: string; message: string }[];
  readonly retryAfter: number | null;

  constructor(status: number, error: Partial<ErrorBody["error"]> = {}) {
    super(error.message ?? "");
    this.name = "CallError";
    this.code = error.code ?? "unreachable";
    this.status = status;
    this.params = error.params ?? {};
    this.fields = error.fields ?? [];
    this.retryAfter = error.retry_after ?? null;
  }

  get isAnothers(): boolean {
    return this.code === "authentication_required" || this.code === "other_member";
  }
}

/** Makes one attempt with a timeout of its own. Rejects without a response. */
export type Send = (url: string, init: Prepared["init"], signal?: AbortSignal) => Promise<Response>;

interface Options {
  signal?: AbortSignal;
  retries?: number;
  /** Idempotency key of a write that the caller may repeat. */
  key?: string;
  /** Replaces `fetch`, which reports no progress of an upload. */
  send?: Send;
}

/** Retries network errors, 5xx, 408 and 429 under one idempotency key. @throws CallError; the abort reason */
export async function call<N extends CallName>(
  name: N,
  input: CallInputOf<N>,
  { signal, retries = RETRIES, key, send = fetchOnce }: Options = {},
): Promise<CallOutput<N>> {
  const request = requestOf(name, input as Record<string, unknown>, key);
  for (let attempt = 0; ; attempt++) {
    const { answer, error } = await attemptOnce<CallOutput<N>>(request, send, signal);
    if (!error) return answer as CallOutput<N>;
    if (error.code === "authentication_required" && name !== "login") redirectToLogin();
    // Only a press leads away: what runs by itself leaves the page as it is.
    if (error.code === "age_proof_required" && request.init.method !== "GET") redirectToProof();
    const wait = attempt < retries ? delayOf(error, attempt) : null;
    if (wait === null) throw error;
    await pause(wait, signal);
  }
}

interface Prepared {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string | FormData };
}

function requestOf(name: CallName, input: Record<string, unknown>, key = newKey()): Prepared {
  const row = rows[name];
  if (!row) throw new Error(`no island makes the call ${name}`);
  const [method, path, isForm] = row;
  const headers: Record<string, string> = { accept: "application/json", "x-request-type": "client", ...authorHeaders() };
  if (document.visibilityState === "hidden") headers["x-page-hidden"] = "1";
  if (method === "GET") {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input)) if (value !== undefined) query.set(key, String(value));
    return { url: query.size > 0 ? `${path}?${query}` : path, init: { method, headers } };
  }
  // A message has its own idempotency key, `client_id`.
  if (!("client_id" in input)) headers["idempotency-key"] = key;
  if (isForm) {
    const body = new FormData();
    for (const [field, value] of Object.entries(input))
      if (value !== undefined) body.set(field, value instanceof Blob ? value : String(value));
    return { url: path, init: { method, headers, body } };
  }
  headers["content-type"] = "application/json";
  return { url: path, init: { method, headers, body: JSON.stringify(input) } };
}

const fetchOnce: Send = (url, init, signal) => {
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT);
  return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
};

async function attemptOnce<T>(
  { url, init }: Prepared,
  send: Send,
  signal?: AbortSignal,
): Promise<{ answer?: T; error?: CallError }> {
  try {
    const response = await send(url, init, signal);
    isRefused(response);
    if (response.status === 204) return { answer: null as T };
    const body: unknown = await response.json().catch((error: unknown) => {
      if (response.ok) throw error;
      return null; // a proxy's error page: its status is enough
    });
    if (response.ok) return { answer: body as T };
    const said = Number(response.headers.get("retry-after") ?? Number.NaN);
    const error = { retry_after: Number.isFinite(said) ? said : null, ...(body as Partial<ErrorBody> | null)?.error };
    return { error: new CallError(response.status, error) };
  } catch {
    // Network error, timeout or truncated response: all count as unreachable.
    signal?.throwIfAborted();
    return { error: new CallError(0) };
  }
}

/** Delay in ms before the next attempt; null if a retry cannot succeed. */
export function delayOf({ status, retryAfter }: CallError, attempt: number): number | null {
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return null;
  const backoff = FIRST_DELAY * 2 ** attempt * (0.5 + Math.random() / 2);
  const wait = Math.max(backoff, (retryAfter ?? 0) * 1000);
  return wait <= LONGEST_WAIT ? wait : null;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** 128 random bits in base64url (RFC 4648 section 5): D1 keeps each message's key for good. `crypto.randomUUID` requires https. */
export function newKey(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

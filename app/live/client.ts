import type { CALLS, CallName, CallOutput } from "#worker/calls.ts";
import type { RawInput } from "#worker/lib/call.ts";
import type { ErrorBody, ErrorCode, Params } from "#worker/lib/errors.ts";
import { CALL_TABLE } from "./call-table.ts";
import { leaveLoggedOut } from "./logged-out.ts";

/** A request is sent once and repeated up to five times (spec section 9). */
const RETRIES = 5;
/** Delays grow 0.5 s, 1 s, 2 s, 4 s, 8 s; each is shortened by chance so that browsers do not come back in step. */
const FIRST_DELAY = 500;
/** How long one attempt may take, and the longest wait that a server may ask for before a person is told instead; ms. */
const ATTEMPT_TIMEOUT = 15_000;
const LONGEST_WAIT = 30_000;

type CallInputOf<N extends CallName> = RawInput<(typeof CALLS)[N]>;

/** A call that was not answered: the server's refusal with its words, or `unreachable`, for which there are none. */
export class CallError extends Error {
  readonly code: ErrorCode | "unreachable";
  /** 0 where no answer came. */
  readonly status: number;
  readonly params: Params;
  readonly fields: { field: string; message: string }[];
  /** Seconds. */
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
}

/**
 * Makes a call of the contract from an island. Repeats what may succeed later: no answer, 5xx, 408, 429; a write
 * keeps its key, so that it is carried out once. Whoever is not logged in any more is sent to the log-in page.
 * @throws CallError; the signal's reason where it was aborted.
 */
export async function call<N extends CallName>(
  name: N,
  input: CallInputOf<N>,
  { signal, retries = RETRIES }: { signal?: AbortSignal; retries?: number } = {},
): Promise<CallOutput<N>> {
  const request = requestOf(name, input as Record<string, unknown>);
  for (let attempt = 0; ; attempt++) {
    const { answer, error } = await attemptOnce<CallOutput<N>>(request, signal);
    if (!error) return answer as CallOutput<N>;
    if (error.code === "authentication_required" && name !== "login") leaveLoggedOut();
    const wait = attempt < retries ? delayOf(error, attempt) : null;
    if (wait === null) throw error;
    await pause(wait, signal);
  }
}

interface Prepared {
  url: string;
  init: RequestInit;
}

function requestOf(name: CallName, input: Record<string, unknown>): Prepared {
  const [method, path] = CALL_TABLE[name];
  const headers: Record<string, string> = { accept: "application/json", "x-request-type": "client" };
  if (method === "GET") {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input)) if (value !== undefined) query.set(key, String(value));
    return { url: query.size > 0 ? `${path}?${query}` : path, init: { method, headers } };
  }
  headers["content-type"] = "application/json";
  // A message carries its own key.
  if (!("client_id" in input)) headers["idempotency-key"] = newKey();
  return { url: path, init: { method, headers, body: JSON.stringify(input) } };
}

async function attemptOnce<T>({ url, init }: Prepared, signal?: AbortSignal): Promise<{ answer?: T; error?: CallError }> {
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT);
  try {
    const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    if (response.status === 204) return { answer: null as T };
    const body: unknown = await response.json().catch((error: unknown) => {
      if (response.ok) throw error;
      return null; // an error page of something between here and the server: its status says enough
    });
    if (response.ok) return { answer: body as T };
    const said = Number(response.headers.get("retry-after") ?? Number.NaN);
    const error = { retry_after: Number.isFinite(said) ? said : null, ...(body as Partial<ErrorBody> | null)?.error };
    return { error: new CallError(response.status, error) };
  } catch {
    // No network, no answer in time, or half an answer: the same to whoever waits.
    signal?.throwIfAborted();
    return { error: new CallError(0) };
  }
}

/** Milliseconds until the next attempt, or null where another one is no use. */
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

/** 128 random bits as hex. `crypto.randomUUID` would need https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

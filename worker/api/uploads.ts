import { withinBytes } from "#worker/lib/bodies.ts";
import { AppError } from "#worker/lib/errors.ts";

/** Each large body takes about 45 MB of the isolate's 128 MB until its picture is made. */
const MAX_CONCURRENT = 2;
/** In ms: 11 MB at 3 Mbit/s. */
const RECEIVE_TIMEOUT = 30_000;
/** In ms, above any live request's time: the runtime drops a cancelled request at its `await`, and `finally` never runs. */
const LEASE = 90_000;
/** In ms. */
const MAX_WAIT = 15_000;
const POLL_INTERVAL = 50;
/** In bytes; no camera produces a larger file. */
const MAX_DISCARDED = 64 * 1024 * 1024;

interface Clock {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<unknown>;
}

interface Upload {
  member: string;
  request: Request;
  /** Keeps a cancelled request alive until its body fails and frees the place. */
  defer(work: Promise<unknown>): void;
}

export function createUploadQueue({ now, wait }: Clock) {
  const places = new Map<string, { since: number }>();

  function isFree(member: string): boolean {
    for (const [one, { since }] of places) if (now() - since > LEASE) places.delete(one);
    return places.size < MAX_CONCURRENT && !places.has(member);
  }

  function inTime(body: ReadableStream<Uint8Array>) {
    const arrived = new AbortController();
    const state = { late: false, body, stop: () => arrived.abort() };
    state.body = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        start(controller) {
          const expire = () => {
            if (arrived.signal.aborted) return;
            state.late = true;
            controller.error(new AppError("malformed"));
          };
          wait(RECEIVE_TIMEOUT, arrived.signal).then(expire, () => {}); // it was aborted: the body is there
        },
        flush: () => arrived.abort(),
      }),
    );
    return state;
  }

  /** Polls for a free place. `work` gets a body that fails if it is late. @throws too_many_requests, malformed */
  return async function enqueueUpload<T>({ member, request, defer }: Upload, work: (request: Request) => Promise<T>): Promise<T> {
    const begun = now();
    while (!isFree(member)) {
      if (now() - begun > MAX_WAIT) {
        await discardUpload(request);
        throw new AppError("too_many_requests", { params: { minutes: 1 }, retryAfter: 15 });
      }
      await wait(POLL_INTERVAL);
    }
    const place = { since: now() };
    places.set(member, place);
    const body = request.body && inTime(request.body);
    const done = async () => {
      try {
        return await work(body ? new Request(request, { body: body.body }) : request);
      } catch (error) {
        if (body?.late) throw new AppError("malformed");
        throw error;
      } finally {
        body?.stop();
        if (places.get(member) === place) places.delete(member);
      }
    };
    const result = done();
    defer(result.catch(() => {}));
    const answer = await result;
    // A framework may turn the failed body into an answer.
    if (body?.late) throw new AppError("malformed");
    return answer;
  };
}

export const enqueueUpload = createUploadQueue({
  now: () => Date.now(),
  wait: (ms, signal) => scheduler.wait(ms, signal ? { signal } : {}),
});

/** A browser reads no answer while it sends, so the rest is read and dropped. */
export async function discardUpload(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  if (!/^multipart\//i.test(request.headers.get("content-type") ?? "")) return;
  await withinBytes(request.body, MAX_DISCARDED)
    .pipeTo(new WritableStream())
    .catch(() => {}); // it was longer, or the browser has left
}

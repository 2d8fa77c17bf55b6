import { withinBytes } from "../lib/bodies.ts";
import { AppError } from "../lib/errors.ts";

/** So many large bodies are held in an isolate at a time: each takes some 45 MB until its picture is made, of 128 in all. */
const AT_A_TIME = 2;
/** How long (ms) a body may take to arrive: 11 MB at 3 Mbit/s. */
const RECEIVED_WITHIN = 30_000;
/**
 * The runtime ends a cancelled request without running what is behind its `await`s; its body is gone by then. Longer than
 * any request that goes on can hold its place, so that no place is free while its body is held.
 */
const LEASE = 90_000;
/** How long (ms) a request waits for its turn, and how often it looks. */
const PATIENCE = 15_000;
const TICK = 50;
/** Bytes above which nobody waits for the end: no camera makes such a file. */
const MAX_DISCARDED = 64 * 1024 * 1024;

interface Clock {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<unknown>;
}

interface Upload {
  /** Who sends it: each has one place. */
  member: string;
  request: Request;
  /** Keeps a request going whose browser has left, until its body fails and its place is free. */
  defer(work: Promise<unknown>): void;
}

/** The places of an isolate for requests with a large body. */
export function createTurns({ now, wait }: Clock) {
  const places = new Map<string, { since: number }>();

  function isFree(member: string): boolean {
    for (const [one, { since }] of places) if (now() - since > LEASE) places.delete(one);
    return places.size < AT_A_TIME && !places.has(member);
  }

  /** A body that fails where it has not arrived in time. `late` becomes true then. */
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
          wait(RECEIVED_WITHIN, arrived.signal).then(expire, () => {}); // it was aborted: the body is there
        },
        flush: () => arrived.abort(),
      }),
    );
    return state;
  }

  /**
   * Carries out work that holds a large body, a few at a time and one of each member. `work` gets the request with a body
   * that fails where it takes too long.
   * @throws AppError too_many_requests where others take too long, the body discarded; malformed where this one does.
   */
  return async function inTurn<T>({ member, request, defer }: Upload, work: (request: Request) => Promise<T>): Promise<T> {
    const begun = now();
    while (!isFree(member)) {
      if (now() - begun > PATIENCE) {
        await discardUpload(request);
        throw new AppError("too_many_requests", { params: { minutes: 1 }, retryAfter: 15 });
      }
      await wait(TICK);
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
    // A framework may have made an answer of the failed body.
    if (body?.late) throw new AppError("malformed");
    return answer;
  };
}

export const inTurn = createTurns({
  now: () => Date.now(),
  wait: (ms, signal) => scheduler.wait(ms, signal ? { signal } : {}),
});

/** Lets a browser finish what it sends, and throws it away piece by piece: while it is still sending it hears no answer. */
export async function discardUpload(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  if (!/^multipart\//i.test(request.headers.get("content-type") ?? "")) return;
  await withinBytes(request.body, MAX_DISCARDED)
    .pipeTo(new WritableStream())
    .catch(() => {}); // it was longer, or the browser has left
}

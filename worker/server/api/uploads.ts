import { MAX_UPLOAD, withinBytes } from "#worker/platform/bodies.ts";
import { AppError } from "#worker/platform/errors.ts";
import { createRecent } from "#worker/platform/recent.ts";

/** Each large body takes about 45 MB of the isolate's 128 MB until its picture is made. */
const MAX_CONCURRENT = 2;
/** In ms: 11 MB at 3 Mbit/s. */
const RECEIVE_TIMEOUT = 30_000;
/** `grace` in ms, then bytes per second. The slowest phones send 12 kB/s (EDGE). */
const ALONE = { grace: 5_000, rate: 8_000 };
/** While another member waits. A phone on 3G sends 50 kB/s and more; one of 45 still has 30 seconds. */
const AWAITED = { grace: 3_000, rate: 50_000 };
/** In ms, above any live request's time: the runtime drops a cancelled request at its `await`, and `finally` never runs. */
const LEASE = 90_000;
/** In ms. */
const MAX_WAIT = 20_000;
const POLL_INTERVAL = 50;
/** In ms: a waiting request that has not polled so long was cancelled. */
const GONE = 2_000;
/** In ms: after an upload that did not arrive, the member waits last and takes one place at most. */
const LAST_FOR = 10 * 60_000;
/** In ms: work that needs no body ends sooner. */
const REFUSED_WITHIN = 1_000;
/** The oldest failures are forgotten. */
const REMEMBERED = 1_000;
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

interface Waiting {
  member: string;
  polledAt: number;
}

export function createUploadQueue({ now, wait }: Clock) {
  const places = new Map<string, { since: number }>();
  /** In order of arrival. */
  const waiting = new Set<Waiting>();
  const failed = createRecent<string, number>(REMEMBERED);

  function hasFailed(member: string): boolean {
    return (failed.get(member) ?? 0) > now();
  }

  function noteEnd(member: string, arrived: boolean): void {
    if (arrived) failed.delete(member);
    else failed.set(member, now() + LAST_FOR);
  }

  function mayBegin(member: string): boolean {
    if (places.size >= MAX_CONCURRENT || places.has(member)) return false;
    return !hasFailed(member) || ![...places.keys()].some(hasFailed);
  }

  /** Those who failed come after all others. */
  function isNext(mine: Waiting): boolean {
    for (const [one, { since }] of places) if (now() - since > LEASE) places.delete(one);
    for (const one of waiting) if (now() - one.polledAt > GONE) waiting.delete(one);
    const ready = [...waiting].filter(({ member }) => mayBegin(member));
    return (ready.find(({ member }) => !hasFailed(member)) ?? ready[0]) === mine;
  }

  function isAwaited(by: string): boolean {
    return [...waiting].some(({ member, polledAt }) => member !== by && now() - polledAt <= GONE);
  }

  /** @throws too_many_requests */
  async function placeFor({ member, request }: Upload): Promise<{ since: number }> {
    const begun = now();
    const mine: Waiting = { member, polledAt: begun };
    waiting.add(mine);
    while (!isNext(mine)) {
      if (now() - begun > MAX_WAIT) {
        waiting.delete(mine);
        await discardUpload(request, wait);
        throw new AppError("too_many_requests", { params: { minutes: 1 }, retryAfter: 15 });
      }
      await wait(POLL_INTERVAL);
      mine.polledAt = now();
      waiting.add(mine);
    }
    waiting.delete(mine);
    const place = { since: now() };
    places.set(member, place);
    return place;
  }

  /** Fails a body that is late or too slow. */
  function inTime(member: string, body: ReadableStream<Uint8Array>) {
    const arrived = new AbortController();
    const state = { late: false, whole: false, body, stop: () => arrived.abort() };
    const since = now();
    let received = 0;
    const isLate = () => {
      const { grace, rate } = isAwaited(member) ? AWAITED : ALONE;
      const took = now() - since;
      return took >= RECEIVE_TIMEOUT || received < ((took - grace) * rate) / 1000;
    };
    state.body = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>(
        {
          start(controller) {
            const watch = async () => {
              while (!isLate()) await wait(POLL_INTERVAL, arrived.signal);
              if (arrived.signal.aborted) return;
              state.late = true;
              controller.error(new AppError("malformed"));
            };
            void watch().catch(() => {}); // it was aborted: the body is there
          },
          transform(chunk, controller) {
            received += chunk.byteLength;
            controller.enqueue(chunk);
          },
          flush() {
            state.whole = true;
            arrived.abort();
          },
        },
        undefined,
        // What has arrived counts, also while nothing reads it.
        new ByteLengthQueuingStrategy({ highWaterMark: MAX_UPLOAD }),
      ),
    );
    return state;
  }

  /** Polls for a free place. `work` gets a body that fails if it is late. @throws too_many_requests, malformed */
  return async function enqueueUpload<T>(upload: Upload, work: (request: Request) => Promise<T>): Promise<T> {
    const { member, request, defer } = upload;
    const place = await placeFor(upload);
    const body = request.body && inTime(member, request.body);
    const done = async () => {
      try {
        return await work(body ? new Request(request, { body: body.body }) : request);
      } catch (error) {
        if (body?.late) throw new AppError("malformed");
        throw error;
      } finally {
        body?.stop();
        noteEnd(member, !body || body.whole || (!body.late && now() - place.since < REFUSED_WITHIN));
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

/** A browser reads no answer while it sends, so the rest is read and dropped. `wait` as of the queue. */
export async function discardUpload(request: Request, wait: Clock["wait"] = (ms) => scheduler.wait(ms)): Promise<void> {
  if (!request.body || request.body.locked) return;
  if (!/^multipart\//i.test(request.headers.get("content-type") ?? "")) return;
  const read = withinBytes(request.body, MAX_DISCARDED).pipeTo(new WritableStream());
  // A signal would end the reading only once the next bytes arrive.
  await Promise.race([read.catch(() => {}), wait(RECEIVE_TIMEOUT)]); // it was longer, or the browser has left
}

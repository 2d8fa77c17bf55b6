// Streams and timers of workerd.
import "cloudflare:workers";
import { expect, test } from "vitest";
import { createUploadQueue } from "./uploads.ts";

const MB = 1024 * 1024;

/** What is sent in pieces, and how much of it was taken. */
function bodyOf(size: number) {
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= size) return controller.close();
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024).fill(120));
    },
  });
  return { stream, taken: () => sent };
}

/** Places with a clock of the test's own: `pass` moves it on and ends the waits that are over by then. */
function places() {
  let time = 0;
  const waits = new Set<{ until: number; end(): void }>();
  const enqueue = createUploadQueue({
    now: () => time,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { until: time + ms, end: () => resolve(undefined) };
        waits.add(one);
        signal?.addEventListener("abort", () => {
          waits.delete(one);
          reject(signal.reason);
        });
      }),
  });
  const feeders = new Set<(now: number) => void>();
  const pass = async (ms: number) => {
    for (const end = time + ms; time < end; ) {
      time += 50;
      for (const feed of feeders) feed(time);
      for (const one of [...waits]) if (one.until <= time && waits.delete(one)) one.end();
      await scheduler.wait(0);
    }
  };
  const deferred: Promise<unknown>[] = [];
  const upload = (member: string, body: ReadableStream<Uint8Array> = bodyOf(64 * 1024).stream) => ({
    member,
    request: new Request("http://localhost/", { method: "POST", headers: { "content-type": "multipart/form-data" }, body }),
    defer: (work: Promise<unknown>) => deferred.push(work),
  });
  /** Sends `size` bytes at so many a second. */
  const steady = (rate: number, size = Number.POSITIVE_INFINITY) => {
    const from = time;
    let sent = 0;
    let feed = (_: number) => {};
    return new ReadableStream<Uint8Array>({
      start(controller) {
        feed = (at) => {
          const due = Math.min(size, Math.floor(((at - from) * rate) / 1000)) - sent;
          if (due > 0) controller.enqueue(new Uint8Array(due));
          sent += due;
          if (sent < size) return;
          feeders.delete(feed);
          controller.close();
        };
        feeders.add(feed);
      },
      cancel: () => void feeders.delete(feed),
    });
  };
  return { enqueue, pass, upload, steady, deferred, now: () => time };
}

/** A body that never ends, and whether its reading was given up. */
function slowBody() {
  let cancelled = false;
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(1024));
      end = () => controller.close();
    },
    cancel: () => {
      cancelled = true;
    },
  });
  return { stream, cancelled: () => cancelled, end: () => end() };
}

const receive = (request: Request) => request.arrayBuffer().then(({ byteLength }) => byteLength);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

test("two pictures are read at a time, the others after them", async () => {
  const { enqueue, pass, upload } = places();
  let now = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++now);
    await scheduler.wait(5);
    now--;
  };
  let ended = false;
  const all = Promise.all(Array.from({ length: 7 }, (_, index) => enqueue(upload(`m${index}`), work))).then(() => {
    ended = true;
  });
  while (!ended) await pass(50);
  await all;
  await expect(enqueue(upload("m"), () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await enqueue(upload("m"), work);
  expect([most, now]).toEqual([2, 0]);
});

test("a member has one place: the other is for somebody else", async () => {
  const { enqueue, pass, upload } = places();
  const first = slowBody();
  const one = codeOf(enqueue(upload("slow", first.stream), receive));
  let second = false;
  const again = enqueue(upload("slow"), async () => {
    second = true;
  });
  expect(await enqueue(upload("quick"), receive)).toBe(64 * 1024);
  await pass(4_000);
  expect(second).toBe(false);
  first.end();
  await pass(200);
  expect(await one).toBe("done");
  await again;
  expect(second).toBe(true);
});

test("a body that hardly arrives is given up after the grace, and its place is free", async () => {
  const { enqueue, pass, upload, deferred } = places();
  const slow = [slowBody(), slowBody()];
  const refused = slow.map(({ stream }, index) => codeOf(enqueue(upload(`slow${index}`, stream), receive)));
  await pass(4_900);
  expect(slow.map(({ cancelled }) => cancelled())).toEqual([false, false]);
  await pass(400);
  expect(await Promise.all(refused)).toEqual(["malformed", "malformed"]);
  expect(await enqueue(upload("next"), receive)).toBe(64 * 1024);
  // The runtime is told of each, so that it goes on where the browser leaves.
  expect(deferred).toHaveLength(3);
});

test("a slow phone may send for half a minute while nobody waits", async () => {
  const { enqueue, pass, upload, steady } = places();
  const sent = codeOf(enqueue(upload("phone", steady(12_000, 300_000)), receive));
  await pass(26_000);
  expect(await sent).toBe("done");
  const endless = codeOf(enqueue(upload("other", steady(12_000)), receive));
  await pass(31_000);
  expect(await endless).toBe("malformed");
});

test.each([
  [12_000, "malformed"],
  [45_000, "done"],
  [125_000, "done"],
])("while somebody waits, a body of %i bytes a second is %s", async (rate, outcome) => {
  const { enqueue, pass, upload, steady } = places();
  const sent = codeOf(enqueue(upload("phone", steady(rate, rate * 13)), receive));
  const held = Promise.withResolvers<void>();
  void enqueue(upload("works"), () => held.promise);
  void codeOf(enqueue(upload("waits"), receive));
  await pass(14_000);
  expect(await sent).toBe(outcome);
  held.resolve();
});

test("members who send byte by byte, again and again, keep nobody out", async () => {
  const { enqueue, pass, upload, steady, now } = places();
  let attempts = 0;
  let over = false;
  const drip = async (member: string) => {
    while (!over) {
      attempts++;
      await codeOf(enqueue(upload(member, steady(2)), receive));
    }
  };
  for (let index = 0; index < 8; index++) void drip(`drip${index}`);
  const waits: number[] = [];
  for (let i = 0; i < 6; i++) {
    const begun = now();
    let done: string | undefined;
    const honest = codeOf(enqueue(upload(`honest${i}`, steady(200_000, 400_000)), receive)).then((code) => {
      done = code;
    });
    while (done === undefined) await pass(50);
    await honest;
    expect(done).toBe("done");
    waits.push(now() - begun);
    await pass(3_000);
  }
  over = true;
  expect(attempts).toBeGreaterThan(8);
  // The first waits for those who had not failed before; afterwards one place is always for the others.
  expect(Math.max(...waits)).toBeLessThan(15_000);
  expect(Math.max(...waits.slice(4))).toBeLessThan(2_500);
});

test("an answer that was made of a body given up is not the answer", async () => {
  const { enqueue, pass, upload } = places();
  const swallowed = codeOf(enqueue(upload("slow", slowBody().stream), (request) => receive(request).catch(() => 0)));
  await pass(31_000);
  expect(await swallowed).toBe("malformed");
});

test("work that takes long after its body has arrived keeps its place and its answer", async () => {
  const { enqueue, pass, upload } = places();
  const held = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
  const working = held.map(({ promise }, index) =>
    enqueue(upload(`m${index}`), async (request) => {
      await receive(request);
      await promise;
      return "made";
    }),
  );
  await pass(40_000);
  let begun = false;
  const next = enqueue(upload("next"), async () => {
    begun = true;
  });
  await pass(1_000);
  expect(begun).toBe(false);
  for (const { resolve } of held) resolve();
  expect(await Promise.all(working)).toEqual(["made", "made"]);
  await pass(100);
  await next;
  expect(begun).toBe(true);
});

test("nobody waits longer than 20 seconds; what was sent is thrown away", async () => {
  const { enqueue, pass, upload } = places();
  const never = new Promise<void>(() => {});
  for (const member of ["a", "b"]) void enqueue(upload(member), () => never);
  const { stream, taken } = bodyOf(10 * MB);
  const refused = codeOf(enqueue(upload("c", stream), receive));
  await pass(19_900);
  expect(taken()).toBeLessThan(MB);
  await pass(200);
  expect(await refused).toBe("too_many_requests");
  expect(taken()).toBe(10 * MB);
});

test("a refused body of which nothing more arrives is waited for no longer than a slow one", async () => {
  const { enqueue, pass, upload } = places();
  const never = new Promise<void>(() => {});
  for (const member of ["a", "b"]) void enqueue(upload(member), () => never);
  let code: string | undefined;
  void codeOf(enqueue(upload("c", slowBody().stream), receive)).then((said) => (code = said));
  await pass(49_900);
  expect(code).toBeUndefined();
  await pass(300);
  expect(code).toBe("too_many_requests");
});

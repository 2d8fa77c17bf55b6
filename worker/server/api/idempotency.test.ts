import { env, exports } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createIdempotencyStore } from "./idempotency.store.ts";
import { withKey } from "./idempotency.ts";

const store = createIdempotencyStore(connect(env.DB));
const deps = { store, wait: (ms: number) => scheduler.wait(ms) };
/** Waits no time at all: the clock of a retry goes on by itself. */
const hasty = { store, wait: async () => {} };
const answer = { status: 201, body: '{"n":1}', cookies: ["locale=nl"] };

function write(overrides: Partial<Parameters<typeof withKey>[1]> = {}) {
  return { memberId: "m", key: "key-of-a-test", request: "POST /x\n{}", now: 1_000_000, ...overrides };
}

it("answers a repetition with the same status, body and cookies, and does the work once", async () => {
  const memberId = newId();
  let times = 0;
  const work = async () => ({ ...answer, body: `{"n":${++times}}` });
  expect(await withKey(deps, write({ memberId }), work)).toEqual({ ...answer, repeated: false });
  expect(await withKey(deps, write({ memberId }), work)).toEqual({ ...answer, repeated: true });
  expect(times).toBe(1);
});

it("tells members and keys apart", async () => {
  const [a, b] = [newId(), newId()];
  for (const each of [write({ memberId: a }), write({ memberId: b }), write({ memberId: a, key: "another-key" })]) {
    expect(await withKey(deps, each, async () => answer)).toMatchObject({ repeated: false });
  }
});

it("refuses another request under the same key", async () => {
  const memberId = newId();
  await withKey(deps, write({ memberId }), async () => answer);
  await expect(withKey(deps, write({ memberId, request: 'POST /x\n{"a":1}' }), async () => answer)).rejects.toMatchObject({
    code: "idempotency_conflict",
  });
});

it("lets one of many at once do the work; the others wait for its answer", async () => {
  const memberId = newId();
  let times = 0;
  let finish = () => {};
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const work = async () => {
    times++;
    await gate;
    return answer;
  };
  let waiting = 0;
  const counting = {
    store,
    wait: async (ms: number) => {
      if (++waiting === 9) finish();
      await scheduler.wait(ms);
    },
  };
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => withKey(counting, write({ memberId }), work)));
  expect(times).toBe(1);
  expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
  for (const { repeated, ...outcome } of outcomes) expect(outcome, `${repeated}`).toEqual(answer);
});

it("tells a retry that has waited long enough to come again, by a status that clients repeat", async () => {
  const memberId = newId();
  await store.claim(memberId, "key-of-a-test", await sha256(write().request), write().now);
  const error = await withKey(hasty, write({ memberId }), async () => answer).catch((refused) => refused);
  expect(error).toMatchObject({ code: "in_progress", status: 503, retryAfter: 2 });
});

it("claims a key once while a retry waits, and only reads it then, at growing steps", async () => {
  const memberId = newId();
  await store.claim(memberId, "key-of-a-test", await sha256(write().request), write().now);
  let claims = 0;
  const steps: number[] = [];
  const counting = {
    store: {
      ...store,
      claim: (...asked: Parameters<typeof store.claim>) => {
        claims++;
        return store.claim(...asked);
      },
    },
    wait: async (ms: number) => void steps.push(ms),
  };
  await expect(withKey(counting, write({ memberId }), async () => answer)).rejects.toMatchObject({ code: "in_progress" });
  expect([claims, steps]).toEqual([1, [250, 500, 1000, 2000]]);
});

it("takes over while it waits, once the lease of a cut-off try is over", async () => {
  const memberId = newId();
  await store.claim(memberId, "key-of-a-test", await sha256(write().request), write().now);
  const late = write({ memberId, now: write().now + 59_000 });
  expect(await withKey(hasty, late, async (at) => ({ ...answer, body: `${at}` }))).toEqual({
    ...answer,
    body: `${write().now}`,
    repeated: false,
  });
});

it("keeps the time of a lost first try through a refusal, so that the third try writes the same rows", async () => {
  const memberId = newId();
  const times: number[] = [];
  const attempt = (now: number, end: () => Promise<typeof answer>) =>
    withKey(deps, write({ memberId, now }), async (at) => {
      times.push(at);
      return end();
    });
  const { now } = write();
  await expect(attempt(now, async () => Promise.reject(new Error("D1_ERROR: lost")))).rejects.toThrow("lost");
  const refused = attempt(now + 1000, async () => Promise.reject(new AppError("not_enough_credits")));
  await expect(refused).rejects.toMatchObject({ code: "not_enough_credits" });
  expect(await attempt(now + 2000, async () => answer)).toEqual({ ...answer, repeated: false });
  expect(times).toEqual([now, now, now]);
});

it("lets a waiting retry go on by itself where the first try is refused", async () => {
  const memberId = newId();
  let refuse = () => {};
  const gate = new Promise<void>((resolve) => (refuse = resolve));
  const first = withKey(deps, write({ memberId }), async () => {
    await gate;
    throw new AppError("not_enough_credits");
  });
  const refused = expect(first).rejects.toMatchObject({ code: "not_enough_credits" });
  const waits = {
    store,
    wait: async () => {
      refuse();
      await refused;
    },
  };
  expect(await withKey(waits, write({ memberId }), async () => answer)).toEqual({ ...answer, repeated: false });
});

it("keeps the key of an attempt with an unknown outcome: a retry goes on at once, with the first attempt's time", async () => {
  const memberId = newId();
  const times: number[] = [];
  const lost = withKey(deps, write({ memberId }), async (at) => {
    times.push(at);
    throw new Error("D1_ERROR: Network connection lost");
  });
  await expect(lost).rejects.toThrow("Network connection lost");
  await expect(withKey(deps, write({ memberId, request: "another" }), async () => answer)).rejects.toMatchObject({
    code: "idempotency_conflict",
  });
  const retry = await withKey(deps, write({ memberId, now: write().now + 700 }), async (at) => {
    times.push(at);
    return answer;
  });
  expect(retry).toEqual({ ...answer, repeated: false });
  expect(times).toEqual([write().now, write().now]);
  expect(await withKey(deps, write({ memberId }), async () => expect.unreachable())).toEqual({ ...answer, repeated: true });
});

it("answers what was done also where the answer cannot be stored, and the key stays then", async () => {
  const memberId = newId();
  const forgetful = { ...deps, store: { ...store, keep: async () => Promise.reject(new Error("D1_ERROR: overloaded")) } };
  expect(await withKey(forgetful, write({ memberId }), async () => answer)).toEqual({ ...answer, repeated: false });
  const { claimed, row } = await store.claim(memberId, "key-of-a-test", await sha256(write().request), write().now + 1);
  expect([claimed, row.status]).toEqual([false, null]);
});

it("keeps no refusal: the same key may try again", async () => {
  const memberId = newId();
  await expect(
    withKey(deps, write({ memberId }), async () => Promise.reject(new AppError("not_enough_credits"))),
  ).rejects.toMatchObject({ code: "not_enough_credits" });
  expect(await withKey(deps, write({ memberId }), async () => answer)).toMatchObject({ repeated: false });
});

it("takes over the key of an attempt cut off ten seconds ago; its late end changes nothing", async () => {
  const memberId = newId();
  const claim = (now: number, hash = "hash") => store.claim(memberId, "key-of-a-test", hash, now);
  const first = await claim(0);
  expect(first.claimed).toBe(true);
  expect((await claim(9_000)).claimed).toBe(false);
  expect((await claim(11_000, "another")).claimed).toBe(false);
  const second = await claim(11_000);
  expect([second.claimed, second.row.createdAt]).toEqual([true, 0]);
  await store.release(first.row);
  await store.leaveOpen(first.row);
  expect((await claim(11_001)).claimed).toBe(false);
  await store.keep(second.row, 200, '{"n":2}');
  await store.keep(first.row, 200, '{"n":1}');
  expect((await claim(11_002)).row).toMatchObject({ status: 200, answer: '{"n":2}' });
});

it("forgets answers after a day", async () => {
  const memberId = newId();
  const { row } = await store.claim(memberId, "key-of-a-test", "hash", 0);
  await store.keep(row, 200, "{}");
  expect((await store.claim(memberId, "key-of-a-test", "hash", 23 * HOUR)).claimed).toBe(false);
  expect((await store.claim(memberId, "key-of-a-test", "hash", 25 * HOUR)).claimed).toBe(true);
});

it("purges answers after a day", async () => {
  const memberId = newId();
  await store.claim(memberId, "old-enough", "hash", 0);
  await store.claim(memberId, "not-old-enough", "hash", 2 * HOUR);
  await store.purge(25 * HOUR);
  const { results } = await env.DB.prepare("SELECT key FROM idempotency WHERE account_id = ?").bind(memberId).all();
  expect(results).toEqual([{ key: "not-old-enough" }]);
});

it("refuses invalid keys", async () => {
  for (const key of ["", "short", "with space in it", "ü".repeat(10), "x".repeat(201)]) {
    await expect(
      withKey(deps, write({ key }), async () => answer),
      key,
    ).rejects.toMatchObject({ code: "invalid" });
  }
});

it("holds for a call of the API: liked, taken back, and the late repetition of the like changes nothing", async () => {
  const [me, other] = [await addMember(), await addMember()];
  const cookie = `session=${await logIn(me)}`;
  const send = (method: string, key: string, profile = other) =>
    exports.default.fetch(
      new Request("http://localhost/api/like.php", {
        method,
        body: JSON.stringify({ profile }),
        headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin", "idempotency-key": key },
      }),
    );
  const first = await send("POST", "like-it-once");
  const said = await first.text();
  await send("DELETE", "take-it-back");
  const repeated = await send("POST", "like-it-once");
  expect([repeated.status, await repeated.text()]).toEqual([first.status, said]);
  const rows = await env.DB.prepare("SELECT count(*) AS n FROM likes WHERE liker_id = ?").bind(me).first("n");
  expect(rows).toBe(0);
  expect((await send("POST", "like-it-once", me)).status).toBe(409);
});

it("refuses a retry at once where it must not wait", async () => {
  const memberId = newId();
  const gate = Promise.withResolvers<void>();
  const first = withKey(deps, write({ memberId }), async () => {
    await gate.promise;
    return answer;
  });
  const looking = { store: { ...store, claim: vi.fn(store.claim) }, wait: null };
  await expect.poll(() => count(memberId)).toBe(1);
  await expect(withKey(looking, write({ memberId }), async () => answer)).rejects.toMatchObject({
    code: "in_progress",
    retryAfter: 2,
  });
  expect(looking.store.claim).toHaveBeenCalledTimes(1);
  gate.resolve();
  expect(await first).toMatchObject({ repeated: false });
});

const count = (memberId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM idempotency WHERE account_id = ?").bind(memberId).first("n");

import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/people.ts";
import { newId } from "../lib/ids.ts";
import { AppError } from "../lib/errors.ts";
import { once } from "./idempotency.ts";
import { createIdempotencyStore } from "./idempotency.store.ts";

const HOUR = 3600 * 1000;
const store = createIdempotencyStore(connect(env.DB));
const answer = { status: 201, body: '{"n":1}', cookies: ["locale=nl"] };

function write(overrides: Partial<Parameters<typeof once>[1]> = {}) {
  return { memberId: "m", key: "key-of-a-test", request: "POST /x\n{}", now: 1_000_000, ...overrides };
}

it("answers a repetition with the same status, body and cookies, and does the work once", async () => {
  const memberId = newId();
  let times = 0;
  const work = async () => ({ ...answer, body: `{"n":${++times}}` });
  expect(await once(store, write({ memberId }), work)).toEqual({ ...answer, repeated: false });
  expect(await once(store, write({ memberId }), work)).toEqual({ ...answer, repeated: true });
  expect(times).toBe(1);
});

it("tells members and keys apart", async () => {
  const [a, b] = [newId(), newId()];
  for (const each of [write({ memberId: a }), write({ memberId: b }), write({ memberId: a, key: "another-key" })]) {
    expect(await once(store, each, async () => answer)).toMatchObject({ repeated: false });
  }
});

it("refuses another request under the same key", async () => {
  const memberId = newId();
  await once(store, write({ memberId }), async () => answer);
  await expect(once(store, write({ memberId, request: 'POST /x\n{"a":1}' }), async () => answer)).rejects.toMatchObject({
    code: "idempotency_conflict",
  });
});

it("lets one of many at once do the work; the others hear that it is under way", async () => {
  const memberId = newId();
  let times = 0;
  let finish = () => {};
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const work = async () => {
    times++;
    await gate;
    return answer;
  };
  const attempts = Array.from({ length: 10 }, () => once(store, write({ memberId }), work));
  const refused = attempts.map((attempt) =>
    attempt.then(
      () => null,
      (error: AppError) => error,
    ),
  );
  const first = await Promise.race(refused);
  expect(first).toMatchObject({ code: "conflict", retryAfter: 1 });
  finish();
  const outcomes = await Promise.all(refused);
  expect(times).toBe(1);
  expect(outcomes.filter((error) => error === null)).toHaveLength(1);
});

it("keeps no refusal: the same key may try again", async () => {
  const memberId = newId();
  await expect(
    once(store, write({ memberId }), async () => Promise.reject(new AppError("not_enough_credits"))),
  ).rejects.toMatchObject({ code: "not_enough_credits" });
  expect(await once(store, write({ memberId }), async () => answer)).toMatchObject({ repeated: false });
});

it("takes a key over from a request that was cut off a minute ago, and forgets answers after a day", async () => {
  const memberId = newId();
  const { claimed } = await store.claim(memberId, "key-of-a-test", "hash", 0);
  expect(claimed).toBe(true);
  expect((await store.claim(memberId, "key-of-a-test", "hash", 59_000)).claimed).toBe(false);
  expect((await store.claim(memberId, "key-of-a-test", "hash", 61_000)).claimed).toBe(true);
  await store.keep(memberId, "key-of-a-test", 200, "{}");
  expect((await store.claim(memberId, "key-of-a-test", "hash", 23 * HOUR)).claimed).toBe(false);
  expect((await store.claim(memberId, "key-of-a-test", "hash", 25 * HOUR)).claimed).toBe(true);
});

it("purges what is a day old", async () => {
  const memberId = newId();
  await store.claim(memberId, "old-enough", "hash", 0);
  await store.claim(memberId, "not-old-enough", "hash", 2 * HOUR);
  await store.purge(25 * HOUR);
  const { results } = await env.DB.prepare("SELECT key FROM idempotency WHERE account_id = ?").bind(memberId).all();
  expect(results).toEqual([{ key: "not-old-enough" }]);
});

it("refuses keys that are none", async () => {
  for (const key of ["", "short", "with space in it", "ü".repeat(10), "x".repeat(201)]) {
    await expect(
      once(store, write({ key }), async () => answer),
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

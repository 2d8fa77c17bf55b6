import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createCallLimits } from "./call-limits.ts";
import { newId } from "./ids.ts";
import { createLimits, type Limits } from "./limits.ts";
import type { LimitRow } from "./limits-rows.ts";
import { LIMITS, type LimitName } from "./limits-table.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const counters = createLimits(env.LIMITS, "test only");
const COUNTED = (Object.entries(LIMITS) as [LimitName, LimitRow][]).filter(
  ([, { counted }]) => counted === "before" || counted === "after",
);
const work: Promise<unknown>[] = [];
const after = (one: Promise<unknown>) => void work.push(one);
const done = () => Promise.all(work.splice(0));

/** Also of a sampled row, each call is counted. */
const each = () => 0;

const saying = (hit: Limits["hit"]): Limits => ({ ...counters, hit });
const always = saying(async () => ({ allowed: true, retryAfterMs: 0 }));

const visitor = () => ({ member: null, network: newId() });
const member = (network = newId()) => ({ member: newId(), network });
const callerOf = ({ of, key }: LimitRow) => (of === "members" || key.includes("{member}") ? member() : visitor());
const refusal = (admitted: Promise<void>) =>
  admitted.then(
    () => null,
    (error) => ({ code: error.code, retryAfter: error.retryAfter }),
  );

test.each(COUNTED)("%s lets through as many as it says in its shortest window, then says when there is room", async (_, row) => {
  const [{ limit, windowMs }] = row.windows as [LimitRow["windows"][0]];
  const calls = createCallLimits(always, after);
  const caller = callerOf(row);
  const call = row.calls.find((one) => COUNTED.filter(([, other]) => other.calls.includes(one)).length === 1) ?? row.calls[0];
  for (let n = 0; n < limit; n++) await calls.admit(call ?? "", caller, NOW + n);
  expect(calls.isFull(call ?? "", callerOf(row), NOW + limit)).toBe(false);
  expect(calls.isFull(call ?? "", caller, NOW + limit)).toBe(true);
  expect(calls.isFull(call ?? "", caller, NOW + windowMs)).toBe(false);
  const wait = Math.ceil((windowMs - limit) / 1000);
  expect(await refusal(calls.admit(call ?? "", caller, NOW + limit))).toEqual({ code: "too_many_requests", retryAfter: wait });
  expect(await refusal(calls.admit(call ?? "", callerOf(row), NOW + limit))).toBeNull();
  expect(await refusal(calls.admit(call ?? "", caller, NOW + windowMs))).toBeNull();
  await done();
});

test.each(COUNTED)("%s heeds a counter that other isolates have filled", async (_, row) => {
  let asked = 0;
  const full = saying(async () => {
    asked++;
    return { allowed: false, retryAfterMs: 90_000 };
  });
  const calls = createCallLimits(full, after, each);
  const caller = callerOf(row);
  const [call = ""] = row.calls;
  const first = await refusal(calls.admit(call, caller, NOW));
  await done();
  // `before` refuses this call; `after` admits it and refuses the next one.
  expect(first).toEqual(row.counted === "after" ? null : { code: "too_many_requests", retryAfter: 90 });
  const before = asked;
  expect(before).toBeGreaterThan(0);
  // The cache keeps the end time: one second later the wait is one second shorter.
  expect(await refusal(calls.admit(call, caller, NOW + 1000))).toEqual({ code: "too_many_requests", retryAfter: 89 });
  expect(asked, "a flood that is refused costs no object").toBe(before);
});

test("reads do not wait for the counter", async () => {
  const never = saying(() => new Promise(() => {}));
  const calls = createCallLimits(never, () => {});
  await calls.admit("member", member(), NOW);
  await calls.admit("members", visitor(), NOW);
});

test("a call that is admitted before it is made is counted once by each row", async () => {
  const keys: string[] = [];
  const noting = saying(async (key) => {
    keys.push(key);
    return { allowed: true, retryAfterMs: 0 };
  });
  const calls = createCallLimits(noting, after, each);
  const caller = member();
  await calls.admit("block", caller, NOW, "before");
  await calls.admit("block", caller, NOW, "after");
  await calls.admit("readChat", caller, NOW, "before");
  await calls.admit("readChat", caller, NOW, "after");
  await done();
  expect(keys).toEqual([`blocks ${caller.member}`, `chat writes ${caller.member}`]);
});

test("a sampled row asks its counter for one call of as many, which stands for all", async () => {
  const { windows, sampled } = LIMITS.memberProfiles;
  const [{ limit }] = windows;
  const asked: number[] = [];
  const noting = saying((key, limits, now, calls) => {
    asked.push(calls ?? 1);
    return counters.hit(key, limits, now, calls);
  });
  let calls = 0;
  const random = () => (calls++ % sampled) / sampled;
  const [one, other] = [createCallLimits(noting, after, random), createCallLimits(noting, after, random)];
  const reader = member();
  for (let n = 0; n < limit; n++) await (n % 2 ? one : other).admit("member", reader, NOW);
  await done();
  expect(asked).toEqual(Array(limit / sampled).fill(sampled));
  // The next call that is counted finds the window full.
  await one.admit("member", reader, NOW);
  await done();
  expect(await refusal(one.admit("member", reader, NOW))).toMatchObject({ code: "too_many_requests", retryAfter: 3600 });
});

test("calls pass when the counter fails", async () => {
  const broken = saying(async () => Promise.reject(new Error("overloaded")));
  const calls = createCallLimits(broken, after);
  for (const [, row] of COUNTED) expect(await refusal(calls.admit(row.calls[0] ?? "", callerOf(row), NOW))).toBeNull();
  await done();
});

test("members are counted by themselves, visitors by their network; two isolates count together", async () => {
  const network = newId();
  const [one, other] = [createCallLimits(counters, after), createCallLimits(counters, after)];
  const { limit } = LIMITS.discountCodes.windows[0];
  for (let n = 0; n < limit; n++) await (n % 2 ? one : other).admit("discountcode", { member: null, network }, NOW);
  expect(await refusal(one.admit("discountcode", { member: null, network }, NOW))).toMatchObject({ retryAfter: 3600 });
  expect(await refusal(one.admit("discountcode", visitor(), NOW))).toBeNull();
  const shared = createCallLimits(always, after);
  const readers = [member(network), member(network)];
  for (let n = 0; n < LIMITS.memberProfiles.windows[0].limit; n++)
    for (const reader of readers) await shared.admit("member", reader, NOW);
  for (const reader of readers) expect(await refusal(shared.admit("member", reader, NOW))).not.toBeNull();
  expect(await refusal(shared.admit("member", { member: null, network }, NOW))).toBeNull();
});

test("a call without a limit row is not counted", async () => {
  const calls = createCallLimits(
    saying(() => expect.unreachable()),
    after,
  );
  await calls.admit("settings", visitor(), NOW);
  // A missing session gives 401, not 429.
  await calls.admit("block", visitor(), NOW);
});

import { expect, test } from "vitest";
import { CALLS } from "#worker/server/calls.ts";
import { billOf, limitsOf, type Prices, sumOf, usedInMonth } from "./costs/bill.ts";
import measured from "./costs/measured.json" with { type: "json" };
import prices from "./costs/prices.json" with { type: "json" };
import { actsOfDay, LATER, LINES, LOOKS, type Measured, RARE, sumOfDay, TASKS } from "./costs/usage.ts";

const MEASURED: Measured = measured;
const PRICES: Prices = prices;
const BIG = { members: 10_000_000, daily: 1_000_000, months: 12 };

test("a day is the sum of its acts, and each of them was counted", () => {
  const acts = Object.entries(actsOfDay(MEASURED)) as [keyof Measured["acts"], number][];
  expect(acts.length).toBe(Object.keys(MEASURED.acts).length);
  const { requests, rowsRead } = sumOfDay(MEASURED);
  expect(requests).toBeCloseTo(acts.reduce((sum, [, times]) => sum + times, 0));
  expect(rowsRead).toBeCloseTo(acts.reduce((sum, [act, times]) => sum + times * MEASURED.acts[act].rowsRead, 0));
  for (const [act] of acts)
    for (const [name, value] of Object.entries(MEASURED.acts[act])) expect(value, `${act} ${name}`).toBeGreaterThanOrEqual(0);
});

test("each call that writes is in a line of the day, or in the list of rare ones", () => {
  const writing = Object.entries(CALLS).flatMap(([name, { method }]) => (method === "GET" ? [] : [name]));
  expect([...Object.keys(LINES), ...RARE].sort()).toEqual(writing.sort());
  for (const act of Object.values(LINES)) expect(MEASURED.acts[act].rowsWritten, act).toBeGreaterThan(0);
  expect(MEASURED.acts.activity.rowsWritten).toBeGreaterThan(0);
});

test("each task of the cron has its acts or is rare, and what it writes later for an act is in the day", () => {
  const named = Object.values(TASKS).flatMap((acts) => (acts === "rare" ? [] : acts));
  expect([...named, ...Object.values(LOOKS)]).toEqual(expect.arrayContaining(Object.keys(LATER)));
  expect(MEASURED.cron.rowsRead).toBeGreaterThan(0);
  const acts = Object.entries(actsOfDay(MEASURED)) as [keyof Measured["acts"], number][];
  const at = acts.reduce((sum, [act, times]) => sum + times * (MEASURED.acts[act].rowsWritten + (LATER[act] ?? 0)), 0);
  expect(sumOfDay(MEASURED).rowsWritten).toBeCloseTo(at);
});

test("a mail writes its news, its row and what the queue does, and a month has the runs of the cron", () => {
  expect(MEASURED.acts.mail.rowsWritten).toBeGreaterThan(5);
  expect(MEASURED.acts.mail.queued).toBe(1);
  const nobody = usedInMonth(MEASURED, { members: 1, daily: 0, months: 1 });
  expect(nobody.rowsRead * 1e6).toBeCloseTo(43_200 * MEASURED.cron.rowsRead);
});

test("usage within the plan costs nothing, and usage beyond it costs in proportion", () => {
  const tiny = billOf(MEASURED, PRICES, { members: 10, daily: 1, months: 1 });
  expect(sumOf(tiny)).toBe(PRICES.plan);
  const used = usedInMonth(MEASURED, BIG);
  const { included, each, label } = PRICES.prices.rowsWritten;
  const line = billOf(MEASURED, PRICES, BIG).find((one) => one.label === label);
  expect(line?.usd).toBeCloseTo((used.rowsWritten - included) * each);
  const twice = usedInMonth(MEASURED, { ...BIG, daily: 2 * BIG.daily });
  const cron = usedInMonth(MEASURED, { ...BIG, daily: 0 }).requests;
  expect(twice.requests - cron).toBeCloseTo(2 * (used.requests - cron));
});

test("a message writes rows, a photo is read from R2 and a socket calls an object: the counters see each", () => {
  const { messageAway, photo, connect, upload, members } = MEASURED.acts;
  expect(messageAway.rowsWritten).toBeGreaterThan(0);
  expect(photo.r2Reads).toBeGreaterThan(0);
  expect(connect.objects).toBeGreaterThan(0);
  expect(upload.r2Writes).toBeGreaterThan(0);
  expect(upload.images).toBeGreaterThan(0);
  expect(members.rowsRead).toBeGreaterThan(0);
});

test("a database holds no year of twenty million messages a day", () => {
  const limits = limitsOf(MEASURED, BIG, { messages: 300 });
  const of = (part: string) => limits.find(({ what }) => what.includes(part))?.needed ?? 0;
  expect(of("bytes of one database")).toBeGreaterThan(90);
  expect(of("messages a second")).toBeGreaterThan(1);
  for (const { needed } of limitsOf(MEASURED, { members: 1000, daily: 100, months: 1 }, { messages: 300 }))
    expect(needed).toBe(1);
});

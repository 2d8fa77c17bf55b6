import { describe, expect, test } from "vitest";
import { HOUR, utcDay } from "#worker/platform/durations.ts";
import type { Exchange } from "./answer-times.store.ts";
import { createAnswerTimes, shownFrom, usualAnswerTime } from "./answer-times.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const TODAY = utcDay(NOW);

/** Written as `them 50, me 26`: hours before now. */
function exchange(messages: string, more: Partial<Exchange> = {}): Exchange {
  const lines = messages.split(", ").map((line) => line.split(" ") as [string, string]);
  return {
    messages: lines.map(([who, hours]) => ({ own: who === "me", at: NOW - Number(hours) * HOUR })),
    whole: true,
    waits: lines.at(-1)?.[0] === "them",
    ...more,
  };
}
const hoursOf = (...exchanges: Exchange[]) => {
  const usual = usualAnswerTime(exchanges, NOW);
  return usual === null ? null : usual / HOUR;
};
const answeredIn = (hours: number) => exchange(`them ${hours + 1}, me 1`);
const four = [1, 2, 30, 40].map(answeredIn);

describe("the usual time to answer", () => {
  test("is told from five conversations on", () => {
    expect(hoursOf(...four)).toBeNull();
    expect(hoursOf(...four, exchange("me 2"))).toBeNull();
    expect(hoursOf(...four, answeredIn(24))).toBe(24);
  });

  test("is a median over conversations, in which one of a hundred messages counts once", () => {
    const lively = exchange("them 9, me 8.9, them 8, me 7.9, them 7, me 6.9, them 6, me 5.9");
    const slow = [30, 31, 32, 33].map(answeredIn);
    expect(hoursOf(lively, ...slow)).toBe(31);
    expect(hoursOf(answeredIn(1), ...slow, answeredIn(2))).toBe(30.5);
  });

  test("begins with the first of several messages that wait", () => {
    expect(hoursOf(exchange("them 31, them 3, me 1"), ...[30, 30, 30, 30].map(answeredIn))).toBe(30);
    expect(hoursOf(exchange("me 90, them 31, them 3, me 1"), ...[20, 20, 40, 40].map(answeredIn))).toBe(30);
  });

  test("leaves out an answer whose question is no longer read, or of more than 30 days ago", () => {
    expect(hoursOf(...four, exchange("them 2, me 1", { whole: false }))).toBeNull();
    expect(hoursOf(...four, exchange("them 9, me 8, them 7, me 1", { whole: false }))).toBe(6);
    expect(hoursOf(...four, exchange(`them ${31 * 24 + 1}, me ${31 * 24}`))).toBeNull();
  });

  test("counts who waits for more than a day, and nobody who has waited for less", () => {
    expect(hoursOf(...[1, 1, 1, 1].map(answeredIn), exchange("them 23"))).toBeNull();
    const left = [50, 60, 70].map((hours) => exchange(`them ${hours}`));
    expect(hoursOf(answeredIn(1), answeredIn(1), ...left)).toBe(50);
  });

  test("is not made longer by chats in which no answer is possible", () => {
    const ended = exchange("them 200, me 199, them 100", { waits: false });
    expect(hoursOf(...four, ended)).toBe(2);
    expect(hoursOf(...four, exchange("them 100", { waits: false }))).toBeNull();
  });
});

describe("the days on which it is shown", () => {
  const none = { answersFrom: 0, answersUntil: 0 };
  const isShown = ({ answersFrom, answersUntil }: typeof none, day: number) => answersFrom <= day && day < answersUntil;

  test("begin and end at midnight, never on the day of the visit", () => {
    const begun = shownFrom(none, true, TODAY) ?? expect.unreachable();
    expect([isShown(begun, TODAY), isShown(begun, TODAY + 1), isShown(begun, TODAY + 3), isShown(begun, TODAY + 4)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const ended = shownFrom(begun, false, TODAY + 2) ?? expect.unreachable();
    expect([isShown(ended, TODAY + 2), isShown(ended, TODAY + 3)]).toEqual([true, false]);
    const undone = shownFrom(begun, false, TODAY) ?? expect.unreachable();
    expect([isShown(undone, TODAY), isShown(undone, TODAY + 1)]).toEqual([false, false]);
  });

  test("are written anew from the second day on, without a gap for who comes every other day", () => {
    const begun = shownFrom(none, true, TODAY) ?? expect.unreachable();
    const writes = [0, 1, 2, 3].map((day) => shownFrom(begun, true, TODAY + day));
    expect(writes.map((write) => write !== null)).toEqual([false, false, true, true]);
    expect(writes[2]).toEqual({ answersFrom: begun.answersFrom, answersUntil: TODAY + 6 });
    expect(shownFrom(none, false, TODAY)).toBeNull();
  });
});

test("fictional profiles and members who switched it off are neither read nor written", async () => {
  const calls: unknown[] = [];
  const { check } = createAnswerTimes({
    store: {
      exchanges: async () => {
        calls.push("read");
        return [1, 2, 3, 4, 5].map(answeredIn);
      },
      show: async (id, shown) => void calls.push([id, shown]),
    },
  });
  const member = (fictional: boolean, showAnswers: boolean) =>
    ({ id: "anna", profile: { fictional, answersFrom: 0, answersUntil: 0 }, preferences: { showAnswers } }) as never;
  await check(member(true, true), NOW);
  await check(member(false, false), NOW);
  expect(calls).toEqual([]);
  await check(member(false, true), NOW);
  expect(calls).toEqual(["read", ["anna", { answersFrom: TODAY + 1, answersUntil: TODAY + 4 }]]);
});

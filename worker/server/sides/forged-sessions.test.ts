import { expect, test } from "vitest";
import { HOUR } from "#worker/platform/durations.ts";
import { createForgedSessions } from "./forged-sessions.ts";

test("a network with twenty forged sessions in an hour is known, others are not, and after the hour it is not either", () => {
  const forged = createForgedSessions();
  for (let n = 0; n < 19; n++) forged.note("one", 1000 + n);
  expect(forged.isFrom("one", 2000)).toBe(false);
  forged.note("one", 2000);
  expect(forged.isFrom("one", 2000)).toBe(true);
  expect(forged.isFrom("other", 2000)).toBe(false);
  expect(forged.isFrom("one", 1000 + HOUR)).toBe(false);
  forged.note("one", 1000 + HOUR);
  expect(forged.isFrom("one", 1000 + HOUR)).toBe(false);
});

test("networks that come later push out the earliest", () => {
  const forged = createForgedSessions();
  for (let n = 0; n < 20; n++) forged.note("first", 1000);
  for (let n = 0; n < 1000; n++) forged.note(`network ${n}`, 1000);
  expect(forged.isFrom("first", 1000)).toBe(false);
  for (let n = 1; n < 20; n++) forged.note("network 999", 1000);
  expect(forged.isFrom("network 999", 1000)).toBe(true);
});

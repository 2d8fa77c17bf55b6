import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { bounce } from "./bounce.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("a visitor's page with the mark is sent to its time, with the headers of every page", async () => {
  const { status, headers } = await answerAt(bounce, "/pricing?lb", { edge: { now: () => 36 ** 7 } });
  expect([status, headers.get("location")]).toEqual([302, "/pricing?lb=10000000"]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(lines).toEqual([expect.stringContaining('"page opened"')]);
});

test("a page without the mark goes on", async () => {
  expect((await answerAt(bounce, "/pricing?lbs=1")).text).toBe(NEXT);
  expect(lines).toEqual([]);
});

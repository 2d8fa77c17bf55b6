import { expect, test } from "vitest";
import type { Call } from "#worker/platform/call.ts";
import type { LimitRow } from "#worker/platform/limits-rows.ts";
import { LIMITS } from "#worker/platform/limits-table.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { BEFORE_UPLOAD } from "./before-upload.ts";

const uploads = Object.entries<Call>(CALLS).filter(([, { multipart }]) => multipart);
const counting = (name: string) =>
  Object.values<LimitRow>(LIMITS).filter(({ calls, counted }) => counted === "before" && calls.includes(name as CallName));

test("each call with an upload says what can refuse it before its body is read, and is counted before", () => {
  expect(uploads.length).toBeGreaterThan(5);
  const unasked = Object.entries(BEFORE_UPLOAD).filter(([, question]) => question === null);
  expect(unasked.map(([name]) => name).sort()).toEqual(["pictureNotice", "reportCall"]);
  expect(Object.keys(BEFORE_UPLOAD).sort()).toEqual(uploads.map(([name]) => name).sort());
  const uncounted = uploads.filter(([name]) => counting(name).length === 0);
  expect(uncounted.map(([name]) => name)).toEqual([]);
});

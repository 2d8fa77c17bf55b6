import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { STAFF_CALLS } from "#worker/server/staff/calls.ts";
import { noStaffPages } from "./no-staff-pages.ts";

const requests: string[] = [];
const step = noStaffPages(async ({ url }) => {
  requests.push(new URL(url).pathname);
  return new Response("unknown address", { status: 404 });
});

test("paths of the staff pages get the page of an unknown address", async () => {
  for (const path of ["/staff", "/staff/work", "/STAFF/login", "/staff.rsc"]) {
    const { status, text } = await answerAt(step, path);
    expect([path, status, text]).toEqual([path, 404, "unknown address"]);
  }
  expect(new Set(requests)).toEqual(new Set(["/-/-"]));
});

test("a form sent to them reaches no page", async () => {
  requests.length = 0;
  const { status, text } = await answerAt(step, "/staff/login", { method: "POST", body: "a" });
  expect([status, text, requests]).toEqual([404, expect.stringContaining("errors.not_found"), []]);
});

test("calls of staff are unknown by each method", async () => {
  const paths = new Set(Object.values(STAFF_CALLS).map(({ path }) => path));
  expect(paths.size).toBeGreaterThan(50);
  for (const path of paths)
    for (const method of ["GET", "POST"])
      expect([path, method, (await answerAt(step, path, { method })).status]).toEqual([path, method, 404]);
});

test("other paths that begin like them go on", async () => {
  expect((await answerAt(step, "/staffing")).text).toBe(NEXT);
});

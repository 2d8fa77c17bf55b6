import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
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

test("other paths that begin like them go on", async () => {
  expect((await answerAt(step, "/staffing")).text).toBe(NEXT);
});

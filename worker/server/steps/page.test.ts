import { expect, test } from "vitest";
import { answerAt } from "#tests/setup/step.ts";
import { page } from "./page.ts";

test("a page is answered with the headers of every page", async () => {
  const step = page(async () => new Response("a page", { headers: { "content-type": "text/html" } }), null);
  const { status, text, headers } = await answerAt(step, "/members");
  expect([status, text]).toEqual([200, "a page"]);
  expect(headers.get("content-security-policy")).toContain("nonce-nonce");
  expect(headers.get("cache-control")).toMatch(/^private/);
});

test("a refused form sets the page's status", async () => {
  const step = page(async () => new Response("the form again"), null);
  expect((await answerAt(step, "/login", { edge: { status: 422 } })).status).toBe(422);
});

import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerAt } from "#tests/setup/step.ts";
import { AppError } from "#worker/platform/errors.ts";
import { pageFailed } from "./page-failed.ts";
import type { Step, Steps } from "./step.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const throwing =
  (error: Error): Step =>
  () =>
    Promise.reject(error);

test("a refusal becomes a page in the visitor's language", async () => {
  const { status, text } = await answerAt(throwing(new AppError("not_found")), "/members/x");
  expect([status, text]).toEqual([404, expect.stringContaining("errors.not_found")]);
});

test("another member than the page's gets the page that says so", async () => {
  const requests: string[] = [];
  const fetchPage = async ({ url }: Request) => {
    requests.push(new URL(url).pathname);
    return new Response("other member");
  };
  const { status, text } = await answerAt(throwing(new AppError("other_member")), "/chats", { fetchPage });
  expect([status, text, requests]).toEqual([409, "other member", ["/other-member"]]);
});

test("an upload that is too large leads back to its form", async () => {
  const edge = { session: { memberId: "anna" } as never };
  const { status, headers } = await answerAt(throwing(new AppError("too_large")), "/profile", {
    edge,
    method: "POST",
    body: "a",
  });
  expect([status, headers.get("location")]).toEqual([303, "/profile?photo=too_large#upload"]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a fault of ours is logged with the request's id, and shows nothing of its cause", async () => {
  const { status, text } = await answerAt(throwing(new Error("a secret")), "/members");
  expect([status, text]).toEqual([500, expect.stringContaining("error.itself")]);
  expect(text).not.toContain("a secret");
  expect(lines).toEqual([expect.stringContaining('"request":"request"')]);
});

test("without a site the runtime reports the fault", async () => {
  const app = new Hono<Steps>();
  app.use(throwing(new Error("no site")));
  app.onError(pageFailed(async () => new Response()));
  await expect(app.request("/")).rejects.toThrow("no site");
});

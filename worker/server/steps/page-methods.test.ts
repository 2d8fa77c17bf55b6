import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { pageMethods } from "./page-methods.ts";

const ask = (method: string, path: string) => answerAt(pageMethods, path, { method });

test("pages are read and take forms, their data is read", async () => {
  for (const [method, path] of [
    ["GET", "/members"],
    ["POST", "/members"],
    ["GET", "/members.rsc"],
  ] as const)
    expect([method, path, (await ask(method, path)).text]).toEqual([method, path, NEXT]);
});

test("another method is refused and told what goes", async () => {
  for (const [method, path, allow] of [
    ["PUT", "/members", "GET, HEAD, OPTIONS, POST"],
    ["DELETE", "/members", "GET, HEAD, OPTIONS, POST"],
    ["POST", "/members.rsc", "GET, HEAD, OPTIONS"],
  ] as const) {
    const { status, headers } = await ask(method, path);
    expect([method, path, status, headers.get("allow")]).toEqual([method, path, 405, allow]);
  }
  const options = await ask("OPTIONS", "/members");
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
});

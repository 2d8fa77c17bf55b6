import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { devPages } from "./dev-pages.ts";

test("a developer's machine shows its mails", async () => {
  const { status, text, headers } = await answerAt(devPages, "/dev/mail.json", { env });
  expect([status, JSON.parse(text), headers.get("cache-control")]).toEqual([200, [], "no-store"]);
  expect((await answerAt(devPages, "/dev/nothing", { env })).status).toBe(404);
});

test("the page of components and other paths go on", async () => {
  for (const path of ["/dev/ui", "/dev/ui.rsc", "/dev", "/developers/mail.json"])
    expect([path, (await answerAt(devPages, path, { env })).text]).toEqual([path, NEXT]);
  expect((await answerAt(devPages, "/dev/uis", { env })).status).toBe(404);
});

import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { authorHeaders, isRefused, watchRefused } from "./author.ts";

const SENDS = /\bfetch\(|\bfetch,|sendBeacon|new XMLHttpRequest|new WebSocket|new EventSource/;
/** Their requests are made, or read, by a file that names the author; a style sheet has none. */
const ELSEWHERE: Record<string, string> = {
  "app/features/messaging/chat/local-drafts.client.ts": "app/live/client.ts",
  "app/features/discovery/photos/upload.client.ts": "app/live/client.ts",
  "app/features/discovery/photos/add-photos.client.tsx": "a style sheet",
  "app/page/retrying-fetch.ts": "app/page/page.ts",
  "app/page/sent-forms.ts": "app/page/page.ts",
  "app/ui/failed-submit.ts": "app/page/page.ts",
};

afterEach(() => void vi.unstubAllGlobals());

test("every request of the browser names the member for whom its page was made", () => {
  const files = globSync(["app/**/*.client.ts", "app/**/*.client.tsx", "app/{live,page,ui}/*.{ts,tsx}"]);
  const sending = files.filter((file) => !/\.test\./.test(file) && SENDS.test(readFileSync(file, "utf8")));
  expect(sending.length).toBeGreaterThan(10);
  const unnamed = sending.filter((file) => !readFileSync(file, "utf8").includes("authorHeaders()"));
  expect(unnamed.sort()).toEqual(Object.keys(ELSEWHERE).sort());
});

test("a page names its member or a visitor", () => {
  vi.stubGlobal("document", { body: { dataset: { author: "anna" } } });
  expect(authorHeaders()).toEqual({ "x-author": "anna" });
  vi.stubGlobal("document", { body: { dataset: {} } });
  expect(authorHeaders()).toEqual({ "x-author": "-" });
});

test("a refusal of another author is told with its words, and no other answer is one", () => {
  const reported: string[] = [];
  watchRefused((message) => reported.push(message));
  const refusal = () => new Response("", { status: 409, headers: { "x-author": encodeURIComponent("Je bent nu Bén.") } });
  expect([isRefused(new Response("", { status: 409 })), isRefused(refusal())]).toEqual([false, true]);
  expect(reported).toEqual(["Je bent nu Bén."]);
});

import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { sharedFiles } from "./shared-files.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function ask(path: string, changed: Partial<Edge["domain"]> = {}) {
  const found = await servicesOf(env).domainsStore.findByHost("localhost");
  const domain = { ...found, ...changed } as Edge["domain"];
  const edge = { domain, at: 0, answer: new Headers({ "set-cookie": "source=a" }) };
  return answerAt(sharedFiles, path, { env, edge });
}

test("files of the site carry no cookie", async () => {
  for (const path of ["/manifest.webmanifest", "/robots.txt", "/icons/none.png", "/brand/none"]) {
    const { status, text, headers } = await ask(path);
    expect([path, status < 500, text === NEXT, headers.get("set-cookie")]).toEqual([path, true, false, null]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("a preview's robots.txt keeps search engines away", async () => {
  expect((await ask("/robots.txt")).text).not.toBe((await ask("/robots.txt", { previewUntil: 1 })).text);
});

test("other paths go on", async () => {
  expect((await ask("/members")).text).toBe(NEXT);
});

test("a file that cannot be read is reported, and no page answers instead", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(servicesOf(env).domainsStore, "findIcon").mockRejectedValue(new Error("a secret"));
  const { status, text } = await ask("/favicon.ico");
  expect([status, text]).toEqual([500, expect.stringContaining("An error occured")]);
  expect(text).not.toContain("a secret");
});

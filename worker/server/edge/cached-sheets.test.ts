import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { createSheets } from "#worker/platform/sheets.ts";
import { createWorker } from "#worker/server/worker.ts";
import { createCachedPages } from "./cached-pages.ts";
import { createSharedPages } from "./shared-pages.ts";

const SHEETS = createSheets({ rules: [".shown{top:0}"], sheets: { "/assets/sheet-aaaaaaaa.css": [0] } });
const STYLED =
  '<html><head><link rel="stylesheet" href="/assets/sheet-aaaaaaaa.css" data-precedence="x"/></head><body></body></html>';

async function ask(isolate: ReturnType<typeof createWorker>, cookie = "") {
  const execution = createExecutionContext();
  const request = new Request("http://localhost/imprint", { headers: { cookie } });
  const answer = await isolate.fetch(request as never, env, execution);
  const html = await answer.text();
  await waitOnExecutionContext(execution);
  return { html, headers: answer.headers, cookies: answer.headers.getSetCookie() };
}

test("one cached page serves browsers with its style sheets and those without, in each isolate", async () => {
  const html = { "content-type": "text/html; charset=utf-8" };
  const fetchPage = vi.fn(async () => new Response(STYLED, { headers: html }));
  const isolate = () => createWorker(fetchPage, createCachedPages(createSharedPages(), SHEETS));
  const first = await ask(isolate());
  const held = first.cookies.find((line) => line.startsWith("sheets="))?.split(";")[0] ?? "";
  expect(held).toBe("sheets=aaaaaaaa");
  const same = isolate();
  for (const one of [same, same, isolate()]) {
    const [later, other] = [await ask(one, held), await ask(one, "sheets=zzzzzzzz")];
    for (const { html, headers } of [first, other]) {
      const nonce = /<style nonce="([^"]+)"[^>]*>\.shown\{top:0\}<\/style>/.exec(html)?.[1];
      expect(headers.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}'`);
    }
    expect([later.html, later.cookies]).toEqual([STYLED, []]);
    expect(later.headers.get("etag")).not.toBe(first.headers.get("etag"));
  }
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

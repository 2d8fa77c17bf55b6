import { expect, test } from "vitest";
import { isPersonsView } from "./persons-view.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1";

const view = (headers: Record<string, string>, { method = "GET", status = 200 } = {}) =>
  isPersonsView(new Request("https://example.com/", { method, headers: { "user-agent": PHONE, ...headers } }), status);

test("a document in a browser is a view, also one that the browser has already", () => {
  expect([view({}), view({}, { status: 304 }), view({ "sec-fetch-dest": "document" })]).toEqual([true, true, true]);
});

test("a phone whose maker's name ends like a program's is a person's", () => {
  const agent =
    "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
  expect(view({ "user-agent": agent })).toBe(true);
});

test.each([
  "",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36",
  "curl/8.5.0",
  "Mozilla/5.0",
])("a program that says so is no view: %s", (agent) => {
  expect(view({ "user-agent": agent })).toBe(false);
});

test("a prefetch, a script's request, a form and a refusal are no views", () => {
  expect(view({ "sec-purpose": "prefetch;prerender" })).toBe(false);
  expect(view({ "sec-fetch-dest": "empty" })).toBe(false);
  expect(view({}, { method: "POST" })).toBe(false);
  expect([302, 404, 503].map((status) => view({}, { status }))).toEqual([false, false, false]);
});

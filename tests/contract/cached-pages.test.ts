import { describe, expect, it } from "vitest";
import { PAGES, PAGES_OF_CALLS } from "#worker/server/edge/public-page.ts";
import type { Answer } from "./http.ts";
import { Person, SIDES, type Side } from "./person.ts";
import { inStore } from "./served-store.ts";

/** A cookie of former members: for its visitor each page is made anew. */
const NEVER_CACHED = "zone=Europe%2FParis";

const isCached = ({ headers }: Answer) => /^kept;desc="(?:memory|cache)", /.test(String(headers["server-timing"]));
const nonceOf = ({ headers }: Answer) => /'nonce-([\w-]{22})'/.exec(String(headers["content-security-policy"]))?.[1] ?? "none";
const keyOf = ({ text }: Answer) => /name="signup_key" value="([0-9a-z]{20})"/.exec(text)?.[1];
/** But for the one that names the style sheets in the page, which are equal for all visitors. */
const cookiesIn = ({ headers }: Answer) => [headers["set-cookie"] ?? []].flat().filter((line) => !line.startsWith("sheets="));
/** Without the values of one answer. */
const shown = (answer: Answer) => answer.text.replaceAll(nonceOf(answer), "").replaceAll(keyOf(answer) ?? "no key", "");

function get(side: Side, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Person(side).request("GET", path, undefined, headers);
}

describe.each(SIDES)("cached pages: %s", (side) => {
  const paths = side === "local" ? [...PAGES, ...PAGES_OF_CALLS] : PAGES;

  it.each(paths)("%s is equal to the page made anew for somebody else, but for nonce and form key", async (path) => {
    await get(side, path);
    const [one, two] = [await get(side, path), await get(side, path, { "user-agent": "another", "accept-language": "fr" })];
    const anew = await get(side, path, { cookie: NEVER_CACHED, "user-agent": "a third", dnt: "1", "save-data": "on" });
    expect([isCached(one), isCached(two), isCached(anew)]).toEqual([true, true, false]);
    expect([one.status, anew.status]).toEqual([200, 200]);
    expect(shown(one)).toBe(shown(anew));
    expect(shown(two)).toBe(shown(anew));
    const answers = [one, two, anew];
    expect(new Set(answers.map(nonceOf)).size).toBe(3);
    for (const answer of answers)
      for (const [tag] of answer.text.matchAll(/<(?:style|script)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonceOf(answer)}"`);
    const keys = answers.flatMap((answer) => keyOf(answer) ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(cookiesIn(one)).toEqual([]);
    expect(one.headers["cache-control"]).toBe("private, no-store");
  });

  it("give nobody another's source, cookie, entry question or language", async () => {
    const tracked = new Person(side);
    const first = await tracked.request("GET", "/?network=cached-pages-spring");
    expect(tracked.cookies.get("source")).toContain("cached-pages-spring");
    const second = await tracked.request("GET", "/");
    for (const answer of [first, second]) {
      expect(isCached(answer)).toBe(false);
      expect(answer.text).toContain("cached-pages-spring");
    }
    const dutch = new Person(side);
    dutch.cookies.set("locale", "nl");
    dutch.cookies.set("dismissed", "entry-t0");
    const [own] = [await dutch.request("GET", "/"), await dutch.request("GET", "/")];
    expect([own.text.includes('lang="nl"'), cookiesIn(own).length]).toEqual([true, 1]);
    const plain = [await get(side, "/"), await get(side, "/")];
    for (const answer of plain) {
      const { text } = answer;
      expect(text).not.toContain("cached-pages-spring");
      expect(text).toContain('lang="en"');
      expect(text.includes("entry-title")).toBe(!own.text.includes("entry-title"));
      expect(cookiesIn(answer)).toEqual([]);
    }
  });

  it("are confirmed to a client that has them", async () => {
    const { headers } = await get(side, "/terms");
    const etag = String(headers.etag);
    const same = await get(side, "/terms", { "if-none-match": etag });
    expect([same.status, same.text, same.headers.etag, same.headers["content-security-policy"]]).toEqual([
      304,
      "",
      etag,
      undefined,
    ]);
  });
});

it("a landing page that comes from the cache is counted as a view, and a program's request is not", async () => {
  const path = "/landers/gallery";
  const views = async () => {
    const [rows] = await inStore<{ n: number }>({
      sql: "SELECT coalesce(sum(value), 0) AS n FROM daily_figures WHERE domain_id = 'liaison' AND name = 'views' AND part = ?",
      values: ["gallery"],
    });
    return rows?.[0]?.n ?? 0;
  };
  await get("local", path);
  const before = await views();
  const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const answers = [await get("local", path, browser), await get("local", path, browser)];
  expect(answers.map(isCached)).toEqual([true, true]);
  await expect.poll(views).toBe(before + 2);
  await get("local", path, { "user-agent": "Examplebot/1.0" });
  await get("local", path, browser);
  await expect.poll(views).toBe(before + 3);
});

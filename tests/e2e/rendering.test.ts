import { beforeAll, describe, expect, test } from "vitest";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#db/seed/logins.ts";
import { at, person, useBrowser } from "./browser.ts";
import { port } from "./product.ts";

const VISITED = [
  "/",
  "/login",
  "/signup",
  "/reset-password",
  "/lang-config",
  "/members",
  "/members?country=NL&min_age=30",
  "/no/such/page",
];
const MEMBERS_ONLY = [
  "/members",
  "/swipe-game",
  "/match-finder",
  "/notifications",
  "/likes",
  "/likes/matches",
  "/profile",
  "/settings",
  "/premium",
  "/no/such/page",
];

let cookie = "";

function url(path: string): string {
  return `http://localhost:${port}${path}`;
}

async function load(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url(path), { headers, redirect: "manual" });
  return {
    status: answer.status,
    longWay: answer.headers.get("x-long-way"),
    csp: answer.headers.get("content-security-policy") ?? "",
    html: await answer.text(),
  };
}

/** HTML without React's markers, scripts and values that differ per rendering. */
function comparable(html: string): string[] {
  return html
    .replaceAll(/<script\b.*?<\/script>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/nonce="[^"]*"/g, "nonce")
    .replaceAll(/(?<=name="signup_key" value=")[^"]*/g, "key")
    .split(/(?<=>)/);
}

beforeAll(async () => {
  const answer = await fetch(url("/api/user.php"), {
    method: "POST",
    headers: { "content-type": "application/json", origin: url("") },
    body: JSON.stringify({ email: DEMO_LOGINS[0].email, password: DEMO_PASSWORD }),
  });
  expect(answer.status).toBe(200);
  cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
});

describe.each([
  ["a visitor", VISITED, false],
  ["a member", MEMBERS_ONLY, true],
] as const)("for %s", (_, paths, member) => {
  const headers = (): Record<string, string> => (member ? { cookie } : {});

  test.each(paths)("%s is rendered in one pass, equal to React's rendering of the payload", async (path) => {
    const short = await load(path, headers());
    const long = await load(path, { ...headers(), "x-long-way": "please" });
    expect(short.longWay, "rendered the long way").toBeNull();
    expect(long.longWay).toBe("taken");
    expect(short.status).toBe(long.status);
    expect(short.html.length).toBeGreaterThan(500);
    expect(comparable(short.html)).toEqual(comparable(long.html));
  });

  test.each(paths)("%s has no inline script or style without the nonce of its policy", async (path) => {
    const { html, csp } = await load(path, headers());
    const nonce = /'nonce-([^']+)'/.exec(csp)?.[1];
    expect(csp).not.toContain("unsafe-");
    for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/<[^>]+\s(?:style|on\w+)=/);
  });
});

test.each(["/", "/login", "/signup", "/no/such/page"])("%s sends no script and no payload", async (path) => {
  const { html } = await load(path);
  expect(html).not.toMatch(/<script|modulepreload|__FLIGHT_DATA/);
});

test("a page links an immutable style sheet", async () => {
  const { html } = await load("/");
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1] as string);
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets) {
    const answer = await fetch(url(sheet));
    expect(answer.headers.get("content-type")).toMatch(/^text\/css/);
    expect(answer.headers.get("cache-control")).toContain("immutable");
  }
});

test("a page's redirect is an HTTP redirect without a body", async () => {
  const answer = await fetch(url("/likes"), { redirect: "manual" });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/login?next=%2Flikes");
  expect(await answer.text()).toBe("");
});

describe("in the browser", () => {
  useBrowser();

  test("hydration keeps the page, and a server action renders the next payload whole", async () => {
    const { page, context } = await person();
    await context.addCookies(
      cookie
        .split("; ")
        .map((pair) => ({ name: pair.split("=")[0] ?? "", value: pair.slice(pair.indexOf("=") + 1), url: url("/") })),
    );
    await page.goto(at("/members?country=all"));
    const shown = await page.locator("main li a h2, main li a span").allTextContents();
    expect(shown.length).toBeGreaterThan(24);
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")));
    expect(await page.locator("main li a h2, main li a span").allTextContents()).toEqual(shown);
    expect(await page.locator("title").count()).toBe(1);

    // A server function called by script renders the page from its payload, in another language.
    await page.locator("[popovertarget='language-menu']").click();
    await page.locator("#language-menu button[lang='nl']").click();
    await page.waitForFunction(() => document.documentElement.lang === "nl");
    expect(await page.locator("main li a").count()).toBeGreaterThanOrEqual(24);
    expect(await page.locator("title").count()).toBe(1);
    await context.close();
  });
});

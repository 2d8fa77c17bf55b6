import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import config from "#app/routes.ts";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#demo/logins.ts";
import nl from "#locales/nl.json" with { type: "json" };
import { at, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { port, sql } from "./product.ts";
import { type Route, routes, states } from "./routes.ts";
import { hydrated } from "./steps.ts";

/** Replaced by ids of the store. */
const IDS = { member: ":member", conversation: ":conversation" };
const LOG_IN = { "logged out": /^\/login\?next=/ };
/** Routes of app/routes.ts that the crawl reaches by other means, and a search. */
const MORE: Route[] = [
  { path: "/goodbye", layout: "empty" },
  { path: "/other-member", layout: "default", leads: { ...LOG_IN, free: /^\/members$/ } },
  { path: "/activate", layout: "default", leads: { ...LOG_IN, free: /^\/activate\/done/ } },
  { path: "/transactions/nothing", layout: "default", leads: LOG_IN, status: { free: 404 } },
  { path: "/transactions/nothing/receipt", layout: "default", leads: LOG_IN, status: { free: 404 } },
  { path: `/${"A".repeat(43)}`, layout: "default", status: { "logged out": 404, free: 404 } },
  { path: "/dev/ui", layout: "default" },
  { path: "/members?country=NL&min_age=30", layout: "default" },
];
// Of a chat with an existing conversation the address changes in the browser only.
const TABLE = [...routes(IDS), ...states(), ...MORE].map((route) =>
  route.layout === "chat" && route.leads && !route.status ? { ...route, leads: {} } : route,
);

let cookie = "";
let ids = IDS;

function url(path: string): string {
  return `http://localhost:${port}${path}`;
}

async function load(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url(path), { headers, redirect: "manual" });
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    longWay: answer.headers.get("x-long-way"),
    csp: answer.headers.get("content-security-policy") ?? "",
    html: await answer.text(),
  };
}

const NO_INDEX = '<meta content="noindex" name="robots"/>';

/** HTML without React's markers, scripts and values that differ per rendering. */
function comparable(html: string): string[] {
  const tags = html
    .replaceAll(/<script\b.*?<\/script>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<!--.*?-->/g, "")
    // The text of a sheet, which the rule about its order below takes as one tag.
    .replaceAll(/(<style nonce="[^"]*" data-href="[^>]*>).*?<\/style>/gs, "$1")
    .replaceAll(/nonce="[^"]*"/g, "nonce")
    .replaceAll(/(?<=name="(?:signup_key|complaint_key|client_id|key)" value=")[^"]*/g, "key")
    .split(/(?<=>)/);
  // React puts what it hoists to the head in the order in which it meets it, which differs between the two ways.
  const hoisted = (tag: string) =>
    tag.startsWith('<link rel="preload" as="image"') || tag === NO_INDEX || tag.includes(' data-precedence="part"');
  return [...tags.filter((tag) => !hoisted(tag)), ...tags.filter(hoisted).toSorted()];
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
  const [seeded] = await sql<{ id: string }>(
    "SELECT id FROM profiles WHERE fictional = 1 AND pool = 'liaison' AND country = 'NL' AND gender = 'male' AND status = 'active' LIMIT 1",
  );
  const member = seeded?.id ?? expect.unreachable("no seeded member");
  const sent = await fetch(url("/api/chat.php"), {
    method: "POST",
    headers: { "content-type": "application/json", origin: url(""), cookie },
    body: JSON.stringify({
      profile: member,
      text: "A message\nof two lines",
      client_id: `rendering-${member}`,
      fictional_known: true,
    }),
  });
  expect(sent.status).toBe(201);
  ids = { member, conversation: ((await sent.json()) as { message: { conversation: string } }).message.conversation };
});

test("the table reaches every route of app/routes.ts, but the staff host's", () => {
  const table = matchable(config);
  const reached = TABLE.flatMap(({ path }) => matchRoutes(table, path)?.at(-1)?.route.id ?? []);
  const members = table.filter(({ path }) => path !== "staff");
  expect(members).toHaveLength(table.length - 1);
  const leaves = members.flatMap(({ id, children }) => children?.map((route) => route.id as string) ?? [id as string]);
  expect(leaves.length).toBeGreaterThan(70);
  expect(leaves.filter((id) => !reached.includes(id))).toEqual([]);
});

describe.each(["logged out", "free"] as const)("for a visitor who is %s", (kind) => {
  test("most routes show a page", () => expect(TABLE.filter(({ leads }) => !leads?.[kind]).length).toBeGreaterThan(45));

  test.each(TABLE)("$path is rendered in one pass, equal to React's rendering of the payload", async (route) => {
    const path = route.path.replace(IDS.member, ids.member).replace(IDS.conversation, ids.conversation);
    const headers: Record<string, string> = kind === "free" ? { cookie } : {};
    const short = await load(path, headers);
    const long = await load(path, { ...headers, "x-long-way": "please" });
    const leads = route.leads?.[kind];
    expect([long.status, long.location]).toEqual([short.status, short.location]);
    expect(short.status).toBe(leads ? 302 : (route.status?.[kind] ?? 200));
    if (leads) return expect(short.location).toMatch(leads);
    expect(short.longWay, "rendered the long way").toBeNull();
    expect(long.longWay).toBe("taken");
    expect(short.html.length).toBeGreaterThan(500);
    expect(comparable(short.html)).toEqual(comparable(long.html));
    expectNonces(short);
  });
});

/** No inline script or style without the nonce of the page's policy. */
function expectNonces({ html, csp }: Awaited<ReturnType<typeof load>>): void {
  const nonce = /'nonce-([^']+)'/.exec(csp)?.[1];
  expect(csp).not.toContain("unsafe-");
  for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
  expect(html).not.toMatch(/<[^>]+\s(?:style|on\w+)=/);
}

function matchable(entries: RouteConfigEntry[]): RouteObject[] {
  return entries.map(
    ({ index, path, file, id = file, children }): RouteObject =>
      index ? { index, id } : { path, id, ...(children && { children: matchable(children) }) },
  );
}

test.each(["/", "/signup", "/no/such/page"])("%s sends no script and no payload", async (path) => {
  const { html } = await load(path);
  expect(html).not.toMatch(/<script|modulepreload|__FLIGHT_DATA/);
});

test("/login sends no file of script and no payload, but the offer of passkeys in two kilobytes", async () => {
  const { html } = await load("/login");
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  expect(
    scripts.map(([tag, source = ""]) => [tag.includes("src="), source.includes("conditional"), source.length < 2500]),
  ).toEqual([[false, true, true]]);
  expect(html).not.toMatch(/modulepreload|__FLIGHT_DATA/);
});

test("a page links an immutable style sheet", async () => {
  const { html } = await load("/");
  const sheets = [...html.matchAll(/<link [^>]*rel="stylesheet"[^>]* href="([^"]+)"/g)].map((match) => match[1] as string);
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

  test("a chat loads the font of headings in wide windows only", async () => {
    const { page, context } = await memberPage("Font");
    await context.addCookies([{ name: "dismissed", value: "entry-t0.photo-t0.push-t0", url: at("/") }]);
    const requests: string[] = [];
    page.on("request", (request) => request.resourceType() === "font" && requests.push(new URL(request.url()).pathname));
    const fontsAt = async (width: number) => {
      requests.splice(0);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(at("/members/demo0000000000000002/chat"), { waitUntil: "networkidle" });
      return requests.map((path) => path.replace(/-[\w-]+\./, ".")).sort();
    };
    expect(await fontsAt(390)).toEqual(["/assets/figtree.woff2"]);
    expect(await fontsAt(1280)).toContain("/assets/fraunces.woff2");
  });

  test("hydration keeps the page, and a server action renders the next payload whole", async () => {
    // The language is stored in the account: not in one that others use.
    const { page, context } = await memberPage("Lotte");
    await page.goto(at("/members?country=all"));
    const shown = await page.locator("main li a h2, main li a span").allTextContents();
    expect(shown.length).toBeGreaterThan(24);
    await hydrated(page);
    await expect.poll(() => page.locator("main li a h2, main li a span").allTextContents()).toEqual(shown);
    await expect.poll(() => page.locator("title").count()).toBe(1);

    // A server function called by script renders the page from its payload, in another language.
    await page.locator("[popovertarget='language-menu']").click();
    await page.locator("#language-menu button[lang='nl']").click();
    await page.waitForFunction(() => document.documentElement.lang === "nl");
    await expect.poll(() => page.locator("main li a").count()).toBeGreaterThanOrEqual(24);
    await expect.poll(() => page.locator("title").count()).toBe(1);
    // Content that the browser never renders again follows it.
    await expect.poll(() => page.locator("#footer").textContent()).toContain(nl.footer.pages.complaints);
    await expect.poll(() => page.locator("#filters-place").textContent()).toContain(nl.members.country);
    await context.close();
  });
});

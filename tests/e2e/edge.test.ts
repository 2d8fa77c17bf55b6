import { expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { type Answer, ask } from "../contract/http.ts";
import { mailsTo } from "./browser.ts";
import { formOf, newcomer, VELVET_LINK, VELVET_SOURCE } from "./steps.ts";

type Headers = Record<string, string | string[]>;

function get(path: string, host = "localhost", headers: Headers = {}): Promise<Answer> {
  const port = inject("port");
  return ask({ port, path, headers: { host: `${host}:${port}`, ...headers } });
}

function call(path: string, body: unknown, host = "localhost", headers: Headers = {}): Promise<Answer> {
  const port = inject("port");
  const origin = `http://${host}:${port}`;
  return ask({
    port,
    path,
    method: "POST",
    body: JSON.stringify(body),
    headers: { host: `${host}:${port}`, origin, "content-type": "application/json", ...headers },
  });
}

const cookieOf = ({ headers }: Answer) => (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");

async function annasCookie(): Promise<string> {
  const answer = await call("/api/user.php", { email: "anna@demo.example", password: DEMO_PASSWORD });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

const signup = (name: string, changes: Parameters<typeof formOf>[1] = {}) =>
  formOf(newcomer(name), { date_of_birth: "1988-02-29", country: "GB", ...changes });

/** A form of a page as a browser posts it, but for what it is told to change. */
async function submit(path: string, form: string, fields: Record<string, string>, headers: Headers = {}): Promise<Answer> {
  const page = await get(path);
  const html = page.text.split("<form").find((part) => part.includes(form)) ?? "";
  const data = new FormData();
  for (const [input] of html.split("</form>")[0]?.matchAll(/<input[^>]*type="hidden"[^>]*>/g) ?? []) {
    const [, name = ""] = /name="([^"]*)"/.exec(input) ?? [];
    const [, value = ""] = /value="([^"]*)"/.exec(input) ?? [];
    data.append(name, value.replaceAll("&amp;", "&").replaceAll("&quot;", '"'));
  }
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  const port = inject("port");
  const body = new Response(data);
  const type = body.headers.get("content-type") as string;
  const own = { host: `localhost:${port}`, origin: `http://localhost:${port}`, "content-type": type };
  return ask({ port, path, method: "POST", body: await body.text(), headers: { ...own, ...headers } });
}

test.each(["nobody.example", "localhost.evil.example", "evil.localhost", "xn--lcalhost-j3a", "[::1]"])(
  "%s gets a page of its own, never a domain's",
  async (host) => {
    for (const path of ["/", "/login", "/api/settings.php", "/dev/mail.json"]) {
      const answer = await get(path, host);
      expect(answer.status, path).toBe(404);
      expect(answer.text).toContain("There is no site at this address");
      expect(answer.text).not.toMatch(/Liaison|Curves|Velvet/);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  },
);

test("what a proxy is said to have said of the host changes nothing", async () => {
  const port = inject("port");
  const plain = await get("/api/settings.php");
  const forged: Headers[] = [
    { "x-forwarded-host": "velvet.localhost" },
    { forwarded: "host=velvet.localhost;proto=https" },
    { "x-host": "velvet.localhost" },
    { "x-original-host": "velvet.localhost" },
    { "x-original-url": "/api/user.php" },
    { "x-rewrite-url": "/api/user.php" },
  ];
  for (const headers of forged) {
    const answer = await get("/api/settings.php", "localhost", headers);
    expect(answer.text).toBe(plain.text);
    const login = await call("/api/user.php", { email: "anna@demo.example", password: DEMO_PASSWORD }, "localhost", headers);
    expect([headers, login.status]).toEqual([headers, 200]);
    // Over plain http there is no Secure, whatever a header claims; and the cookie belongs to no other host.
    expect(login.headers["set-cookie"]?.join()).not.toMatch(/secure|domain/i);
    expect(login.headers["strict-transport-security"]).toBeUndefined();
  }
  for (const host of ["LOCALHOST", "LocalHost", "localhost."])
    expect((await get("/api/settings.php", host)).text).toBe(plain.text);
  // A link in a mail leads to the host that was asked, not to one that a header names.
  const who = signup("Vera");
  const answer = await call("/api/signup.php", who, "localhost", {
    "x-forwarded-host": "evil.example",
    forwarded: "host=evil.example",
  });
  expect(answer.status).toBe(201);
  const [mail] = await mailsTo(who.email);
  expect(mail?.text).toContain(`http://localhost:${port}/`);
  expect(mail?.text).not.toContain("evil.example");
});

test("a session of one domain is nothing on another, and pools do not mix", async () => {
  const cookie = await annasCookie();
  expect((await get("/api/user.php", "localhost", { cookie })).status).toBe(200);
  for (const host of ["curves.localhost", "velvet.localhost", "dichtbij.localhost", "funken.localhost"]) {
    const answer = await get("/api/user.php", host, { cookie });
    expect([host, answer.status, JSON.parse(answer.text).error.code]).toEqual([host, 403, "authentication_required"]);
    expect((await get("/likes", host, { cookie })).headers.location).toBe("/login?next=%2Flikes");
  }
  const ids = async (host: string) =>
    (JSON.parse((await get("/api/members.php", host)).text).results as { id: string }[]).map(({ id }) => id);
  const [here, curves] = [await ids("localhost"), await ids("curves.localhost")];
  expect(here.length * curves.length).toBeGreaterThan(0);
  expect(here.filter((id) => curves.includes(id))).toEqual([]);
  expect((await get(`/members/${curves[0]}`)).status).toBe(404);
  expect((await get(`/api/member.php?id=${curves[0]}`)).status).toBe(404);
  const liked = await call("/api/like.php", { profile: curves[0] }, "localhost", { cookie });
  const told = await call(
    "/api/chat.php",
    { profile: curves[0], text: "hello over there", client_id: "to-another-pool" },
    "localhost",
    { cookie },
  );
  expect([liked.status, told.status]).toEqual([404, 404]);
});

test("by invitation only: closed without one, open with one, and no word on who has an account", async () => {
  const host = "velvet.localhost";
  for (const path of ["/", "/signup", "/signup?network=guessed", "/signup?network=invite", "/?network=velvetletter"]) {
    const page = await get(path, host);
    expect(page.text).toContain("By invitation only");
    expect(page.text).not.toContain('name="gender"');
  }
  const closed = await call("/api/signup.php", signup("Wanda"), host);
  expect([closed.status, JSON.parse(closed.text).error.code]).toEqual([403, "signup_closed"]);
  for (const path of [`/?${VELVET_LINK}`, `/signup?${VELVET_LINK}`])
    expect((await get(path, host)).text).toContain('name="gender"');

  for (const network of ["invite", "velvetletter"]) {
    const named = await call("/api/signup.php", signup("Wanda", { tracking: { network } }), host);
    expect([named.status, JSON.parse(named.text).error.code]).toEqual([403, "signup_closed"]);
  }

  const who = signup("Wanda", { tracking: VELVET_SOURCE });
  const first = await call("/api/signup.php", who, host);
  const again = await call("/api/signup.php", { ...signup("Wilma", { tracking: VELVET_SOURCE }), email: who.email }, host);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(first.text).toBe(again.text);
  for (const answer of [first, again]) expect(answer.headers["set-cookie"]).toBeUndefined();
  const subjects = async () => (await mailsTo(who.email)).map(({ subject }) => subject).sort();
  await expect
    .poll(subjects)
    .toEqual(["Choose a password to open your account at Velvet", "Confirm your e-mail address for Velvet"]);

  const wrong = await call("/api/user.php", { email: who.email, password: "not-this-one-1" }, host);
  const unknown = await call("/api/user.php", { email: newcomer("Nobody").email, password: "not-this-one-1" }, host);
  expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text]);
});

test("a domain speaks its language; a cookie chooses another, where the domain has it", async () => {
  const lang = async (host: string, headers: Headers = {}) =>
    /<html lang="([^"]+)"/.exec((await get("/", host, headers)).text)?.[1];
  expect([await lang("localhost"), await lang("dichtbij.localhost"), await lang("funken.localhost")]).toEqual(["en", "nl", "de"]);
  expect(await lang("dichtbij.localhost", { cookie: "locale=de" })).toBe("de");
  expect(await lang("funken.localhost", { cookie: "locale=nl" })).toBe("de");
  expect(await lang("localhost", { cookie: "locale=../../etc" })).toBe("en");
  expect(await lang("localhost", { cookie: "locale=nl; locale=de" })).toBe("nl");
  expect((await get("/login", "dichtbij.localhost")).text).toContain("Inloggen");
});

test.each(["/", "/login", "/members", "/no/such/page", "/api/settings.php"])("%s carries what protects it", async (path) => {
  const [one, two] = [await get(path), await get(path)];
  const csp = String(one.headers["content-security-policy"]);
  const [, nonce] = /'nonce-([^']+)'/.exec(csp) ?? [];
  expect(csp).not.toMatch(/unsafe-|\*|https?:(?!\/\/localhost)/);
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"])
    expect(csp).toContain(part);
  expect(nonce?.length).toBeGreaterThanOrEqual(16);
  expect(two.headers["content-security-policy"]).not.toContain(nonce);
  expect(one.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
  });
  expect(one.headers["strict-transport-security"]).toBeUndefined();
  expect(one.headers["x-powered-by"]).toBeUndefined();
});

const AWAY = [
  "https://evil.example",
  "http://evil.example/",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/%09/evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "https:evil.example",
  "https:/evil.example",
  "//evil.example%2F@localhost",
  "/..//evil.example",
  "/.//evil.example",
  "/\\/\\evil.example",
  "/a/../..//evil.example",
  "http://localhost@evil.example",
  "/%2e%2e//evil.example",
  "/\r\nlocation: https://evil.example",
];

test("logging in never leads to another site", async () => {
  const cookie = await annasCookie();
  const origin = `http://localhost:${inject("port")}`;
  for (const next of AWAY) {
    const before = await get(`/login?next=${encodeURIComponent(next)}`, "localhost", { cookie });
    const after = await submit("/login", 'name="password"', { email: "anna@demo.example", password: DEMO_PASSWORD, next });
    for (const answer of [before, after]) {
      expect([next, answer.status]).toEqual([next, 302]);
      const target = new URL(answer.headers.location as string, origin);
      expect([next, target.origin, target.pathname.startsWith("//")]).toEqual([next, origin, false]);
    }
  }
  const back = await submit("/login", 'name="password"', {
    email: "anna@demo.example",
    password: DEMO_PASSWORD,
    next: "/likes?x=1",
  });
  expect(back.headers.location).toBe("/likes?x=1");
});

test("a form of another site does nothing here", async () => {
  const fields = { email: "anna@demo.example", password: DEMO_PASSWORD };
  const others: Headers[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://curves.localhost" },
    { origin: `http://localhost.evil.example:${inject("port")}` },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ];
  for (const headers of others) {
    const answer = await submit("/login", 'name="password"', fields, headers);
    expect([headers, answer.status]).toEqual([headers, 403]);
    expect(answer.text).toContain("This request came from another site and was refused.");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const api = await call("/api/user.php", fields, "localhost", headers);
    expect([headers, api.status, JSON.parse(api.text).error.code]).toEqual([headers, 403, "cross_origin"]);
  }
  const cookie = await annasCookie();
  const out = await get("/api/logout.php", "localhost", { cookie, "sec-fetch-site": "cross-site" });
  expect(out.status).toBe(403);
  expect((await get("/api/user.php", "localhost", { cookie })).status).toBe(200);
});

test("where one comes from is kept, but not for a browser that asks not to be tracked, unless it is the way in", async () => {
  for (const [header, host, query, kept] of [
    [{}, "localhost", "network=spring", true],
    [{ "sec-gpc": "1" }, "localhost", "network=spring", false],
    [{ dnt: "1" }, "localhost", "network=spring", false],
    [{ dnt: "0" }, "localhost", "network=spring", true],
    [{ "sec-gpc": "1" }, "velvet.localhost", VELVET_LINK, true],
    [{ "sec-gpc": "1" }, "velvet.localhost", "network=spring", false],
    [{ "sec-gpc": "1" }, "velvet.localhost", "network=velvetletter", false],
  ] as const) {
    const answer = await get(`/?${query}`, host, header);
    expect(answer.status).toBe(200);
    expect(/source=network/.test(cookieOf(answer)), JSON.stringify([header, host, query])).toBe(kept);
  }
});

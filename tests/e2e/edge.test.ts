import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "#demo/logins.ts";
import { type Answer, ask } from "#tests/contract/http.ts";
import { mailsTo } from "./browser.ts";
import { port } from "./product.ts";
import { formOf, newcomer, VELVET_LINK, VELVET_SOURCE } from "./steps.ts";

type Headers = Record<string, string | string[]>;

function get(path: string, host = "localhost", headers: Headers = {}): Promise<Answer> {
  return ask({ port, path, headers: { host: `${host}:${port}`, ...headers } });
}

function call(path: string, body: unknown, host = "localhost", headers: Headers = {}): Promise<Answer> {
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

/** Posts a page's form with changed fields. */
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
  const body = new Response(data);
  const type = body.headers.get("content-type") as string;
  const own = { host: `localhost:${port}`, origin: `http://localhost:${port}`, "content-type": type };
  return ask({ port, path, method: "POST", body: await body.text(), headers: { ...own, ...headers } });
}

test.each(["nobody.example", "localhost.evil.example", "evil.localhost", "xn--lcalhost-j3a", "[::1]"])(
  "the unknown host %s gets a page of its own, never a domain's",
  async (host) => {
    for (const path of ["/", "/login", "/api/settings.php", "/dev/mail.json"]) {
      const answer = await get(path, host);
      expect(answer.status, path).toBe(404);
      if (path.startsWith("/api/")) expect(JSON.parse(answer.text).error).toMatchObject({ code: "not_found" });
      else expect(answer.text).toContain("There is no site at this address");
      expect(answer.text).not.toMatch(/Liaison|Curves|Velvet/);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  },
);

test("forwarding headers of a client do not change the domain", async () => {
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
    // Over plain http the cookie has no Secure attribute, and it has no Domain.
    expect(login.headers["set-cookie"]?.join()).not.toMatch(/secure|domain/i);
    expect(login.headers["strict-transport-security"]).toBeUndefined();
  }
  for (const host of ["LOCALHOST", "LocalHost", "localhost."])
    expect((await get("/api/settings.php", host)).text).toBe(plain.text);
  // A mail's link leads to the requested host, not to one from a header.
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

test("a session is not valid on another domain, and pools stay apart", async () => {
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

test("an invite-only domain opens for a signed source only, and reveals no account", async () => {
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

test("the page after an erasure links to the partner of the domain, where it has one, and says nothing there", async () => {
  const link = async (host: string) => /<a [^>]*href="https:[^>]*>/.exec((await get("/account-deleted", host)).text)?.[0];
  const found = await link("funken.localhost");
  expect(found).toContain('href="https://www.partner.example/treffen"');
  expect(found).toContain('referrerPolicy="no-referrer"');
  expect(await link("localhost")).toBeUndefined();
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

test.each(["/", "/login", "/members", "/no/such/page", "/api/settings.php"])("%s has the security headers", async (path) => {
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

test("a cross-site form is refused", async () => {
  const fields = { email: "anna@demo.example", password: DEMO_PASSWORD };
  const others: Headers[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://curves.localhost" },
    { origin: `http://localhost.evil.example:${port}` },
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

test("the traffic source is stored, except under GPC or DNT; a signed invitation is always stored", async () => {
  for (const [header, host, query, stored] of [
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
    expect(/source=network/.test(cookieOf(answer)), JSON.stringify([header, host, query])).toBe(stored);
  }
});

import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { addAccount, PASSWORD } from "#tests/setup/accounts.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWorker } from "#worker/server/worker.ts";
import { requireHttps } from "./https.ts";

const worker = createWorker(async () => new Response("a page"));
const ask = (url: string, init: RequestInit = {}) => worker.fetch(new Request(url, init) as never, env, createExecutionContext());
const HSTS = "strict-transport-security";

beforeAll(async () => {
  await env.DB.prepare("INSERT INTO hosts (host, domain_id) VALUES ('liaison.example', 'liaison')").run();
});

test("plain http is spoken on one's own machine only", () => {
  const demand = (url: string, method = "GET") => requireHttps({ url, method });
  for (const url of [
    "http://localhost:8787/",
    "http://velvet.localhost/a",
    "http://127.0.0.1:1/",
    "http://[::1]/",
    "https://liaison.example/",
  ])
    expect([url, demand(url)]).toEqual([url, null]);
  const asked = demand("http://liaison.example:8080/members?page=2&x=%2F");
  expect([asked?.status, asked?.headers.get("location")]).toEqual([308, "https://liaison.example/members?page=2&x=%2F"]);
  expect(demand("http://liaison.example/", "HEAD")?.status).toBe(308);
  for (const url of ["http://localhost.example/", "http://notlocalhost/", "http://127.0.0.1.example/"])
    expect(demand(url)?.status).toBe(308);
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
    expect([
      demand("http://liaison.example/login", method)?.status,
      demand("http://liaison.example/", method)?.headers.get("location"),
    ]).toEqual([403, null]);
});

test("a deployment sends everything to https, and refuses what was written without it", async () => {
  for (const path of ["/", "/api/settings.php", "/media/k.full?d=1", "/manifest.webmanifest", "/download/x"]) {
    const { status, headers } = await ask(`http://liaison.example${path}`);
    expect([path, status, headers.get("location")]).toEqual([path, 308, `https://liaison.example${path}`]);
    expect(headers.get("set-cookie")).toBeNull();
  }
  const body = JSON.stringify({ email: "a@example.org", password: "x" });
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  expect((await ask("http://liaison.example/api/user.php", { method: "POST", body, headers })).status).toBe(403);
  expect((await ask("https://liaison.example/")).status).toBe(200);
});

test("every answer over https says that it stays so, and carries what protects it", async () => {
  for (const url of ["/", "/api/settings.php", "/media/k.full", "/robots.txt", "/a".repeat(30), "/api/nothing.php"]) {
    const { headers } = await ask(`https://liaison.example${url}`);
    expect([url, headers.get(HSTS)]).toEqual([url, "max-age=31536000; includeSubDomains"]);
    for (const name of [
      "x-content-type-options",
      "x-frame-options",
      "content-security-policy",
      "referrer-policy",
      "permissions-policy",
    ])
      expect([url, name, headers.has(name)]).toEqual([url, name, true]);
  }
  const unknown = await ask("https://nobody.example/");
  expect([unknown.status, unknown.headers.get(HSTS), unknown.headers.get("x-frame-options")]).toEqual([
    404,
    "max-age=31536000; includeSubDomains",
    "DENY",
  ]);
  expect((await ask("http://localhost/")).headers.get(HSTS)).toBeNull();
});

test("over https the session has a name that no other host can give a cookie", async () => {
  const owner = await addAccount();
  const headers = {
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    "cf-connecting-ip": `10.9.0.${newId()}`,
  };
  const logInAt = async (origin: string) => {
    const body = JSON.stringify({ email: owner.email, password: PASSWORD });
    const answer = await ask(`${origin}/api/user.php`, { method: "POST", body, headers });
    expect(answer.status).toBe(200);
    return answer.headers.getSetCookie().filter((line) => line.includes("session="));
  };
  const [line = "", ...more] = await logInAt("https://liaison.example");
  expect(line).toMatch(/^__Host-session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(more).toEqual([]);
  expect((await logInAt("http://localhost"))[0]).toMatch(/^session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);

  const [mine, planted] = [line.split(";")[0]?.split("=")[1], await logIn(await addMember())];
  const who = async (cookie: string, origin = "https://liaison.example") => {
    const answer = await ask(`${origin}/api/user.php`, { headers: { cookie } });
    return answer.status === 200 ? ((await answer.json()) as { email: string }).email : answer.status;
  };
  expect(await who(`__Host-session=${mine}`)).toBe(owner.email);
  expect(await who(`session=${planted}; __Host-session=${mine}`)).toBe(owner.email);
  // A page of a sibling host can plant the unprefixed cookie; alone it must not log in.
  expect(await who(`session=${planted}`)).toBe(403);
  expect(await who(`__host-session=${planted}`)).toBe(403);
  expect(await who(`__Host-session=${mine}`, "http://localhost")).toBe(403);
});

test("links in mails lead to the domain, whatever host and port a request names", async () => {
  const owner = await addAccount();
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", "cf-connecting-ip": "10.8.0.1" };
  for (const origin of ["http://localhost:4444", "https://liaison.example:8443"]) {
    const body = JSON.stringify({ email: owner.email });
    const answer = await ask(`${origin}/api/reset-password.php`, { method: "POST", body, headers });
    expect([origin, answer.status]).toEqual([origin, 200]);
  }
  const texts = async () => {
    const { results } = await env.DB.prepare("SELECT text FROM outbox WHERE recipient = ? AND template = 'password_reset'")
      .bind(owner.email)
      .all<{ text: string }>();
    return results.map(({ text }) => text);
  };
  await expect.poll(async () => (await texts()).length).toBe(2);
  for (const text of await texts()) {
    expect(text).toContain("http://localhost/reset-password/do?token=");
    expect(text).not.toMatch(/4444|8443|liaison\.example\//);
  }
});

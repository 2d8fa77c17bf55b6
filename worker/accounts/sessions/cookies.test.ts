import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { type Account, addAccount, openSession, PASSWORD } from "#tests/setup/accounts.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { connect } from "#tests/setup/socket.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";

let owner: Account;
beforeEach(async () => {
  owner = await addAccount();
});

const ask = (path: string, cookie: string | null, init: RequestInit = {}, host = "localhost") =>
  exports.default.fetch(`http://${host}${path}`, {
    ...init,
    headers: {
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "cf-connecting-ip": `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      ...(cookie === null ? {} : { cookie: `session=${cookie}` }),
    },
  });
const who = async (cookie: string, host?: string) => {
  const answer = await ask("/api/user.php", cookie, {}, host);
  return answer.status === 200 ? ((await answer.json()) as { email: string }).email : answer.status;
};
const logIn = async (email: string, cookie: string | null) => {
  const answer = await ask("/api/user.php", cookie, { method: "POST", body: JSON.stringify({ email, password: PASSWORD }) });
  expect(answer.status).toBe(200);
  return /session=([^;]+)/.exec(answer.headers.getSetCookie().join("\n"))?.[1] ?? expect.unreachable();
};

describe("a cookie that somebody else put into the browser before the log-in", () => {
  test.each([
    ["a session of the attacker's own", async () => openSession(await addAccount(), "localhost", Date.now())],
    ["a token that nobody ever had", async () => `${newId()}.${newSecret(32)}`],
    ["a token of the victim that never was", async () => `${owner.id}.${newSecret(32)}`],
    ["the mark of a log-out", async () => `out.${newSecret(32)}`],
    ["no token at all", async () => "admin"],
  ])("%s is another one afterwards and opens nothing", async (_, plant) => {
    const planted = await plant();
    const session = await logIn(owner.email, planted);
    expect(session).not.toBe(planted);
    expect(session.split(".")[1]).not.toBe(planted.split(".")[1]);
    expect(await who(session)).toBe(owner.email);
    // A log-in ends the browser's earlier session.
    expect(await who(planted)).toBe(403);
  });

  test("every log-in is a session of its own, and two cookies of one name are no second one", async () => {
    const tokens = await Promise.all(Array.from({ length: 3 }, () => logIn(owner.email, null)));
    expect(new Set(tokens).size).toBe(3);
    const attacker = await openSession(await addAccount(), "localhost", Date.now());
    expect(await who(`${tokens[0]}; session=${attacker}`)).toBe(owner.email);
  });
});

describe("a cookie of one domain", () => {
  test.each(["dichtbij.localhost", "funken.localhost", "curves.localhost", "velvet.localhost"])(
    "opens nothing at %s, neither call nor socket",
    async (host) => {
      const session = await openSession(owner, "localhost", Date.now());
      expect(await who(session)).toBe(owner.email);
      expect(await who(session, host)).toBe(403);
      const answer = await ask("/api/profile.php", session, {}, host);
      expect(answer.status).toBe(403);
      expect(((await answer.json()) as { error: { code: string } }).error.code).toBe("authentication_required");
      const socket = await exports.default.fetch(`http://${host}/api/live.php`, {
        headers: { upgrade: "websocket", origin: `http://${host}`, cookie: `session=${session}` },
      });
      expect([socket.status, socket.webSocket ?? null]).toEqual([403, null]);
      // At home it is as good as before.
      expect(await who(session)).toBe(owner.email);
      expect((await connect(session)).status).toBe(101);
    },
  );

  test("is not made good elsewhere by an id or a hash in its place", async () => {
    const session = await openSession(owner, "localhost", Date.now());
    const [id = "", secret = ""] = session.split(".");
    const other = await addAccount();
    const { token_hash: hash } =
      (await env.DB.prepare("SELECT token_hash FROM sessions WHERE account_id = ?").bind(id).first<{ token_hash: string }>()) ??
      expect.unreachable();
    const forged = [`${other.id}.${secret}`, `${id}.${hash}`, `${id}.`, secret, `${id}.${secret}x`, session.toUpperCase()];
    for (const cookie of forged) expect(await who(cookie), cookie).toBe(403);
  });
});

test("a sign-up over HTTP: 201 with the session's cookie, Secure wherever the page is", async () => {
  const answer = await exports.default.fetch(
    new Request("http://localhost/api/signup.php", {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(signupForm({ name: "Överhttp" })),
    }),
  );
  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=[0-9a-z]{20}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const secure = await exports.default.fetch(
    new Request("https://localhost/api/signup.php", {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify(signupForm()),
    }),
  );
  expect(secure.headers.getSetCookie()[0]).toMatch(/; Secure/);
});

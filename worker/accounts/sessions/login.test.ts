import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { cookieStartedBy, PASSWORD } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { signUp } from "#tests/setup/signup.ts";
import { userOf } from "#worker/accounts/user/user.ts";
import { deviceOf, loggedOutMark } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { sessions, accountsStore } = servicesOf(env);
let id = "";

beforeAll(async () => {
  ({ id } = await signUp({}, { email: "greta@example.org", name: "Gréta.Ö" }));
});

const attempt = async (email: string, password: string, circumstances: Circumstances = {}) =>
  sessions.login(await contextOf(circumstances), { email, password }).then(
    (answer) => ({ code: "ok", id: answer.value.profile.id, token: cookieStartedBy(answer), minutes: 0, retryAfter: 0 }),
    ({ code, params, retryAfter }: AppError) => ({
      code: code as string,
      id: "",
      token: "",
      minutes: Number(params.minutes),
      retryAfter,
    }),
  );
const fail = async (times: number, circumstances: Circumstances, email = "greta@example.org") => {
  const codes: string[] = [];
  for (let i = 0; i < times; i++) codes.push((await attempt(email, `wrong ${i}`, circumstances)).code);
  return codes;
};

test("by address or name, in any spelling, with exactly the password", async () => {
  for (const name of ["greta@example.org", " GRETA@Example.ORG", "Gréta.Ö", "GRE\u0301TA.O\u0308", "ｇréta.ö"]) {
    expect((await attempt(name, PASSWORD)).id, name).toBe(id);
  }
  for (const password of ["", "A quiet river bend", `${PASSWORD} `, ` ${PASSWORD}`]) {
    expect((await attempt("greta@example.org", password)).code, JSON.stringify(password)).toBe("login_failed");
  }
  expect((await attempt("nobody@example.org", PASSWORD)).code).toBe("login_failed");
  expect((await attempt("greta@example.org", PASSWORD, { host: "curves.localhost" })).code).toBe("login_failed");
  expect((await attempt("", "")).code).toBe("login_failed");
});

test("every log-in has a token of its own, and the device's old session is over", async () => {
  const first = await attempt("greta@example.org", PASSWORD);
  const hash = await sha256(first.token);
  const viewer = await accountsStore.findViewer(hash, "liaison", NOON);
  expect(viewer?.id).toBe(id);
  const second = await attempt("greta@example.org", PASSWORD, { viewer, device: deviceOf(first.token) });
  expect(second.token).not.toBe(first.token);
  expect(await accountsStore.findViewer(hash, "liaison", NOON)).toBe(null);
  expect((await accountsStore.findViewer(await sha256(second.token), "liaison", NOON))?.id).toBe(id);
  // A session belongs to its domain and to its 30 days.
  expect(await accountsStore.findViewer(await sha256(second.token), "funken", NOON)).toBe(null);
  expect(await accountsStore.findViewer(await sha256(second.token), "liaison", NOON + 30 * 24 * 3600_000)).toBe(null);
});

test("five failures in 15 minutes block account and network, with the true minutes, even for the right password", async () => {
  const network = newId();
  expect(await fail(5, { network })).toEqual(Array(5).fill("login_failed"));
  expect(await attempt("greta@example.org", PASSWORD, { network })).toMatchObject({
    code: "login_blocked",
    minutes: 15,
    retryAfter: 900,
  });
  expect(await attempt("Gréta.Ö", PASSWORD, { network, now: NOON + 4 * MINUTE + 1 })).toMatchObject({
    code: "login_blocked",
    minutes: 11,
    retryAfter: 660,
  });
  expect((await attempt("greta@example.org", PASSWORD, { network, now: NOON + 15 * MINUTE })).code).toBe("ok");
  // Nobody else is shut out: not the account elsewhere, not others here.
  expect((await attempt("greta@example.org", PASSWORD)).code).toBe("ok");
  expect((await fail(1, { network, now: NOON + 1 }, "somebody.else@example.org"))[0]).toBe("login_failed");
});

test("a day of guesses from one network keeps the owner out of no new device on another network", async () => {
  const network = newId();
  let refused = 0;
  for (let n = 0; n < 120; n++) {
    const now = NOON + n * 10 * MINUTE;
    if ((await attempt("greta@example.org", `guess ${n}`, { network, now })).code === "login_blocked") refused++;
  }
  const now = NOON + 20 * 60 * MINUTE;
  expect((await attempt("greta@example.org", PASSWORD, { now })).code).toBe("ok");
  expect(refused).toBe(105);
});

test("a success forgets the failures before it", async () => {
  const network = newId();
  await fail(4, { network });
  expect((await attempt("greta@example.org", PASSWORD, { network })).code).toBe("ok");
  expect(await fail(5, { network })).toEqual(Array(5).fill("login_failed"));
});

test("guesses at once are no more than five, and names that nobody has count the same", async () => {
  const network = newId();
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => attempt("greta@example.org", `guess ${i}`, { network })),
  );
  const looked = guesses.filter(({ code }) => code === "login_failed").length;
  expect(looked).toBeLessThanOrEqual(5);
  const after = await fail(6, { network });
  expect(after.filter((code) => code === "login_failed").length + looked).toBeLessThanOrEqual(5);
  expect(after.at(-1)).toBe("login_blocked");
  expect(await fail(6, { network: newId() }, "nobody@example.org")).toEqual([...Array(5).fill("login_failed"), "login_blocked"]);
  expect(await fail(6, { network: newId() }, "NoSuchName")).toEqual([...Array(5).fill("login_failed"), "login_blocked"]);
});

test("a device that was logged in counts for itself, also after a log-out, so that nobody locks its owner out", async () => {
  const network = newId();
  const { token } = await attempt("greta@example.org", PASSWORD, { network });
  const viewer = await accountsStore.findViewer(await sha256(token), "liaison", NOON);
  const out = await sessions.logout(await contextOf({ viewer, device: deviceOf(token) }));
  const { ended } = out.effects.session as { ended: string };
  const mark = loggedOutMark(ended);
  expect(mark).not.toContain(id);

  expect(await fail(6, { network })).toEqual([...Array(5).fill("login_failed"), "login_blocked"]);
  const device = deviceOf(mark);
  expect((await attempt("greta@example.org", PASSWORD, { network, device })).code).toBe("ok");
  // The device has its own five; one that knows another account, or an invented one, has none.
  expect(await fail(6, { network, device })).toEqual([...Array(5).fill("login_failed"), "login_blocked"]);
  expect((await attempt("greta@example.org", PASSWORD, { network, device: "A".repeat(43) })).code).toBe("login_blocked");
});

test("an account that may still come back says so to its owner only, and nobody where accounts are not revealed", async () => {
  const set = (status: string) =>
    env.DB.prepare("UPDATE accounts SET status = ?, deleted_at = 0 WHERE id = ?").bind(status, id).run();
  await set("deleted");
  expect((await attempt("greta@example.org", "not hers")).code).toBe("login_failed");
  const refusal = await sessions
    .login(await contextOf(), { email: "greta@example.org", password: PASSWORD })
    .catch((error: AppError) => error.fields);
  expect(refusal).toEqual([{ field: "email", code: "account_pending_deletion" }]);
  const silent = { settings: { reveal_accounts: "no" as const } };
  expect((await attempt("greta@example.org", PASSWORD, silent)).code).toBe("login_failed");
  await set("erased");
  expect((await attempt("greta@example.org", PASSWORD)).code).toBe("login_failed");
  await set("not_confirmed");
});

test("the picture links of a log-in's answer belong to the new session", async () => {
  const photo = (key: string, position: number, status: string) =>
    env.DB.prepare("INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, ?3, ?4, 0)").bind(
      key,
      id,
      position,
      status,
    );
  await env.DB.batch([photo("one", 0, "inspection"), photo("two", 1, "active")]);
  const answer = await sessions.login(await contextOf(), { email: "Gréta.Ö", password: PASSWORD });
  const started = cookieStartedBy(answer);
  const files = (key: string) => ({
    filename: `${key}.full?${started}`,
    card_filename: `${key}.card?${started}`,
    thumb_filename: `${key}.thumb?${started}`,
  });
  expect(answer.value.profile.photos).toMatchObject([
    { ...files("one"), status: "inspection" },
    { ...files("two"), status: "active" },
  ]);
  const viewer = await accountsStore.findViewer(await sha256(started), "liaison", NOON);
  expect(userOf(viewer ?? expect.unreachable(), await contextOf({ viewer })).profile.photos.length).toBe(2);
});

test("over HTTP: log in, change the language, log out; the cookie opens nothing any more", async () => {
  const call = (path: string, method: string, cookie = "", body?: unknown) =>
    exports.default.fetch(
      new Request(`http://localhost/api/${path}`, {
        method,
        headers: { "sec-fetch-site": "same-origin", "content-type": "application/json", cookie },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  const login = await call("user.php", "POST", "", { email: "greta@example.org", password: PASSWORD });
  expect(login.status).toBe(200);
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect(await (await call("user.php", "GET", cookie)).json()).toMatchObject({ email: "greta@example.org", language: "en" });

  const put = await call("user.php", "PUT", cookie, { language: "de" });
  expect(put.headers.getSetCookie()).toEqual([
    "locale=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
    expect.stringMatching(/^bookmark=/),
  ]);
  expect(await (await call("user.php", "GET", cookie)).json()).toMatchObject({ language: "de" });

  const logout = await call("logout.php", "GET", cookie);
  expect(await logout.json()).toEqual({ logged_out: true });
  expect(logout.headers.getSetCookie()[0]).toMatch(/^session=out\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  const mark = logout.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  for (const old of [cookie, mark]) expect((await call("user.php", "GET", old)).status).toBe(403);
  expect((await call("logout.php", "GET", mark)).status).toBe(200);
  const bare = await call("logout.php", "GET");
  expect(bare.headers.getSetCookie()).toEqual([
    "session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    // The browser's cache is cleared too.
    "sheets=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  ]);

  const wrong = await call("user.php", "POST", "", { email: "greta@example.org", password: "no" });
  expect([wrong.status, ((await wrong.json()) as { error: { message: string } }).error.message]).toEqual([
    403,
    "Login failed, please try again",
  ]);
  for (let i = 0; i < 4; i++) await call("user.php", "POST", "", { email: "greta@example.org", password: "no" });
  const blocked = await call("user.php", "POST", "", { email: "greta@example.org", password: PASSWORD });
  expect([blocked.status, Number(blocked.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  expect(((await blocked.json()) as { error: { message: string } }).error.message).toBe(
    "Too many incorrect attempts, account blocked for 15 min.",
  );
});

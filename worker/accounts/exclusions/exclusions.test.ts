import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { monthsLater } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { hashPassword, passwordCost } from "#worker/platform/password.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const PASSWORD = "a long enough secret";
let anna: string;
let session: string;

beforeEach(async () => {
  anna = await addMember({ credits: 0 });
  const hash = await hashPassword(env.PASSWORD_PEPPER, PASSWORD, passwordCost(env.PASSWORD_COST));
  await env.DB.prepare("UPDATE accounts SET password_hash = ? WHERE id = ?").bind(hash, anna).run();
  session = await logIn(anna);
});

async function call(method: string, path: string, body?: object, cookie = session) {
  const headers = { cookie: `session=${cookie}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const request = new Request(`http://localhost/api/${path}.php`, { method, headers, body: body && JSON.stringify(body) });
  const answer = await exports.default.fetch(request);
  const said = (await answer.json()) as { error?: { code: string; params: Record<string, string> }; [more: string]: unknown };
  return { status: answer.status, body: said, cookie: answer.headers.get("set-cookie") };
}
const logInAgain = (email = `${anna}@example.org`) => call("POST", "user", { email, password: PASSWORD }, "");
const value = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .first("v");
const rows = () => env.DB.prepare("SELECT kind, scope, print FROM exclusions ORDER BY created_at, kind").all();

test("a pause of a week starts at once, and pressing again neither ends nor prolongs it", async () => {
  expect((await call("GET", "exclusion")).body).toEqual({ purchases_until: null });
  const { body: first } = await call("POST", "purchase-pause", {});
  const left = Date.parse(String(first.purchases_until)) - Date.now();
  expect(left).toBeGreaterThan(7 * DAY - 60_000);
  expect(left).toBeLessThanOrEqual(7 * DAY);
  const again = await Promise.all([1, 2, 3].map(() => call("POST", "purchase-pause", {})));
  for (const { body } of again) expect(body).toEqual(first);
  expect((await call("GET", "exclusion")).body).toEqual(first);
  expect((await call("GET", "user")).status, "everything else goes on").toBe(200);
  expect((await logInAgain()).status).toBe(200);
});

test("pauses pressed at the same moment are one", async () => {
  await Promise.all([1, 2, 3, 4, 5].map(() => call("POST", "purchase-pause", {})));
  const { results } = await rows();
  const hashes = results.map(({ print }) => print);
  expect(hashes.length).toBeGreaterThan(0);
  expect(new Set(hashes).size).toBe(hashes.length);
});

test("a member who shuts himself out is logged out everywhere and cannot log in until the day", async () => {
  const other = await logIn(anna);
  const { status, body, cookie } = await call("POST", "exclusion", { months: "6", password: PASSWORD });
  expect(status).toBe(200);
  const until = monthsLater(Date.now(), 6);
  expect(Math.abs(Date.parse(String(body.until)) - until)).toBeLessThan(60_000);
  expect(cookie).toMatch(/^session=;/);
  for (const ended of [session, other])
    expect((await call("GET", "user", undefined, ended)).body.error?.code).toBe("authentication_required");
  const { body: refused } = await logInAgain();
  expect(refused.error?.code).toBe("excluded");
  expect(refused.error?.params.date).toMatch(/ 20\d\d$/);
  expect(await value("SELECT status AS v FROM profiles WHERE id = ?", anna)).toBe("hidden");
  expect(await value("SELECT paused AS v FROM preferences WHERE account_id = ?", anna)).toBe(1);
  const wrong = await call("POST", "user", { email: `${anna}@example.org`, password: "wrong" }, "");
  expect(wrong.body.error?.code, "a stranger learns nothing").toBe("login_failed");
});

test("the rows name nobody, and hold the fingerprints of known payment methods", async () => {
  await env.DB.prepare(
    `INSERT INTO mandates (id, account_id, domain_id, reference, package_id, status, holder, address, iban_print, iban_end, mobile, created_at)
      VALUES (?1, ?1, 'liaison', ?1, 'c60', 'signed', 'Anna', '{}', 'print of an iban', '1234', '+31', 1)`,
  )
    .bind(anna)
    .run();
  await call("POST", "exclusion", { months: "60", password: PASSWORD });
  const { results } = await env.DB.prepare("SELECT * FROM exclusions WHERE scope = 'access' AND until > ?")
    .bind(Date.now() + 4 * 365 * DAY)
    .all();
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(["account", "email", "payment"]);
  expect(JSON.stringify(results)).not.toContain(anna);
  expect(results.map(({ print }) => print)).toContain("print of an iban");
});

test("a wrong password shuts nobody out", async () => {
  const { body } = await call("POST", "exclusion", { months: "1", password: "wrong" });
  expect(body.error?.code).toBe("invalid");
  expect((await call("POST", "exclusion", { months: "2", password: PASSWORD })).body.error?.code).toBe("invalid");
  expect((await call("GET", "user")).status).toBe(200);
});

test("an exclusion ends by itself", async () => {
  await call("POST", "exclusion", { months: "1", password: PASSWORD });
  await env.DB.prepare("UPDATE exclusions SET until = ? WHERE scope = 'access'")
    .bind(Date.now() - 1)
    .run();
  expect((await logInAgain()).status).toBe(200);
});

test("the address is shut out across the pool and when its account is gone, and nowhere else", async () => {
  await call("POST", "exclusion", { months: "12", password: PASSWORD });
  const admission = servicesOf(env).admission;
  const ctx = (await contextOf({ now: Date.now() })) as MemberContext;
  const stranger = { id: "", account: { email: `${anna.toUpperCase()}@EXAMPLE.org` } };
  await expect(admission.admit(ctx, stranger)).rejects.toMatchObject({ code: "excluded" });
  await admission.admit({ ...ctx, domain: { ...ctx.domain, pool: "elsewhere" } }, stranger);
  await admission.admit(ctx, { id: "", account: { email: "someone@example.org" } });
});

test.each([
  ["2026-01-31T12:00:00Z", 1, "2026-02-28T12:00:00Z"],
  ["2027-08-31T12:00:00Z", 6, "2028-02-29T12:00:00Z"],
  ["2026-11-22T23:59:59Z", 12, "2027-11-22T23:59:59Z"],
  ["2028-02-29T00:00:00Z", 60, "2033-02-28T00:00:00Z"],
])("%s and %d months is %s", (from, months, to) => {
  expect(monthsLater(Date.parse(from), months)).toBe(Date.parse(to));
});

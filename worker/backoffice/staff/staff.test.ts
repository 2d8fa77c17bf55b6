import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { createPeopleStore } from "#worker/backoffice/staff/people.store.ts";
import type { Answer } from "#worker/platform/answer.ts";
import { hmac, sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { createSeal } from "#worker/platform/sealed.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { auditRow } from "./audit.ts";
import { createCodes } from "./codes.ts";
import type { StaffContext, StaffMemberContext } from "./context.ts";
import { createStaffSessions, STAFF_SESSION } from "./sessions.ts";
import { SETUP_LINK } from "./setup.ts";
import { createStaffStore } from "./staff.store.ts";
import { stepAt, totpCode } from "./totp.ts";

const { staff } = servicesOf(env);
const db = connect(env.DB);
const people = createPeopleStore(db);
const store = createStaffStore(db);
const NOW = Date.UTC(2026, 10, 23, 12);
const PASSWORD = "a kettle on the roof";

let networks = 0;
const contextOf = (more: Partial<StaffContext> = {}): StaffContext => ({
  requestId: newId(),
  now: NOW,
  network: `192.0.2.${networks}`,
  userAgent: "Test",
  origin: "http://staff.localhost",
  viewer: null,
  ...more,
});
beforeEach(() => void networks++);

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: AppError) => (error.fields[0] ? `${error.code} ${error.fields[0].field} ${error.fields[0].code}` : error.code),
  );

async function added(role: "operator" | "moderator" = "moderator", now = NOW) {
  const [id, token] = [newId(), newSecret()];
  const email = `${id}@staff.example`;
  const audit = auditRow(contextOf({ now }), { action: "add", object: "staff_member", id });
  const link = { hash: await sha256(token), expiresAt: now + SETUP_LINK };
  expect(await people.add({ id, name: "Mo", email, role, createdAt: now }, link, { audit, mails: [] })).toBe(true);
  return { id, email, token };
}

async function setUp(now = NOW) {
  const person = await added("moderator", now);
  const { secret, recovery } = await staff.staffSetup(contextOf({ now }), { token: person.token });
  const code = await totpCode(secret, stepAt(now));
  const answer = await staff.staffSetUp(contextOf({ now }), { token: person.token, password: PASSWORD, code });
  return { ...person, secret, recovery, link: person.token, token: tokenOf(answer) };
}

function tokenOf(answer: Answer<unknown>): string {
  const { session } = answer.effects;
  if (!session || !("started" in session)) throw new Error("no session");
  return session.started;
}

const auditOf = async (id: string) =>
  (await store.audit({}, 1000)).map(({ row }) => row).filter((row) => row.staffId === id || row.objectId === id);

test("a set-up link sets password and authenticator once, and logs in", async () => {
  const { token, email } = await added();
  const { secret, uri, recovery } = await staff.staffSetup(contextOf(), { token });
  expect(uri).toContain(`secret=${secret}`);
  expect(recovery).toHaveLength(10);
  const input = { token, password: PASSWORD, code: await totpCode(secret, stepAt(NOW)) };
  expect(await codeOf(staff.staffSetUp(contextOf(), { ...input, code: "000000" }))).toBe("invalid code wrong_code");
  expect(await codeOf(staff.staffSetUp(contextOf(), { ...input, password: "Short-pass1" }))).toBe("invalid password too_short");
  expect(await codeOf(staff.staffSetUp(contextOf(), { ...input, password: `${email} and more` }))).toBe(
    "invalid password password_personal",
  );
  expect(await staff.staffSetup(contextOf(), { token }), "the same after a refusal").toMatchObject({ secret, recovery });
  const session = tokenOf(await staff.staffSetUp(contextOf(), input));
  expect(await staff.viewer(session, NOW)).toMatchObject({ email, role: "moderator" });
  expect(await codeOf(staff.staffSetUp(contextOf(), input))).toBe("link_expired");
  expect(await codeOf(staff.staffSetup(contextOf(), { token }))).toBe("link_expired");
});

test("a used set-up link says to its own owner only that it worked", async () => {
  const [owner, other] = [await setUp(), await setUp()];
  const press = async (session: string | null) => {
    const viewer = session && (await staff.viewer(session, NOW));
    const shown = staff.staffSetup(contextOf({ viewer: viewer || null }), { token: owner.link });
    return shown.catch(({ code, params }: AppError) => ({ code, params }));
  };
  const ended = { code: "link_expired", params: {} };
  expect(await press(owner.token)).toEqual({ ...ended, params: { state: "used" } });
  expect([await press(other.token), await press(null)]).toEqual([ended, ended]);
  const link = { hash: await sha256(newSecret()), expiresAt: NOW + SETUP_LINK };
  const audit = auditRow(contextOf(), { action: "reset", object: "staff_member", id: owner.id });
  const viewer = await staff.viewer(owner.token, NOW);
  await people.reset(owner.id, link, NOW, { audit, mails: [] });
  expect(await codeOf(staff.staffSetup(contextOf({ viewer }), { token: owner.link }))).toBe("link_expired");
});

test("a set-up link ends after three days, and of two uses at once one holds", async () => {
  const { token } = await added();
  expect(await codeOf(staff.staffSetup(contextOf({ now: NOW + SETUP_LINK }), { token }))).toBe("link_expired");
  const { secret } = await staff.staffSetup(contextOf(), { token });
  const input = { token, password: PASSWORD, code: await totpCode(secret, stepAt(NOW)) };
  const codes = await Promise.all([0, 1].map(() => codeOf(staff.staffSetUp(contextOf(), input))));
  expect(codes.sort()).toEqual(["done", "link_expired"]);
});

test("a staff code is read as it was copied; what is none costs no try", async () => {
  const { email, secret, recovery } = await setUp();
  const now = NOW + 60_000;
  const logIn = (code: string) => codeOf(staff.staffLogin(contextOf({ now }), { email, password: PASSWORD, code }));
  expect(await logIn("")).toBe("invalid code required");
  for (const code of ["12345", "1234567", "123 45a", "abcd-efgh-ijk"])
    for (let i = 0; i < 4; i++) expect(await logIn(code), code).toBe("invalid code invalid_format");
  const code = await totpCode(secret, stepAt(now));
  expect(await logIn(`\u200b${code.slice(0, 3)}\u2011${code.slice(3)}`)).toBe("done");
  const [first = "", second = ""] = recovery;
  expect(await logIn(` ${first.toUpperCase().replaceAll("-", "\u2013")}\u200e`)).toBe("done");
  expect(await logIn(second.replaceAll("-", " "))).toBe("done");
});

test("a log-in needs password and code; a used code, and one before it, is refused", async () => {
  const { email, secret } = await setUp();
  const now = NOW + 60_000;
  const code = await totpCode(secret, stepAt(now));
  const ctx = () => contextOf({ now });
  expect(await codeOf(staff.staffLogin(ctx(), { email, password: "not this one", code }))).toBe("login_failed");
  expect(await codeOf(staff.staffLogin(ctx(), { email, password: PASSWORD, code: "123456" }))).toBe("login_failed");
  const input = { email: email.toUpperCase(), password: PASSWORD, code: `${code.slice(0, 3)} ${code.slice(3)}` };
  const both = await Promise.all([0, 1].map(() => codeOf(staff.staffLogin(ctx(), input))));
  expect(both.sort()).toEqual(["done", "login_failed"]);
  const before = await totpCode(secret, stepAt(now) - 1);
  expect(await codeOf(staff.staffLogin(ctx(), { ...input, code: before }))).toBe("login_failed");
});

test("a recovery code stands for the authenticator once", async () => {
  const { id, email, recovery } = await setUp();
  const [code = "", other = ""] = recovery;
  const input = { email, password: PASSWORD, code: ` ${code.toUpperCase()} ` };
  expect(await codeOf(staff.staffLogin(contextOf(), input))).toBe("done");
  expect(await codeOf(staff.staffLogin(contextOf(), input))).toBe("login_failed");
  expect(await codeOf(staff.staffLogin(contextOf(), { ...input, code: other }))).toBe("done");
  expect((await auditOf(id)).filter(({ action }) => action === "login by recovery code")).toHaveLength(2);
});

test("five wrong log-ins block a network for the account, and another network can still log in", async () => {
  const { email, secret } = await setUp();
  const now = NOW + 60_000;
  const right = { email, password: PASSWORD, code: await totpCode(secret, stepAt(now)) };
  const wrong = { ...right, password: "guess" };
  for (let n = 0; n < 5; n++) expect(await codeOf(staff.staffLogin(contextOf({ now }), wrong))).toBe("login_failed");
  expect(await codeOf(staff.staffLogin(contextOf({ now }), right))).toBe("login_blocked");
  expect(await codeOf(staff.staffLogin(contextOf({ now, network: "198.51.100.7" }), right))).toBe("done");
});

test("the cron deletes sessions of 180 days, but not a person's last", async () => {
  const first = await setUp();
  const [code = ""] = first.recovery;
  await staff.staffLogin(contextOf({ now: NOW + 1 }), { email: first.email, password: PASSWORD, code });
  const rows = async () =>
    await env.DB.prepare("SELECT created_at FROM staff_sessions WHERE staff_id = ?").bind(first.id).raw<[number]>();
  await staff.sweep(NOW + STAFF_SESSION + 180 * DAY);
  expect(await rows()).toHaveLength(2);
  await staff.sweep(NOW + STAFF_SESSION + 200 * DAY);
  expect(await rows()).toEqual([[NOW + 1]]);
});

test("a session ends after 12 hours, by log-out, from another session, and with the account", async () => {
  const first = await setUp();
  expect(await staff.viewer(first.token, NOW + STAFF_SESSION - 1)).not.toBeNull();
  expect(await staff.viewer(first.token, NOW + STAFF_SESSION)).toBeNull();
  const as = async (token: string) => contextOf({ viewer: await staff.viewer(token, NOW) }) as StaffMemberContext;
  const [a = "", b = ""] = first.recovery;
  const [second, third] = [
    tokenOf(await staff.staffLogin(contextOf(), { email: first.email, password: PASSWORD, code: a })),
    tokenOf(await staff.staffLogin(contextOf(), { email: first.email, password: PASSWORD, code: b })),
  ];
  await staff.staffLogout(await as(second));
  expect(await staff.viewer(second, NOW)).toBeNull();
  expect((await staff.staffSessions(await as(third))).sessions.map(({ current }) => current).sort()).toEqual([false, true]);
  expect(await staff.staffEndSessions(await as(third))).toEqual({ ended: 1 });
  expect(await staff.viewer(first.token, NOW)).toBeNull();
  const audit = auditRow(contextOf(), { action: "disable", object: "staff_member", id: first.id });
  await people.disable(first.id, NOW, { audit, mails: [] });
  expect(await staff.viewer(third, NOW)).toBeNull();
  const [, , c = ""] = first.recovery;
  expect(await codeOf(staff.staffLogin(contextOf(), { email: first.email, password: PASSWORD, code: c }))).toBe("login_failed");
});

test("a reset ends what was set up and opens a new link", async () => {
  const { id, email, token, recovery } = await setUp();
  const link = newSecret();
  const audit = auditRow(contextOf(), { action: "reset", object: "staff_member", id });
  await people.reset(id, { hash: await sha256(link), expiresAt: NOW + SETUP_LINK }, NOW, { audit, mails: [] });
  expect(await staff.viewer(token, NOW)).toBeNull();
  expect(await codeOf(staff.staffLogin(contextOf(), { email, password: PASSWORD, code: recovery[0] ?? "" }))).toBe(
    "login_failed",
  );
  expect(await codeOf(staff.staffSetup(contextOf(), { token: link }))).toBe("done");
});

test.each([
  ["reset", "code"],
  ["reset", "recovery code"],
  ["disable", "code"],
  ["disable", "recovery code"],
])("a log-in whose password was checked before a %s starts no session, by a %s", async (change, factor) => {
  const { id, email, secret, recovery } = await setUp();
  const now = NOW + 60_000;
  const noted = () => ({ audit: auditRow(contextOf({ now }), { action: change, object: "staff_member", id }), mails: [] });
  const link = async () => ({ hash: await sha256(newSecret()), expiresAt: now + SETUP_LINK });
  const changed = async () =>
    change === "disable" ? people.disable(id, now, noted()) : people.reset(id, await link(), now, noted());
  const verify = async () => {
    await changed();
    return true;
  };
  const { limits } = servicesOf(env);
  const seal = createSeal(env.PASSWORD_PEPPER, "staff totp");
  const keyedHash = (text: string) => hmac(env.PASSWORD_PEPPER, text);
  const late = createStaffSessions({
    store,
    limits,
    codes: createCodes({ seal, keyedHash }),
    passwords: { hash: async () => "", verify },
  });
  const code = factor === "code" ? await totpCode(secret, stepAt(now)) : (recovery[0] ?? "");
  expect(await codeOf(late.staffLogin(contextOf({ now }), { email, password: PASSWORD, code }))).toBe("login_failed");
  const open = "SELECT count(*) AS open FROM staff_sessions WHERE staff_id = ? AND ended_at IS NULL";
  expect(await env.DB.prepare(open).bind(id).first("open")).toBe(0);
});

test("the audit log names each change, and nobody changes or removes a row", async () => {
  const { id } = await setUp();
  const rows = await auditOf(id);
  expect(rows.map(({ action }) => action).sort()).toEqual(["add", "set up"]);
  for (const statement of ["UPDATE staff_audit SET reason = 'x'", "DELETE FROM staff_audit"])
    await expect(env.DB.prepare(statement).run()).rejects.toThrow("append-only");
  expect(await auditOf(id)).toEqual(rows);
});

test("an address has one account", async () => {
  const { email } = await added();
  const link = { hash: await sha256(newSecret()), expiresAt: NOW };
  const person = { id: newId(), name: "Mo", email, role: "support" as const, createdAt: NOW };
  expect(await people.add(person, link, { audit: auditRow(contextOf(), { action: "add" }), mails: [] })).toBe(false);
  expect(await auditOf(person.id)).toEqual([]);
});

test("a stored authenticator secret cannot be read without its key and account", async () => {
  const { id, secret } = await setUp();
  const row = await env.DB.prepare("SELECT * FROM staff_members WHERE id = ?").bind(id).first();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row?.totp_secret).toMatch(/^[\w-]{16}\.[\w-]{40,}$/);
});

function deviceOf(answer: Answer<unknown>): string {
  const { session } = answer.effects;
  return (session && "device" in session && session.device) || expect.unreachable("no device");
}

test("strangers' guesses keep nobody out on a known device, which has its own counter until a reset", async () => {
  const first = await setUp();
  const now = NOW + 60_000;
  const [a = "", b = "", c = ""] = first.recovery;
  const login = (code: string, more: Partial<StaffContext> = {}, password = PASSWORD) =>
    staff.staffLogin(contextOf({ now, ...more }), { email: first.email, password, code });
  const device = deviceOf(await login(a));
  for (let n = 0; n < 40; n++) await codeOf(login("000000", { network: `203.0.113.${n}` }, "guess"));
  expect(await codeOf(login(b, { network: "198.51.100.7" })), "a device of nobody").toBe("login_blocked");
  expect(await codeOf(login(b, { network: "198.51.100.7", device: newSecret() })), "an invented one").toBe("login_blocked");
  expect(await codeOf(login(b, { network: "198.51.100.7", device }))).toBe("done");
  for (let n = 0; n < 5; n++) expect(await codeOf(login(c, { device }, "guess"))).toBe("login_failed");
  expect(await codeOf(login(c, { device })), "five wrong ones on it").toBe("login_blocked");
  const later = { now: now + DAY, network: "198.51.100.8" };
  const other = await setUp();
  expect(
    deviceOf(
      await staff.staffLogin(contextOf({ ...later, device }), {
        email: other.email,
        password: PASSWORD,
        code: other.recovery[0] ?? "",
      }),
    ),
    "one device of two people",
  ).toBe(device);
  const audit = auditRow(contextOf(), { action: "reset", object: "staff_member", id: first.id });
  await people.reset(first.id, { hash: await sha256(newSecret()), expiresAt: now + SETUP_LINK }, now, { audit, mails: [] });
  expect(await store.knowsDevice(first.id, await sha256(device))).toBe(false);
});

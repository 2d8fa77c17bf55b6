import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { staffRows } from "#tests/setup/staff.ts";
import { addPassword, bothFactors, STAFF_PASSWORD } from "#tests/setup/staff-codes.ts";
import { virtualAuthenticator } from "#tests/setup/virtual-authenticator.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { StaffContext, StaffMemberContext } from "./context.ts";

const { staff, staffPasskeys: passkeys, people } = servicesOf(env);
const ORIGIN = "http://staff.localhost";
const PASSWORD = STAFF_PASSWORD;
const NOW = Date.now();

type Key = Awaited<ReturnType<typeof virtualAuthenticator>>;
type Lies = Parameters<Key["get"]>[1];

const anyone = (more: Partial<StaffContext> = {}): StaffContext => ({
  ...{ requestId: newId(), now: NOW, network: newId(), userAgent: "Test", origin: ORIGIN, viewer: null },
  ...more,
});

async function person(role: "operator" | "moderator" = "moderator") {
  const { id, email, token, rows } = await staffRows(role);
  for (const row of rows)
    await env.DB.prepare(row.sql)
      .bind(...row.values)
      .run();
  await addPassword(id);
  const viewer = await staff.viewer(token, NOW);
  const ctx = (more: Partial<StaffContext> = {}) => ({ ...anyone(more), viewer }) as StaffMemberContext;
  return { id, email, token, ctx };
}

async function add(who: Awaited<ReturnType<typeof person>>, key: Key, name = "Work laptop") {
  const options = await passkeys.newStaffPasskey(who.ctx(), await bothFactors(who.id));
  return passkeys.addStaffPasskey(who.ctx(), { name, credential: await key.create(options, { origin: ORIGIN }) });
}

async function enter(key: Key, lies: Lies = {}, more: Partial<StaffContext> = {}) {
  const options = await passkeys.staffPasskeyChallenge(anyone());
  return passkeys.staffPasskeyLogin(anyone(more), { credential: await key.get(options, { origin: ORIGIN, ...lies }) });
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );

const actionsOf = async (id: string) =>
  (
    await env.DB.prepare("SELECT action FROM staff_audit WHERE staff_id = ?1 OR object_id = ?1 ORDER BY id")
      .bind(id)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);

let mo: Awaited<ReturnType<typeof person>>;

beforeEach(async () => {
  mo = await person();
});

test("a passkey is added after the password, logs in alone, and tells when it did; the log has each step", async () => {
  const key = await virtualAuthenticator();
  const { passkeys: listed, limit } = await add(mo, key, "  Work\tlaptop ");
  const created_at = new Date(NOW).toISOString();
  expect([listed, limit]).toEqual([[{ id: key.id, name: "Work laptop", created_at, last_used_at: null }], 10]);
  const { value, effects } = await enter(key, {}, { now: NOW + MINUTE });
  expect(value).toMatchObject({ id: mo.id, role: "moderator" });
  const token = effects.session && "started" in effects.session ? effects.session.started : "";
  expect((await staff.viewer(token, NOW))?.id).toBe(mo.id);
  expect((await passkeys.staffPasskeys(mo.ctx())).passkeys[0]?.last_used_at).toBe(new Date(NOW + MINUTE).toISOString());
  expect(await actionsOf(mo.id)).toEqual(["add passkey", "login by passkey"]);
});

test("a forged, replayed, unverified, late or foreign passkey answer opens nothing", async () => {
  const key = await virtualAuthenticator();
  await add(mo, key);
  for (const lies of [
    { origin: "http://evil.example" },
    { rpId: "localhost" },
    { type: "webauthn.create" },
    // Present, not verified: one factor.
    { flags: 0x01 },
    { challenge: "A".repeat(76) },
    { broken: true },
    { userHandle: "c29tZWJvZHk" },
  ])
    expect(await codeOf(enter(key, lies)), JSON.stringify(lies)).toBe("login_failed");
  expect(await codeOf(enter(key, {}, { now: NOW + 6 * MINUTE }))).toBe("login_failed");
  expect(await codeOf(enter(await virtualAuthenticator()))).toBe("login_failed");
  const credential = await key.get(await passkeys.staffPasskeyChallenge(anyone()), { origin: ORIGIN });
  const twice = await Promise.all([0, 1].map(() => codeOf(passkeys.staffPasskeyLogin(anyone(), { credential }))));
  expect(twice.sort()).toEqual(["done", "login_failed"]);
  expect(await codeOf(enter(key, { counter: 1 })), "a cloned key").toBe("login_failed");
  expect((await actionsOf(mo.id)).filter((action) => action === "login refused").length).toBeGreaterThan(8);
});

test("a challenge adds a passkey once, in its own session, and one for the log-in adds none", async () => {
  const key = await virtualAuthenticator();
  const options = await passkeys.newStaffPasskey(mo.ctx(), await bothFactors(mo.id));
  const credential = await key.create(options, { origin: ORIGIN });
  const other = await person();
  const adding = (ctx: StaffMemberContext, given = credential) =>
    codeOf(passkeys.addStaffPasskey(ctx, { name: "x", credential: given }));
  expect(await adding(other.ctx())).toBe("passkey_failed");
  const { challenge } = await passkeys.staffPasskeyChallenge(anyone());
  expect(await adding(mo.ctx(), await key.create({ ...options, challenge }, { origin: ORIGIN }))).toBe("passkey_failed");
  expect(await adding(mo.ctx())).toBe("done");
  expect(await adding(mo.ctx())).toBe("passkey_failed");
});

test("a wrong password adds and removes none, and five block the guessing", async () => {
  const key = await virtualAuthenticator();
  await add(mo, key);
  const wrong = () => codeOf(passkeys.removeStaffPasskey(mo.ctx(), { passkey: key.id, password: "guess" }));
  const { code } = await bothFactors(mo.id);
  expect(await codeOf(passkeys.newStaffPasskey(mo.ctx(), { password: PASSWORD }))).toBe("code required");
  expect(await codeOf(passkeys.newStaffPasskey(mo.ctx(), { password: "guess", code }))).toBe("password password_wrong");
  for (let n = 0; n < 4; n++) expect(await wrong()).toBe("password password_wrong");
  expect(await wrong()).toBe("login_blocked");
  expect((await passkeys.staffPasskeys(mo.ctx())).passkeys).toHaveLength(1);
});

test("the right password alone gives back no try of a code", async () => {
  const guess = () => codeOf(passkeys.newStaffPasskey(mo.ctx(), { password: PASSWORD, code: "000000" }));
  const passwordAlone = () => codeOf(passkeys.removeStaffPasskey(mo.ctx(), { passkey: "invented", password: PASSWORD }));
  for (let n = 0; n < 4; n++) expect(await guess()).toBe("code wrong_code");
  for (let n = 0; n < 3; n++) expect(await passwordAlone()).toBe("not_found");
  expect([await guess(), await guess(), await passwordAlone()]).toEqual(["code wrong_code", "login_blocked", "login_blocked"]);
});

test("a removed passkey opens nothing, and nobody removes another's", async () => {
  const key = await virtualAuthenticator();
  await add(mo, key);
  const other = await person();
  const input = { passkey: key.id, password: PASSWORD };
  expect(await codeOf(passkeys.removeStaffPasskey(other.ctx(), input))).toBe("not_found");
  expect(await passkeys.removeStaffPasskey(mo.ctx(), input)).toMatchObject({ passkeys: [] });
  expect(await codeOf(enter(key))).toBe("login_failed");
  expect(await actionsOf(mo.id)).toEqual(["add passkey", "remove passkey"]);
});

test("a disabled person's passkey opens nothing, and a reset removes it for good", async () => {
  const [olga, key] = [await person("operator"), await virtualAuthenticator()];
  await add(mo, key);
  const credential = await (await virtualAuthenticator()).create(
    await passkeys.newStaffPasskey(mo.ctx(), await bothFactors(mo.id)),
    { origin: ORIGIN },
  );
  await people.disableStaff(olga.ctx(), { id: mo.id, ...(await bothFactors(olga.id)) });
  expect(await codeOf(enter(key))).toBe("login_failed");
  const late = passkeys.addStaffPasskey(mo.ctx(), { name: "Late", credential });
  expect(await codeOf(late), "one on its way while the sessions end").toBe("conflict");
  await people.resetStaff(olga.ctx(), { id: mo.id, ...(await bothFactors(olga.id)) });
  expect(await codeOf(enter(key))).toBe("login_failed");
  expect((await passkeys.staffPasskeys(mo.ctx())).passkeys).toEqual([]);
});

test("ten passkeys are enough, and each needs a name", async () => {
  await expect(add(mo, await virtualAuthenticator(), " ")).rejects.toMatchObject({
    fields: [{ field: "name", code: "required" }],
  });
  for (let n = 0; n < 10; n++) await add(mo, await virtualAuthenticator());
  expect(await codeOf(passkeys.newStaffPasskey(mo.ctx(), await bothFactors(mo.id)))).toBe("name too_many");
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import type { StaffRole } from "#db/schema/attributes.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { addPassword, bothFactors } from "#tests/setup/staff-codes.ts";
import { virtualAuthenticator } from "#tests/setup/virtual-authenticator.ts";
import { type AppError, ERROR_STATUS } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createPlatform } from "#worker/server/wiring/platform.ts";
import type { StaffMemberContext } from "./context.ts";
import { createPeopleStore } from "./people.store.ts";
import { createPeople } from "./people.ts";
import { createStaffMails } from "./staff-mails.ts";

const { staff, people, staffPasskeys } = servicesOf(env);
const store = createPeopleStore(connect(env.DB));
const { domainsStore, originOf } = createPlatform(env);
const domainOf = domainsStore.findById;
const mails = { ...createStaffMails({ store, domainOf, originOf }), dispatch: async () => {} };
const command = createPeople({ store, mails, link: () => null });
const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const NOBODY = { now: Date.now(), requestId: "command", viewer: null };

/** With a password: an operator who can log in. */
async function person(role: StaffRole) {
  const { id, email, token, rows } = await staffRows(role);
  for (const row of rows) await run(row.sql, ...row.values);
  await addPassword(id);
  const context = async (): Promise<StaffMemberContext> => {
    const viewer = await staff.viewer(token, Date.now());
    if (!viewer) throw new Error("no session");
    const origin = "http://staff.localhost:8787";
    return { requestId: newId(), now: Date.now(), network: "", userAgent: "", origin, viewer };
  };
  return { id, email, token, context, factors: () => bothFactors(id) };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => {
      expect(Object.keys(ERROR_STATUS)).toContain(code);
      return field ? `${field.field} ${field.code}` : code;
    },
  );

const actionsOn = async (id: string) =>
  (await env.DB.prepare("SELECT action, reason, staff_id AS by FROM staff_audit WHERE object_id = ? ORDER BY id").bind(id).all())
    .results;

const roleOf = (id: string) => env.DB.prepare("SELECT role FROM staff_members WHERE id = ?").bind(id).first("role");

let olga: Awaited<ReturnType<typeof person>>;

beforeEach(async () => {
  for (const table of ["staff_sessions", "staff_recovery_codes", "staff_passkeys", "staff_members", "outbox"])
    await run(`DELETE FROM ${table}`);
  olga = await person("operator");
});

test("an added person gets a set-up link, and the audit log names both people and the role", async () => {
  const input = { email: " Mo@Staff.example", name: " Mo  Bakker ", role: "moderator" as const };
  const added = async (more: object = {}) =>
    people.addStaff(await olga.context(), { ...input, ...(await olga.factors()), ...more });
  const { id, link } = await added();
  expect(link).toMatch(/^http:\/\/staff\.localhost:8787\/staff\/setup\?token=[\w-]{43}$/);
  const token = link.split("token=")[1] ?? "";
  expect(await staff.staffSetup(await olga.context(), { token })).toMatchObject({ name: "Mo Bakker", email: "mo@staff.example" });
  expect((await people.staffPeople()).people.find((one) => one.id === id)).toMatchObject({
    state: "not_set_up",
    role: "moderator",
    last_login_at: null,
  });
  expect(await actionsOn(id)).toEqual([{ action: "add", reason: "moderator", by: olga.id }]);
  expect(await codeOf(added())).toBe("email email_taken");
  expect(await codeOf(added({ email: "mo" }))).toBe("email invalid_email");
  expect(await codeOf(added({ email: "a@b.example", name: " " }))).toBe("name required");
});

test("a new role ends the sessions at once; the same role again changes nothing", async () => {
  const mo = await person("moderator");
  const change = async (id: string) =>
    people.changeStaffRole(await olga.context(), { id, role: "support", ...(await olga.factors()) });
  await change(mo.id);
  expect(await roleOf(mo.id)).toBe("support");
  expect(await staff.viewer(mo.token, Date.now())).toBeNull();
  await change(mo.id);
  expect(await actionsOn(mo.id)).toEqual([{ action: "change role", reason: "support", by: olga.id }]);
  expect(await codeOf(change("nobody"))).toBe("not_found");
});

test("nobody changes their own role, and nobody resets their own account", async () => {
  await person("operator");
  expect(await codeOf(people.changeStaffRole(await olga.context(), { id: olga.id, role: "support" }))).toBe("forbidden");
  expect(await codeOf(people.resetStaff(await olga.context(), { id: olga.id }))).toBe("forbidden");
  expect(await roleOf(olga.id)).toBe("operator");
  expect(await actionsOn(olga.id)).toEqual([]);
});

test("the last operator who can log in is neither disabled nor demoted, by the page or the command", async () => {
  const idle = await command.add(NOBODY, command.checked({ email: "not-set-up@staff.example", name: "No", role: "operator" }));
  const leave = async () => people.disableStaff(await olga.context(), { id: olga.id, ...(await olga.factors()) });
  expect(await codeOf(leave())).toBe("conflict");
  expect(await codeOf(command.disable(NOBODY, olga.id))).toBe("conflict");
  expect(await codeOf(command.changeRole(NOBODY, olga.id, "support"))).toBe("conflict");
  expect(await staff.viewer(olga.token, Date.now())).not.toBeNull();
  expect(await actionsOn(olga.id)).toEqual([]);
  expect(await codeOf(command.disable(NOBODY, idle.id)), "who was never set up may go").toBe("done");
  await person("operator");
  expect(await codeOf(leave())).toBe("done");
  expect(await staff.viewer(olga.token, Date.now())).toBeNull();
});

test("when two operators demote each other at the same time, one stays", async () => {
  const ola = await person("operator");
  const [a, b] = [await olga.context(), await ola.context()];
  const both = await Promise.all([
    codeOf(people.changeStaffRole(a, { id: ola.id, role: "moderator", ...(await olga.factors()) })),
    codeOf(people.disableStaff(b, { id: olga.id, ...(await ola.factors()) })),
  ]);
  expect(both.sort()).toEqual(["conflict", "done"]);
});

test("a disabled person is logged out, and a reset admits again by a new link", async () => {
  const mo = await person("moderator");
  for (let n = 0; n < 2; n++) await people.disableStaff(await olga.context(), { id: mo.id, ...(await olga.factors()) });
  expect(await staff.viewer(mo.token, Date.now())).toBeNull();
  const stateOf = async () => (await people.staffPeople()).people.find(({ id }) => id === mo.id)?.state;
  expect(await stateOf()).toBe("disabled");
  const { link } = await people.resetStaff(await olga.context(), { id: mo.id, ...(await olga.factors()) });
  expect(await stateOf()).toBe("not_set_up");
  const token = link.split("token=")[1] ?? "";
  expect((await staff.staffSetup(await olga.context(), { token })).email).toBe(mo.email);
  expect((await actionsOn(mo.id)).map(({ action }) => action)).toEqual(["disable", "reset"]);
});

test("one session changes at most thirty accounts an hour, new passkeys among them", async () => {
  const context = await olga.context();
  for (let n = 0; n < 30; n++) await codeOf(people.disableStaff(context, { id: "nobody" }));
  expect(await codeOf(people.disableStaff(context, { id: "nobody" }))).toBe("too_many_requests");
  expect(await codeOf(staffPasskeys.newStaffPasskey(context, await olga.factors()))).toBe("too_many_requests");
});

test("a session alone makes no account, no role and no link, and disables nobody: both factors are asked for, and a code is good once", async () => {
  const mo = await person("moderator");
  const context = await olga.context();
  const { password, code } = await olga.factors();
  const changes = {
    add: (more: object) =>
      people.addStaff(context, { email: `${newId()}@staff.example`, name: "Second", role: "operator", ...more }),
    role: (more: object) => people.changeStaffRole(context, { id: mo.id, role: "operator", ...more }),
    disable: (more: object) => people.disableStaff(context, { id: mo.id, ...more }),
    own: (more: object) => people.disableStaff(context, { id: olga.id, ...more }),
    reset: (more: object) => people.resetStaff(context, { id: mo.id, ...more }),
  };
  for (const change of Object.values(changes)) {
    expect(await codeOf(change({}))).toBe("password required");
    expect(await codeOf(change({ password }))).toBe("code required");
  }
  expect(await codeOf(changes.add({ password: "guess", code }))).toBe("password password_wrong");
  for (const change of [changes.role, changes.disable])
    expect(await codeOf(change({ password, code: "000000" }))).toBe("code wrong_code");
  expect([await roleOf(mo.id), await actionsOn(mo.id)]).toEqual(["moderator", []]);
  const both = await Promise.all([codeOf(changes.role({ password, code })), codeOf(changes.reset({ password, code }))]);
  expect(both.sort()).toEqual(["code wrong_code", "done"]);
  for (let n = 0; n < 5; n++) await codeOf(changes.role({ password: "guess", code }));
  expect(await codeOf(changes.role(await olga.factors()))).toBe("login_blocked");
});

test("a passkey confirms for its own account and session, once; another's does not", async () => {
  const [mo, ola] = [await person("moderator"), await person("operator")];
  const origin = (await olga.context()).origin;
  const keyOf = async (who: typeof olga) => {
    const key = await virtualAuthenticator();
    const options = await staffPasskeys.newStaffPasskey(await who.context(), await who.factors());
    await staffPasskeys.addStaffPasskey(await who.context(), { name: "Key", credential: await key.create(options, { origin }) });
    return key;
  };
  const [own, others] = [await keyOf(olga), await keyOf(ola)];
  const answer = async (key: typeof own, who = olga) =>
    key.get(await people.staffConfirmChallenge(await who.context()), { origin });
  const change = async (credential: Awaited<ReturnType<typeof answer>>) =>
    codeOf(people.changeStaffRole(await olga.context(), { id: mo.id, role: "support", credential }));
  expect(await change(await answer(others))).toBe("passkey_failed");
  expect(await change(await answer(own, ola)), "a challenge of another session").toBe("passkey_failed");
  const right = await answer(own);
  expect([await change(right), await change(right)]).toEqual(["done", "passkey_failed"]);
});

test("all operators who can log in and the person concerned are told of each change, by the page and the command", async () => {
  const [ola, mo] = [await person("operator"), await person("moderator")];
  await command.add(NOBODY, command.checked({ email: "idle@staff.example", name: "Idle", role: "operator" }));
  const sentMails = async () => {
    const { results } = await env.DB.prepare("SELECT recipient, subject, text FROM outbox ORDER BY recipient").all<{
      recipient: string;
      subject: string;
      text: string;
    }>();
    await run("DELETE FROM outbox");
    return results;
  };
  const operators = [olga.email, ola.email].sort();
  expect((await sentMails()).map(({ recipient }) => recipient)).toEqual(operators);
  await people.addStaff(await olga.context(), {
    ...{ email: "second@staff.example", name: "Second", role: "operator" as const },
    ...(await olga.factors()),
  });
  const added = await sentMails();
  expect(added.map(({ recipient }) => recipient)).toEqual(operators);
  for (const said of ["Second (second@staff.example): operator", "/staff/people"]) expect(added[0]?.text).toContain(said);
  const more = [...operators, mo.email].sort();
  await people.changeStaffRole(await olga.context(), { id: mo.id, role: "support", ...(await olga.factors()) });
  expect((await sentMails()).map(({ recipient }) => recipient)).toEqual(more);
  await people.changeStaffRole(await olga.context(), { id: mo.id, role: "support", ...(await olga.factors()) });
  expect(await sentMails(), "nothing changed").toEqual([]);
  await people.resetStaff(await olga.context(), { id: mo.id, ...(await olga.factors()) });
  expect((await sentMails()).map(({ recipient }) => recipient)).toEqual(more);
  const key = await virtualAuthenticator();
  const pia = await person("support");
  const options = await staffPasskeys.newStaffPasskey(await pia.context(), await pia.factors());
  expect(await sentMails(), "a challenge changes nothing").toEqual([]);
  const credential = await key.create(options, { origin: (await pia.context()).origin });
  await staffPasskeys.addStaffPasskey(await pia.context(), { name: "Key", credential });
  const keyed = await sentMails();
  expect(keyed.map(({ recipient }) => recipient)).toEqual([...operators, pia.email].sort());
  for (const said of [`(${pia.email}) added a passkey`, "/staff/people"]) expect(keyed[0]?.text).toContain(said);
  expect(await codeOf(staffPasskeys.addStaffPasskey(await pia.context(), { name: "Key", credential }))).toBe("passkey_failed");
  expect(await sentMails(), "no passkey was added").toEqual([]);
  await command.disable(NOBODY, mo.id);
  expect((await sentMails())[0]?.text).toContain("The command of the operator's machine disabled the account of");
});

test("what a person holds is free at once when the account is disabled, reset or gets another role", async () => {
  const holder = await person("moderator");
  for (const act of ["disable", "reset", "role"] as const) {
    await run("DELETE FROM work_items");
    await run(
      `INSERT INTO work_items (id, kind, object_id, domain_id, pool, created_at, due_at, leased_by, leased_until)
        VALUES ('w', 'report', 'x', 'liaison', 'liaison', 1, 2, ?, ?)`,
      holder.id,
      Date.now() + 3600_000,
    );
    if (act === "disable") await command.disable(NOBODY, holder.id);
    else if (act === "reset") await command.reset(NOBODY, holder.id);
    else await command.changeRole(NOBODY, holder.id, "support");
    const row = await env.DB.prepare("SELECT leased_by AS holder, leased_until AS until FROM work_items").first();
    expect([act, row]).toEqual([act, { holder: null, until: 0 }]);
  }
});

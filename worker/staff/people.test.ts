import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import type { StaffRole } from "#db/schema/attributes.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { type AppError, ERROR_STATUS } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { servicesOf } from "#worker/wiring/index.ts";
import type { StaffMemberContext } from "./context.ts";
import { createPeopleStore } from "./people.store.ts";
import { createPeople } from "./people.ts";

const { staff, people } = servicesOf(env);
const store = createPeopleStore(connect(env.DB));
const command = createPeople(store);
const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const NOBODY = { now: Date.now(), requestId: "command", viewer: null };

/** With a password: an operator who can log in. */
async function person(role: StaffRole) {
  const { id, email, token, rows } = await staffRows(role);
  for (const row of rows) await run(row.sql, ...row.values);
  await run("UPDATE staff_members SET password_hash = 'x' WHERE id = ?", id);
  const context = async (): Promise<StaffMemberContext> => {
    const viewer = await staff.viewer(token, Date.now());
    if (!viewer) throw new Error("no session");
    const origin = "http://staff.localhost:8787";
    return { requestId: newId(), now: Date.now(), network: "", userAgent: "", origin, viewer };
  };
  return { id, email, token, context };
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
  for (const table of ["staff_sessions", "staff_recovery_codes", "staff_members"]) await run(`DELETE FROM ${table}`);
  olga = await person("operator");
});

test("an added person gets a set-up link, and the audit log names both people and the role", async () => {
  const input = { email: " Mo@Staff.example", name: " Mo  Bakker ", role: "moderator" as const };
  const { id, link } = await people.addStaff(await olga.context(), input);
  expect(link).toMatch(/^http:\/\/staff\.localhost:8787\/staff\/setup\?token=[\w-]{43}$/);
  const token = link.split("token=")[1] ?? "";
  expect(await staff.staffSetup(await olga.context(), { token })).toMatchObject({ name: "Mo Bakker", email: "mo@staff.example" });
  expect((await people.staffPeople()).people.find((one) => one.id === id)).toMatchObject({
    state: "not_set_up",
    role: "moderator",
    last_login_at: null,
  });
  expect(await actionsOn(id)).toEqual([{ action: "add", reason: "moderator", by: olga.id }]);
  const again = people.addStaff(await olga.context(), input);
  expect(await codeOf(again)).toBe("email email_taken");
  expect(await codeOf(people.addStaff(await olga.context(), { ...input, email: "mo" }))).toBe("email invalid_email");
  expect(await codeOf(people.addStaff(await olga.context(), { ...input, email: "a@b.example", name: " " }))).toBe(
    "name required",
  );
});

test("a new role ends the sessions at once; the same role again changes nothing", async () => {
  const mo = await person("moderator");
  await people.changeStaffRole(await olga.context(), { id: mo.id, role: "support" });
  expect(await roleOf(mo.id)).toBe("support");
  expect(await staff.viewer(mo.token, Date.now())).toBeNull();
  await people.changeStaffRole(await olga.context(), { id: mo.id, role: "support" });
  expect(await actionsOn(mo.id)).toEqual([{ action: "change role", reason: "support", by: olga.id }]);
  expect(await codeOf(people.changeStaffRole(await olga.context(), { id: "nobody", role: "support" }))).toBe("not_found");
});

test("nobody changes their own role, and nobody resets their own account", async () => {
  await person("operator");
  expect(await codeOf(people.changeStaffRole(await olga.context(), { id: olga.id, role: "support" }))).toBe("forbidden");
  expect(await codeOf(people.resetStaff(await olga.context(), { id: olga.id }))).toBe("forbidden");
  expect(await roleOf(olga.id)).toBe("operator");
  expect(await actionsOn(olga.id)).toEqual([]);
});

test("the last operator who can log in is neither disabled nor demoted, by the page or the command", async () => {
  const idle = await command.add(NOBODY, { email: "not-set-up@staff.example", name: "No", role: "operator" });
  expect(await codeOf(people.disableStaff(await olga.context(), { id: olga.id }))).toBe("conflict");
  expect(await codeOf(command.disable(NOBODY, olga.id))).toBe("conflict");
  expect(await codeOf(command.changeRole(NOBODY, olga.id, "support"))).toBe("conflict");
  expect(await staff.viewer(olga.token, Date.now())).not.toBeNull();
  expect(await actionsOn(olga.id)).toEqual([]);
  expect(await codeOf(command.disable(NOBODY, idle.id)), "who was never set up may go").toBe("done");
  await person("operator");
  expect(await codeOf(people.disableStaff(await olga.context(), { id: olga.id }))).toBe("done");
  expect(await staff.viewer(olga.token, Date.now())).toBeNull();
});

test("when two operators demote each other at the same time, one stays", async () => {
  const ola = await person("operator");
  const [a, b] = [await olga.context(), await ola.context()];
  const both = await Promise.all([
    codeOf(people.changeStaffRole(a, { id: ola.id, role: "moderator" })),
    codeOf(people.disableStaff(b, { id: olga.id })),
  ]);
  expect(both.sort()).toEqual(["conflict", "done"]);
});

test("a disabled person is logged out, and a reset admits again by a new link", async () => {
  const mo = await person("moderator");
  await people.disableStaff(await olga.context(), { id: mo.id });
  await people.disableStaff(await olga.context(), { id: mo.id });
  expect(await staff.viewer(mo.token, Date.now())).toBeNull();
  const stateOf = async () => (await people.staffPeople()).people.find(({ id }) => id === mo.id)?.state;
  expect(await stateOf()).toBe("disabled");
  const { link } = await people.resetStaff(await olga.context(), { id: mo.id });
  expect(await stateOf()).toBe("not_set_up");
  const token = link.split("token=")[1] ?? "";
  expect((await staff.staffSetup(await olga.context(), { token })).email).toBe(mo.email);
  expect((await actionsOn(mo.id)).map(({ action }) => action)).toEqual(["disable", "reset"]);
});

test("one session changes at most thirty accounts an hour", async () => {
  const context = await olga.context();
  for (let n = 0; n < 30; n++) await codeOf(people.disableStaff(context, { id: "nobody" }));
  expect(await codeOf(people.disableStaff(context, { id: "nobody" }))).toBe("too_many_requests");
});

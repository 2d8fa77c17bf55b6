import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { bookedRows, staffRows } from "#tests/setup/staff.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { createPeopleStore } from "#worker/backoffice/staff/people.store.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { contract } from "./program-reads.contract.ts";
import { createProgramReadsStore } from "./program-reads.store.ts";
import { createProgramReads } from "./program-reads.ts";
import { WINDOW } from "./programs.vocabulary.ts";
import { createTokensStore } from "./tokens.store.ts";
import { createTokens } from "./tokens.ts";

const db = connect(env.DB);
const store = createTokensStore(db);
const limits = { hit: async () => ({ allowed: true }) } as never;
const tokens = createTokens({
  ...{ store, limits },
  confirmation: {
    async bothFactors(_, { code }) {
      if (code !== "123456") throw new Error("not confirmed");
    },
  },
});
const reads = createProgramReads({
  ...{ store: createProgramReadsStore(db), tokens: store, limits, cursors: createCursors("test only") },
});
const ALL = { site: null };
let mo: StaffMemberContext;
let now: number;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] = [], message }: AppError) => (field ? `${field.field} ${field.code}` : (code ?? message)),
  );
const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const add = (more: object = {}) =>
  tokens.addApiToken(mo, { name: "Accounts", site: "", days: 90, orders: "on", code: "123456", ...more });
const admit = (token: string | null, name: keyof typeof contract = "v1Orders", at = now) =>
  reads.admit(contract[name], { now: at, requestId: newId(), token });
const noted = async () => {
  const { results } = await env.DB.prepare("SELECT action, reason FROM staff_audit WHERE staff_id = ? ORDER BY id")
    .bind(mo.viewer.id)
    .all();
  return results.map(({ action, reason }) => `${action}: ${reason}`);
};

beforeEach(async () => {
  now = Date.now();
  const { id, rows } = await staffRows("operator");
  for (const { sql, values } of rows) await run(sql, ...values);
  await run("UPDATE staff_members SET password_hash = 'x' WHERE id = ?", id);
  mo = staffContext("operator", now);
  mo = { ...mo, viewer: { ...mo.viewer, id } };
});

test("a token is shown once and stored as its hash; it reads its scopes until its day", async () => {
  const { id, token } = await add({ site: "liaison" });
  expect(token).toMatch(/^lia_[\w-]{43}$/);
  const row = await env.DB.prepare("SELECT * FROM api_tokens WHERE id = ?").bind(id).first();
  expect(JSON.stringify(row)).not.toContain(token.slice(10));
  expect((await tokens.apiTokens(mo)).tokens[0]).toMatchObject({
    id,
    prefix: token.slice(0, 10),
    stands: true,
    last_used_at: null,
  });
  expect(await admit(token)).toEqual({ site: "liaison" });
  expect(await codeOf(admit(token, "v1Members"))).toBe("forbidden");
  expect(await codeOf(admit(token, "v1Orders", now + 90 * DAY))).toBe("authentication_required");
  for (const wrong of [null, "", "x", `${token}x`, `lia_${"a".repeat(43)}`])
    expect([wrong, await codeOf(admit(wrong))]).toEqual([wrong, "authentication_required"]);
  expect((await tokens.apiTokens(mo)).tokens[0]?.last_used_at).toBe(new Date(now).toISOString());
});

test("it ends when it is revoked, and with its operator: disabled, reset or of another role", async () => {
  const { id, token } = await add();
  await tokens.revokeApiToken(mo, { id });
  expect([await codeOf(admit(token)), await codeOf(tokens.revokeApiToken(mo, { id }))]).toEqual([
    "authentication_required",
    "not_found",
  ]);
  const { id: other, rows } = await staffRows("operator");
  for (const { sql, values } of rows) await run(sql, ...values);
  await run("UPDATE staff_members SET password_hash = 'x' WHERE id = ?", other);
  const people = createPeopleStore(db);
  const audit = {
    at: now,
    staffId: other,
    action: "x",
    objectKind: "none" as const,
    objectId: null,
    reason: null,
    requestId: "x",
  };
  const sent = { audit, mails: [] };
  const ends = [
    () => people.changeRole(mo.viewer.id, "support", now, sent),
    () => people.reset(mo.viewer.id, { hash: newId(), expiresAt: now }, now, sent),
    () => people.disable(mo.viewer.id, now, sent),
  ];
  for (const end of ends) {
    const made = await add();
    expect(await admit(made.token)).toEqual(ALL);
    await end();
    expect(await codeOf(admit(made.token))).toBe("authentication_required");
    await run("UPDATE staff_members SET role = 'operator', disabled_at = NULL, password_hash = 'x' WHERE id = ?", mo.viewer.id);
    // It does not come back with the account.
    expect(await codeOf(admit(made.token))).toBe("authentication_required");
  }
});

test("its uses are noted once a day and scope", async () => {
  const { token } = await add({ members: "on" });
  for (const at of [now, now + 1, now + HOUR]) await admit(token, "v1Orders", Math.min(at, now + 1));
  await admit(token, "v1Members");
  await admit(token, "v1Orders", now + DAY);
  expect(await noted()).toEqual([
    "add token: members orders",
    "read by token: orders",
    "read by token: members",
    "read by token: orders",
  ]);
});

test("a token asks for both factors, a name, a scope and a site that there is", async () => {
  expect(await codeOf(add({ code: "1" }))).toBe("not confirmed");
  expect(await codeOf(add({ name: " " }))).toMatch(/^name /);
  expect(await codeOf(add({ orders: undefined }))).toBe("scopes required");
  expect(await codeOf(add({ site: "nowhere" }))).toBe("site unknown_option");
});

test("each list has ids, states and sums, and no name, address or text", async () => {
  const member = await addMember({ name: "Veraq7x" });
  await run("UPDATE accounts SET email = 'veraq7x@example.org' WHERE id = ?", member);
  await env.DB.batch(bookedRows(member).map(({ sql, values }) => env.DB.prepare(sql).bind(...values)));
  const other = await addMember();
  await run(
    `INSERT INTO reports (id, reference, domain_id, pool, reporter_id, reported_id, kind, object_id, reason, text, created_at, due_at)
     VALUES (?1, ?1, 'liaison', 'liaison', ?2, ?1, 'profile', ?1, 'scam', 'q7x words', 1, 1)`,
    ...[member, other],
  );
  await run(
    `INSERT INTO decisions (id, reference, domain_id, pool, member_id, about, kind, reason, words, decided_by, created_at)
     VALUES (?1, ?1, 'liaison', 'liaison', ?1, 'profile', 'warning', 'scam', 'q7x words', 'x', 1)`,
    member,
  );
  const lists = {
    members: (await reads.v1Members(ALL, {})).members,
    orders: (await reads.v1Orders(ALL, {})).orders,
    reports: (await reads.v1Reports(ALL, {})).reports,
    decisions: (await reads.v1Decisions(ALL, {})).decisions,
  };
  const own = Object.entries(lists).map(([name, rows]) => [name, rows.find(({ id }) => id === member)]);
  expect(Object.fromEntries(own)).toMatchObject({
    members: { site: "liaison", state: "active" },
    orders: { member, state: "completed", amount: 1000, refunded: 0 },
    reports: { member, state: "open", reason: "scam" },
    decisions: { member, kind: "warning" },
  });
  expect(JSON.stringify(lists)).not.toMatch(/veraq7x|q7x words|Booked/i);
  expect(JSON.stringify(lists.reports)).not.toContain(other);
  for (const name of Object.keys(contract) as (keyof typeof contract)[])
    if (name !== "v1Figures") expect(contract[name].output.safeParse(await reads[name](ALL, {})).error?.issues).toBe(undefined);
});

test("a list goes on after the last id of its page, whatever its site, and a token of one site reads that one", async () => {
  const ids = Array.from({ length: WINDOW + 20 }, () => newId());
  await env.DB.batch(
    ids.map((id, n) =>
      env.DB.prepare(
        `INSERT INTO reports (id, reference, domain_id, pool, reported_id, kind, object_id, reason, created_at, due_at)
         VALUES (?1, ?1, ?2, 'liaison', ?1, 'profile', ?1, 'scam', 1, 1)`,
      ).bind(id, n % 2 === 0 ? "liaison" : "dichtbij"),
    ),
  );
  const seen: string[] = [];
  for (let after: string | undefined, pages = 0; pages < 5; pages++) {
    const page = await reads.v1Reports({ site: "dichtbij" }, { after });
    seen.push(...page.reports.map(({ id }) => id));
    if (page.next === null) break;
    after = page.next;
  }
  expect(seen).toEqual(ids.filter((_, n) => n % 2 === 1).toSorted());
  expect(await codeOf(reads.v1Reports({ site: "dichtbij" }, { site: "liaison" }))).toBe("forbidden");
  expect(await codeOf(reads.v1Orders(ALL, { after: (await reads.v1Reports(ALL, {})).next ?? "" }))).toBe("cursor bad_cursor");
});

test("figures are those of a site between two days", async () => {
  const days = [20_000, 20_001, 20_002];
  for (const day of days) await run("INSERT INTO daily_figures VALUES ('liaison', ?, 'signups', '', 3)", day);
  const asked = { site: "liaison", from: "2024-10-05", to: "2024-10-06" };
  expect(await reads.v1Figures(ALL, asked)).toEqual({
    figures: ["2024-10-05", "2024-10-06"].map((day) => ({ day, name: "signups", part: "", value: 3 })),
    next: null,
  });
  expect(await codeOf(reads.v1Figures({ site: "dichtbij" }, asked))).toBe("forbidden");
});

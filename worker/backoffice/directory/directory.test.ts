import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Filters } from "./directory.contract.ts";
import { createDirectoryStore } from "./directory.store.ts";
import { FILE_OPEN } from "./directory.vocabulary.ts";

const { directory } = servicesOf(env);
const store = createDirectoryStore(connect(env.DB));
/** Long ago: no other member of this store signed up then. */
const THEN = Date.parse("2019-03-01T12:00:00Z");
let mo: StaffMemberContext;
let ids: string[];

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }: AppError) => code,
  );
const set = (id: string, column: string, value: string | number, table = "accounts") =>
  runSql(`UPDATE ${table} SET ${column} = ?1 WHERE id = ?2`, value, id);
const found = async (filters: Filters) => {
  const { members } = await directory.memberList(mo, { from: "2019-03-01", to: "2019-03-04", ...filters });
  return members.map(({ id }) => ids.indexOf(id)).sort();
};

async function operator(): Promise<StaffMemberContext> {
  const ctx = { ...staffContext("operator", Date.now()), origin: "http://staff.localhost:8787" };
  await runSql(
    `INSERT INTO staff_members (id, name, email, role, password_hash, created_at) VALUES (?1, ?1, ?2, 'operator', 'x', 1)`,
    ...[ctx.viewer.id, `${ctx.viewer.id}@staff.example`],
  );
  return ctx;
}

beforeEach(async () => {
  await env.DB.exec("UPDATE accounts SET created_at = created_at + 1000000000000 WHERE created_at < 1600000000000");
  await env.DB.exec("DELETE FROM member_files");
  mo = await operator();
  ids = [];
  for (const day of [0, 1, 2, 3]) {
    const id = await addMember({ name: `M${newId().slice(0, 8)}` });
    await set(id, "created_at", THEN + day * DAY);
    ids.push(id);
  }
});

test("members are found by each of the filters, and by several together", async () => {
  const [a, b, c] = ids as [string, string, string];
  await set(a, "email", `${a}@mail.example`);
  await set(b, "traffic_source", "newsletter");
  await set(c, "tracking", '{"sub1":"newsletter"}');
  await set(a, "paid_user", 1);
  await set(c, "country", "AT", "profiles");
  await set(b, "fictional", 1, "profiles");
  await runSql(
    `INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?1, ?2, 'liaison', 'x Android x', 1, 2)`,
    ...[newId(), c],
  );
  expect(await found({})).toEqual([0, 1, 2, 3]);
  expect(await found({ mail_domain: "@Mail.example" })).toEqual([0]);
  expect(await found({ source: "newsletter" })).toEqual([1, 2]);
  expect(await found({ paid: "yes" })).toEqual([0]);
  expect(await found({ paid: "no", country: "at" })).toEqual([2]);
  expect(await found({ fictional: "yes" })).toEqual([1]);
  expect(await found({ system: "android" })).toEqual([2]);
  expect(await found({ from: "2019-03-02", to: "2019-03-03" })).toEqual([1, 2]);
  expect(await found({ site: "nowhere" })).toEqual([]);
  expect(await found({ status: "deleted" })).toEqual([]);
  expect(await found({ spent: "1", currency: "EUR" })).toEqual([]);
  expect(await codeOf(directory.memberList(mo, { spent: "1" }))).toBe("invalid");
  expect(await codeOf(directory.memberList(mo, { spent: "much", currency: "EUR" }))).toBe("invalid");
});

test("a page looks at so many accounts and no more, and the next one goes on after the last of them", async () => {
  const none = { site: null, status: null, mailDomain: null, country: null, source: null, paid: null, spent: null, agent: null };
  const [nobody, all] = [
    { ...none, from: null, to: null, fictional: null, country: "XX" },
    { ...none, from: null, to: null, fictional: null },
  ];
  const first = await store.list(nobody, null, 10, 3);
  expect(first).toMatchObject({ found: [], reached: THEN + DAY });
  const rest = await store.list(all, first.last, 1, 3);
  expect(rest.found.map(({ id }) => ids.indexOf(id))).toEqual([0]);
  const page = await store.list(all, null, 2, 10);
  expect(page.found.map(({ id }) => ids.indexOf(id))).toEqual([3, 2]);
  expect((await store.list(all, page.last, 2, 10)).found.map(({ id }) => ids.indexOf(id))).toEqual([1, 0]);
  expect(await store.list(all, 1, 10, 10)).toEqual({ found: [], last: null, reached: null });
});

test("a firm of one person approves its own file alone, for its own sites only, and log and list say so", async () => {
  const onePerson = (isOne: boolean, site: string) =>
    runSql(
      "UPDATE domains SET settings = json_set(settings, '$.settings.one_person', json(?1)) WHERE id = ?2",
      String(isOne),
      site,
    );
  await onePerson(true, "liaison");
  const everywhere = await directory.askMemberFile(mo, {});
  expect(await codeOf(directory.decideMemberFile(mo, { ...everywhere, decision: "approve" }))).toBe("forbidden");
  await directory.decideMemberFile(mo, { ...everywhere, decision: "refuse" });
  const { file } = await directory.askMemberFile(mo, { site: "liaison", from: "2019-03-01", to: "2019-03-04" });
  expect((await directory.memberFiles(mo)).files.map(({ id, alone }) => [id === file, alone])).toContainEqual([true, true]);
  await directory.decideMemberFile(mo, { file, decision: "approve" });
  await onePerson(false, "liaison");
  expect((await directory.memberFileRows(mo, { file })).status).toBe(200);
  expect((await directory.memberFiles(mo)).files.find(({ id }) => id === file)?.status).toBe("alone");
  const { results } = await env.DB.prepare("SELECT action FROM staff_audit WHERE object_id = ? ORDER BY id").bind(file).all();
  expect(results.map(({ action }) => action)).toEqual(["ask for members", "approve members, alone"]);
});

test("a file needs a second operator, and opens for a day to who asked for it", async () => {
  const olga = await operator();
  const { file } = await directory.askMemberFile(mo, { from: "2019-03-01", to: "2019-03-04" });
  expect(await codeOf(directory.askMemberFile(mo, {}))).toBe("conflict");
  expect(await codeOf(directory.decideMemberFile(mo, { file, decision: "approve" }))).toBe("forbidden");
  expect(await codeOf(directory.memberFileRows(mo, { file }))).toBe("not_found");
  await directory.decideMemberFile(olga, { file, decision: "approve" });
  expect(await codeOf(directory.memberFileRows(olga, { file }))).toBe("not_found");
  const answer = await directory.memberFileRows(mo, { file });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines.slice(1).map((line) => ids.indexOf(line.split(",")[0] as string))).toEqual([3, 2, 1, 0]);
  const late = { ...mo, now: mo.now + FILE_OPEN + 60_000 };
  expect(await codeOf(directory.memberFileRows(late, { file }))).toBe("not_found");
  const { files } = await directory.memberFiles(mo);
  expect(files).toMatchObject([{ id: file, status: "approved", decided_by: olga.viewer.id, own: true }]);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { decisions, outbox, reports, staffAudit, workItems } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { memberReports, work, cases } = servicesOf(env);

let ben: string;
let now: number;

beforeEach(async () => {
  for (const table of ["work_items", "decisions", "reports", "exclusions", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  ben = await addMember({ name: "Ben" });
  now = Date.now();
});

const someone = () => staffContext("moderator", now);

/** By a member of their own; about a profile, or a photo of one. */
async function report(object = ben, kind: "profile" | "photo" = "profile") {
  const reporter = await addMember();
  const ctx = await memberContext(reporter, { now });
  const { reference } = await memberReports.report(ctx, { kind, object, reason: "scam", block: false });
  return { reporter, reference };
}

async function photoOf(member: string): Promise<string> {
  const id = `photo-${member}`;
  await env.DB.prepare(
    `INSERT INTO photos (id, profile_id, key, position, visibility, status, width, height, created_at)
      VALUES (?1, ?2, ?1, 0, 'public', 'active', 800, 800, 1)`,
  )
    .bind(id, member)
    .run();
  return id;
}

async function itemOf(reference: string, ctx: StaffMemberContext): Promise<string> {
  const found = (await cases.reportCases(ctx)).cases.find((one) => one.reference === reference);
  return found?.item ?? expect.unreachable("the report is not in hand");
}

async function decide(reference: string, decision: string, ctx: StaffMemberContext) {
  const reason = decision === "no_violation" ? undefined : "scam";
  await work.decideWork(ctx, { id: await itemOf(reference, ctx), decision, reason });
}

async function leave() {
  now += UNDO + 1;
  await work.sweep(now);
}

const outcomes = async () => (await db.select().from(reports)).map(({ outcome }) => outcome);
const told = async () =>
  (await db.select().from(outbox)).filter(({ template }) => template === "report_decided").map(({ accountId }) => accountId);

test("a ban ends all reports about the member: one decision, each reporter told once, each in the audit log", async () => {
  const all = [await report(), await report(), await report(await photoOf(ben), "photo")];
  await report(await addMember());
  const mo = someone();
  await work.takeWork(mo, { kind: "report" });
  await decide(all[1]?.reference ?? "", "ban", mo);
  await leave();
  await work.sweep(now + 120_000);
  expect((await outcomes()).toSorted()).toEqual(["acted", "acted", "acted", null]);
  expect(await db.select().from(decisions)).toMatchObject([{ kind: "ban", memberId: ben }]);
  expect((await told()).toSorted()).toEqual(all.map(({ reporter }) => reporter).toSorted());
  const items = await db.select().from(workItems);
  expect(items.filter(({ state }) => state === "done")).toHaveLength(3);
  for (const item of items) if (item.state === "done") expect(item).toMatchObject({ decision: "ban", decidedBy: mo.viewer.id });
  const followed = (await db.select().from(staffAudit)).filter(
    ({ staffId, action }) => staffId === mo.viewer.id && action === "follow report",
  );
  expect(followed).toHaveLength(2);
  expect(followed[0]).toMatchObject({ objectKind: "work_item", reason: "scam" });
});

test("no violation and a removal end the reports about the same thing only", async () => {
  for (const decision of ["no_violation", "content_removed"]) {
    await env.DB.exec("DELETE FROM work_items; DELETE FROM reports;");
    ben = await addMember();
    const [one] = [await report(), await report(), await report(await photoOf(ben), "photo")];
    const mo = someone();
    await work.takeWork(mo, { kind: "report" });
    await decide(one?.reference ?? "", decision, mo);
    await leave();
    const outcome = decision === "no_violation" ? "no_violation" : "acted";
    expect([decision, await outcomes()]).toEqual([decision, [outcome, outcome, null]]);
  }
});

test("nothing follows a decision that was taken back, and what another person has decided keeps that decision", async () => {
  const [one, two, three] = [await report(), await report(), await report()];
  const [mo, ida] = [someone(), someone()];
  await work.takeWork(mo, { kind: "report" });
  await decide(one.reference, "ban", mo);
  await work.undoWork(mo, { id: await itemOf(one.reference, mo) });
  await leave();
  expect(await outcomes()).toEqual([null, null, null]);
  const second = await itemOf(two.reference, mo);
  await db.update(workItems).set({ leasedBy: ida.viewer.id, leasedUntil: now + 600_000 });
  await work.decideWork(ida, { id: second, decision: "warning", reason: "fake" });
  await db.update(workItems).set({ leasedBy: mo.viewer.id });
  await decide(three.reference, "mute_3", mo);
  await leave();
  expect((await db.select().from(decisions)).map(({ kind }) => kind).toSorted()).toEqual(["mute", "warning"]);
  expect(await outcomes()).toEqual(["acted", "acted", "acted"]);
});

test("with a report come the others about its member, and all of them say that the member is banned already", async () => {
  for (let n = 0; n < 20; n++) await report(await addMember());
  await report();
  const late = await report();
  await env.DB.prepare(
    "UPDATE work_items SET score = iif(object_id = (SELECT id FROM reports WHERE reference = ?2), -1, 200) WHERE member_id = ?1",
  )
    .bind(ben, late.reference)
    .run();
  const mo = someone();
  expect(await work.takeWork(mo, { kind: "report" })).toEqual({ taken: 21 });
  expect((await cases.reportCases(mo)).cases.map(({ reference }) => reference)).toContain(late.reference);
  await db.insert(decisions).values({
    ...{ id: "b", reference: "b", domainId: "liaison", pool: "liaison", memberId: ben, about: "account", kind: "ban" },
    ...{ reason: "scam", decidedBy: "x", createdAt: 1 },
  });
  const { items } = await work.workMine(mo, { kind: "report" });
  expect(items.filter(({ banned }) => banned).map(({ member }) => member)).toEqual([ben, ben]);
  await env.DB.exec("UPDATE decisions SET lifted_at = 1, lifted_by = 'x'");
  expect((await work.workMine(mo, { kind: "report" })).items.filter(({ banned }) => banned)).toEqual([]);
});

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox, reportProofs } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createStaffBackend } from "#worker/server/staff/backend.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const rooms = servicesOf(env);
const { memberReports, work, cases, decisions: own } = rooms;
const refusedPicture = (...asked: Parameters<typeof cases.casePicture>) =>
  cases.casePicture(...asked).catch((error: AppError) => error.code);

let anna: string;
let ben: string;
let now: number;

beforeEach(async () => {
  for (const table of ["work_items", "decisions", "reports", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  [anna, ben] = [await addMember({ name: "Anna" }), await addMember({ name: "Ben" })];
  now = Date.now();
});

function someone(): StaffMemberContext {
  const who = { name: "Mo", email: "mo@staff.example", role: "moderator" as const };
  const viewer = { ...who, id: newId(), tokenHash: "", expiresAt: now + DAY };
  return { requestId: newId(), now, network: "n", userAgent: "", origin: "", viewer };
}

async function addPhoto(position = 0): Promise<string> {
  const id = newId();
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, checked_at, created_at) VALUES (?1, ?2, ?3, ?4, 'active', 1, 1)",
    ...[id, ben, `key-${id}`, position],
  );
  return id;
}

async function reportPhoto(object: string, reason: "fake" | "harassment" = "fake") {
  return memberReports.report(await memberContext(anna, { now }), { kind: "photo", object, reason, block: false });
}

/** Takes the queue, decides its first item and lets the time to undo pass. */
async function decide(kind: "report" | "appeal", decision: string, reason?: string, ctx = someone()): Promise<void> {
  await work.takeWork(ctx, { kind });
  const [item] = (await work.workMine(ctx, { kind })).items;
  await work.decideWork(ctx, { id: item?.id ?? expect.unreachable("nothing to decide"), decision, reason });
  now += UNDO + 1;
  await work.sweep(now);
}

test("a removed photo is refused, also one that was approved, and the next one is the main photo", async () => {
  const [first, second] = [await addPhoto(), await addPhoto(1)];
  await runSql("UPDATE profiles SET main_photo = ? WHERE id = ?", `key-${first}`, ben);
  await reportPhoto(first);
  await decide("report", "content_removed", "fake");
  const { results } = await env.DB.prepare(
    "SELECT id, status, rejected_for AS reason FROM photos WHERE profile_id = ? ORDER BY position",
  )
    .bind(ben)
    .all();
  expect(results).toEqual([
    { id: first, status: "rejected", reason: "someone_else" },
    { id: second, status: "active", reason: null },
  ]);
  expect(await env.DB.prepare("SELECT main_photo AS m FROM profiles WHERE id = ?").bind(ben).first("m")).toBe(`key-${second}`);
  await reportPhoto(second, "harassment");
  await decide("report", "content_removed", "harassment");
  const why = await env.DB.prepare("SELECT rejected_for AS why FROM photos WHERE id = ?").bind(second).first("why");
  expect(why, "the owner reads the reason of the decision").toBe("harassment");
  const letters = await db.select({ template: outbox.template }).from(outbox);
  expect(letters.map(({ template }) => template).toSorted()).toEqual([
    "decision",
    "decision",
    "report_decided",
    "report_decided",
  ]);
});

test("a reported photo is seen by who holds its case, also after its owner removed it and in the objection", async () => {
  const [id, key] = [newId(), `proved-${newId()}`];
  await env.PHOTOS.put(`${key}.full`, "pixels", { customMetadata: { profile: ben } });
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 1)",
    ...[id, ben, key],
  );
  await reportPhoto(id);
  await rooms.photos.removePhoto(await memberContext(ben, { now }), { id });
  const look = async (ctx: StaffMemberContext) => {
    const [found] = [...(await cases.reportCases(ctx)).cases, ...(await cases.objectionCases(ctx)).cases];
    expect(found?.pictures).toBe(1);
    const input = { item: found?.item ?? "", picture: 0 };
    expect(await refusedPicture(someone(), input)).toBe("not_found");
    expect(await refusedPicture(ctx, { ...input, picture: 1 })).toBe("not_found");
    return (await cases.casePicture(ctx, input)).text();
  };
  const mo = someone();
  await work.takeWork(mo, { kind: "report" });
  expect(await look(mo)).toBe("pixels");
  await decide("report", "warning", "fake", mo);
  const { decisions: told } = await own.decisions(await memberContext(ben, { now }));
  const [decision = "", opens = ""] = told[0]?.path.split("=")[1]?.split(".") ?? [];
  await own.object(await contextOf({ now }), { decision, key: opens, text: "That is me, many years ago." });
  const ida = someone();
  await work.takeWork(ida, { kind: "appeal" });
  expect(await look(ida)).toBe("pixels");

  await rooms.proofSweep.sweep(now + 400 * DAY);
  expect(await env.PHOTOS.head(`${key}.full`), "while the objection waits").not.toBe(null);
  await decide("appeal", "upheld", undefined, ida);
  await rooms.proofSweep.sweep(now + 189 * DAY);
  expect(await env.PHOTOS.head(`${key}.full`), "before the term ends").not.toBe(null);
  await rooms.proofSweep.sweep(now + 191 * DAY);
  expect(await env.PHOTOS.head(`${key}.full`)).toBe(null);
  expect(await db.$count(reportProofs, eq(reportProofs.memberId, ben))).toBe(0);
});

test("a picture that the profile still shows outlives its proof", async () => {
  const [id, key] = [newId(), `proved-${newId()}`];
  await env.PHOTOS.put(`${key}.full`, "pixels", { customMetadata: { profile: ben } });
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 1)",
    ...[id, ben, key],
  );
  await reportPhoto(id);
  await decide("report", "no_violation");
  await rooms.proofSweep.sweep(now + 191 * DAY);
  expect(await db.$count(reportProofs, eq(reportProofs.memberId, ben))).toBe(0);
  expect(await env.PHOTOS.head(`${key}.full`)).not.toBe(null);
});

test("a recording that a player reads in parts leaves one row, and another one later", async () => {
  const [id, key] = [newId(), `proved-${newId()}`];
  const httpMetadata = { contentType: "audio/webm" };
  await env.PHOTOS.put(`${key}.full`, "sound", { httpMetadata, customMetadata: { profile: ben } });
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 1)",
    ...[id, ben, key],
  );
  await reportPhoto(id);
  const mo = someone();
  await work.takeWork(mo, { kind: "report" });
  const item = (await cases.reportCases(mo)).cases[0]?.item ?? "";
  const listen = (later: number) =>
    createStaffBackend(env, { ...mo, now: now + later }, () => {}).casePicture({ item, picture: 0 });
  const rows = () =>
    env.DB.prepare("SELECT count(*) AS n FROM staff_audit WHERE action = 'hear recording' AND object_id = ?")
      .bind(item)
      .first("n");
  for (const later of [0, 1, 2]) await listen(later);
  expect(await rows()).toBe(1);
  await runSql("UPDATE work_items SET leased_until = ? WHERE id = ?", now + DAY, item);
  await listen(11 * MINUTE);
  expect(await rows()).toBe(2);
});

test("an erasure takes the pictures of proofs along", async () => {
  const [id, key] = [newId(), `proved-${newId()}`];
  await env.PHOTOS.put(`${key}.full`, "pixels", { customMetadata: { profile: ben } });
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 1)",
    ...[id, ben, key],
  );
  await reportPhoto(id);
  await rooms.photos.removePhoto(await memberContext(ben, { now }), { id });
  expect(await env.PHOTOS.head(`${key}.full`)).not.toBe(null);
  await runSql("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", ben);
  await rooms.erasure.erase(ben, now);
  expect(await env.PHOTOS.head(`${key}.full`)).toBe(null);
});

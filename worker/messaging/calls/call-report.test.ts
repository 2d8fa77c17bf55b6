import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { answer, as, beginScene, blocks, end, ends, refusalOf, ring, SECOND, scene } from "#tests/setup/calls.ts";
import { createPhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { filesOf } from "#worker/people/reports/proof-pictures.ts";
import { createReportsStore } from "#worker/people/reports/reports.store.ts";
import { createReports, type Reports } from "#worker/people/reports/reports.ts";
import type { SubjectsStore } from "#worker/people/reports/subjects.store.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { DAY } from "#worker/platform/durations.ts";
import { invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createCallReport } from "./call-report.ts";
import { createCallsStore } from "./calls.store.ts";

const { limits, memberReports } = servicesOf(env);
const files = createPhotoFiles(env.PHOTOS, env.IMAGES);
const work: Promise<unknown>[] = [];
const jpeg = () => new File(["picture"], "a.jpg");
const db = connect(env.DB);
const reportsBy = (reports: Pick<Reports, "reportCall">) =>
  createCallReport({
    ...{ store: createCallsStore(db), ends, reports, files, limits },
    // The real one decodes pictures, which takes a browser's file; its tests are its own.
    async makePicture(file, count) {
      refuseOver(await count());
      if ((await file.text()).startsWith("GIF")) throw invalid({ field: "file", code: "not_a_picture" });
      const bytes = new ArrayBuffer(1);
      return { full: bytes, card: bytes, thumb: bytes, size: { width: 640, height: 480 }, preview: null, hash: null };
    },
    after: (later) => void work.push(later),
  });
const { reportCall } = reportsBy(memberReports);

beforeEach(beginScene);

const stored = async () => (await env.PHOTOS.list({ prefix: "call-" })).objects.map(({ key }) => key);
const notes = async () => (await env.PHOTOS.list({ prefix: `uploads/${scene.ben}/` })).objects.length;

async function report(id: string, more: Partial<Parameters<typeof reportCall>[1]> = {}, who = scene.anna) {
  try {
    return await reportCall(await as(who), { id, reason: "harassment", block: false, ...more });
  } finally {
    await Promise.all(work);
  }
}

async function proofOf(reference: string) {
  const asked = "SELECT proof FROM report_proofs WHERE report_id = (SELECT id FROM reports WHERE reference = ?)";
  return JSON.parse((await env.DB.prepare(asked).bind(reference).first<string>("proof")) ?? "{}");
}

test("a report of a call holds what the reporter attached, of the reported member, and once", async () => {
  const { call } = await ring();
  await answer(call.id);
  const before = await stored();
  const { reference, blocked } = await report(call.id, { picture_1: jpeg(), picture_3: jpeg() });
  const proof = await proofOf(reference);
  expect([blocked, proof.call]).toMatchObject([false, { kind: "video", pictures: [expect.any(String), expect.any(String)] }]);
  expect(filesOf(proof)).toHaveLength(2);
  expect([(await stored()).length - before.length, await notes()], "three sizes of each, and no note").toEqual([6, 0]);
  const counted = "SELECT value FROM daily_figures WHERE name = 'call_reports' AND day = ?";
  const reportsToday = () =>
    env.DB.prepare(counted)
      .bind(Math.floor(scene.now / DAY))
      .first<number>("value");
  const sum = await reportsToday();
  expect(sum).toBeGreaterThan(0);
  const again = await report(call.id, { picture_1: jpeg() });
  expect([again.reference, (await stored()).length - before.length], "the first one stands").toEqual([reference, 6]);
  expect(await reportsToday()).toBe(sum);
});

test("without pictures it is a report of the chat, and a block ends the call", async () => {
  const { call } = await ring();
  const { reference, blocked } = await report(call.id, { block: true });
  const proof = await proofOf(reference);
  expect([blocked, proof.call, proof.messages.length > 0]).toEqual([true, undefined, true]);
  expect(await env.DB.prepare("SELECT ending FROM calls WHERE id = ?").bind(call.id).first("ending")).toBe("gone");
});

test("who blocks the other one after a call is reported with its pictures all the same", async () => {
  const { call } = await ring();
  await answer(call.id);
  await blocks.block(await as(scene.ben), { profile: scene.anna });
  const { reference } = await report(call.id, { picture_1: jpeg() });
  const asked = env.DB.prepare("SELECT kind, object_id AS object, reported_id AS reported FROM reports WHERE reference = ?");
  expect(await asked.bind(reference).first()).toEqual({
    kind: "profile",
    object: `${scene.ben}/${call.id}`,
    reported: scene.ben,
  });
  expect(filesOf(await proofOf(reference))).toHaveLength(1);
});

test("a report of a call is a case of its own beside those of the chat and of other calls, with its words and pictures", async () => {
  const chat = { kind: "chat", object: scene.conversation, reason: "scam", text: "Wants money", block: false } as const;
  const before = await memberReports.report(await as(scene.anna), chat);
  const first = (await ring()).call;
  await answer(first.id);
  const { reference } = await report(first.id, { text: "In the call", picture_1: jpeg() });
  expect(reference).not.toBe(before.reference);
  expect(filesOf(await proofOf(reference))).toHaveLength(1);
  const asked = env.DB.prepare("SELECT reason, text, due_at - created_at AS due FROM reports WHERE reference = ?");
  expect(await asked.bind(reference).first()).toMatchObject({ reason: "harassment", text: "In the call" });
  expect((await memberReports.report(await as(scene.anna), chat)).reference, "the chat's own stands").toBe(before.reference);
  const second = (await ring()).call;
  expect((await report(second.id)).reference).not.toBe(reference);
});

test("pictures that come after the report of the same call join it, once", async () => {
  const { call } = await ring();
  await answer(call.id);
  const before = await stored();
  const { reference } = await report(call.id);
  expect((await report(call.id, { picture_1: jpeg(), picture_2: jpeg() })).reference).toBe(reference);
  expect(filesOf(await proofOf(reference))).toHaveLength(2);
  await report(call.id, { picture_1: jpeg() });
  expect([filesOf(await proofOf(reference)).length, (await stored()).length - before.length, await notes()]).toEqual([2, 6, 0]);
});

test("a report with a block is repeated as the same one: the block took the chat, not the case", async () => {
  const { call } = await ring();
  await answer(call.id);
  const before = await stored();
  const said = { block: true, picture_1: jpeg() };
  const both = await Promise.all([report(call.id, said), report(call.id, said)]);
  const third = await report(call.id, said);
  expect(new Set([...both, third].map(({ reference }) => reference)).size).toBe(1);
  const cases = env.DB.prepare("SELECT kind, object_id AS object FROM reports WHERE reporter_id = ?");
  expect((await cases.bind(scene.anna).all()).results).toEqual([{ kind: "chat", object: `${scene.conversation}/${call.id}` }]);
  expect([(await stored()).length - before.length, await notes()]).toEqual([3, 0]);
  await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", scene.ben);
  expect((await report(call.id)).reference, "also once nothing of it is seen").toBe(third.reference);
});

test("the report ends the call, whoever sends it, and a refused one does not", async () => {
  const ending = (id: string) => env.DB.prepare("SELECT ending FROM calls WHERE id = ?").bind(id).first("ending");
  const rung = (await ring()).call;
  await report(rung.id, {}, scene.ben);
  expect(await ending(rung.id)).toBe("declined");
  const { call } = await ring();
  await answer(call.id);
  expect(await refusalOf(report(call.id, { reason: "unlisted" }))).toBe("invalid");
  expect(await ending(call.id)).toBeNull();
  await report(call.id);
  expect(await ending(call.id)).toBe("hung_up");
});

test("a report without pictures is taken when no more of them are", async () => {
  for (let n = 0; n < 12; n++) await limits.hit(...limitOf("callPictures", { member: scene.anna }), scene.now);
  const { call } = await ring();
  await answer(call.id);
  expect(await refusalOf(report(call.id, { picture_1: jpeg() }))).toBe("too_many_requests");
  expect(await refusalOf(report(call.id))).toBe("ok");
});

test("nobody reports another's call, and what is no picture is refused and leaves nothing", async () => {
  const { call } = await ring();
  await answer(call.id);
  const before = await stored();
  expect(await refusalOf(report(call.id, {}, await addMember()))).toBe("not_found");
  expect(await refusalOf(report(newId()))).toBe("not_found");
  const noPicture = new File(["GIF89a"], "a");
  expect(await refusalOf(report(call.id, { picture_1: jpeg(), picture_2: noPicture }))).toBe("invalid");
  expect([await stored(), await notes()]).toEqual([before, 0]);
});

test("pictures are of a call that somebody answered and that has just been", async () => {
  const { call } = await ring();
  const before = await stored();
  expect(await refusalOf(report(call.id, { picture_1: jpeg() })), "it still rings").toBe("call_over");
  await answer(call.id);
  await end(scene.anna, call.id);
  scene.now += 61 * 60 * SECOND;
  expect(await refusalOf(report(call.id, { picture_1: jpeg() }))).toBe("call_over");
  expect([await stored(), await notes()]).toEqual([before, 0]);
  expect(await refusalOf(report(call.id)), "without pictures it can be reported later").toBe("ok");
});

test("pictures stay with their report if the block after it fails", async () => {
  const { call } = await ring();
  await answer(call.id);
  const before = await stored();
  const found = { id: scene.ben, name: "Ben", excerpt: null, proof: { name: "Ben", fictional: false } };
  const { reportCall } = createReports({
    store: createReportsStore(db),
    subjects: { find: async () => found } as unknown as SubjectsStore,
    cursors: {} as Cursors,
    block: () => Promise.reject(new Error("cut off")),
  });
  const said = reportsBy({ reportCall }).reportCall(await as(scene.anna), {
    id: call.id,
    reason: "harassment",
    block: true,
    picture_1: jpeg(),
  });
  await expect(said).rejects.toThrow("cut off");
  await Promise.all(work);
  expect([(await stored()).length - before.length, await notes()]).toEqual([3, 0]);
});

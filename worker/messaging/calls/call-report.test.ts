import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { answer, as, beginScene, blocks, end, refusalOf, ring, SECOND, scene } from "#tests/setup/calls.ts";
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
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createCallReport } from "./call-report.ts";
import { createCallsStore } from "./calls.store.ts";

const { limits, memberReports } = servicesOf(env);
const files = createPhotoFiles(env.PHOTOS, env.IMAGES);
const work: Promise<unknown>[] = [];
const jpeg = () => new File(["picture"], "a.jpg");
const db = connect(env.DB);
const reportsBy = (reports: Pick<Reports, "reportWith">) =>
  createCallReport({
    ...{ store: createCallsStore(db), reports, files, limits },
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
  expect(await asked.bind(reference).first()).toEqual({ kind: "profile", object: scene.ben, reported: scene.ben });
  expect(filesOf(await proofOf(reference))).toHaveLength(1);
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
  const { reportWith } = createReports({
    store: createReportsStore(db),
    subjects: { find: async () => found } as unknown as SubjectsStore,
    cursors: {} as Cursors,
    block: () => Promise.reject(new Error("cut off")),
  });
  const said = reportsBy({ reportWith }).reportCall(await as(scene.anna), {
    id: call.id,
    reason: "harassment",
    block: true,
    picture_1: jpeg(),
  });
  await expect(said).rejects.toThrow("cut off");
  await Promise.all(work);
  expect([(await stored()).length - before.length, await notes()]).toEqual([3, 0]);
});

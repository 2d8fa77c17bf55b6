import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { GESTURES } from "#db/schema/attributes.ts";
import { outbox, workItems } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { createVerificationQueueStore } from "#worker/backoffice/queues/verification-queue.store.ts";
import { createVerificationQueue } from "#worker/backoffice/queues/verification-queue.ts";
import { createWorkStore } from "#worker/backoffice/work/work.store.ts";
import { createWork } from "#worker/backoffice/work/work.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { createPictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import { PROOF_RETENTION } from "#worker/people/identity/verifications.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createGestures } from "./gestures.ts";
import { createVerificationsStore } from "./verifications.store.ts";
import { createVerifications } from "./verifications.ts";

const db = connect(env.DB);
const { photosStore, live, limits, mails, domainsStore, members: memberRules } = servicesOf(env);
const erased: string[] = [];
const stored: string[] = [];
const made = { full: new ArrayBuffer(1), card: new ArrayBuffer(1), thumb: new ArrayBuffer(1) };
const pictures = {
  sizeOf: async () => ({ width: 800, height: 600 }),
  make: async () => ({ ...made, size: { width: 800, height: 600 }, preview: null, hash: null }),
  keep: async (key: string) => void stored.push(key),
  finish: async () => {},
  erase: async (key: string) => {
    erased.push(key);
    await meanwhile();
  },
};
const NOTHING = async (): Promise<unknown> => null;
/** Runs once, after the first picture is erased. */
let whileErasing = NOTHING;
function meanwhile(): Promise<unknown> {
  const work = whileErasing;
  whileErasing = NOTHING;
  return work();
}
const rules = createVerifications({
  ...{ store: createVerificationsStore(db), pictures, makePicture: createPictureMaker(pictures), limits, live },
  gestureAfter: createGestures(async (text: string) => Buffer.from(text.padStart(40, "x")).toString("base64url")),
  mails,
  ...{ owner: photosStore.addressee, domainOf: domainsStore.findById, originOf: () => "https://example.org" },
});
const opened: string[] = [];
const { queue, ...staffRules } = createVerificationQueue({
  store: createVerificationQueueStore(db),
  ...{ decide: rules.decide, domainOf: domainsStore.findById },
  open: async (key) => {
    opened.push(key);
    return new Response("x") as unknown as R2ObjectBody;
  },
});
const work = createWork({
  store: createWorkStore(db),
  queues: { verification: queue },
  cursors: { encode: () => "", decode: () => [] } as never,
  inTime: () => {},
});
const now = Date.now();

beforeEach(async () => {
  for (const list of [erased, stored, opened]) list.length = 0;
  for (const table of ["verifications", "work_items"]) await env.DB.exec(`DELETE FROM ${table}`);
});

const jpeg = () => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], "me.jpg");
const as = (id: string, at = now) => memberContext(id, { now: at });
const send = async (id: string, at = now) => rules.verify(await as(id, at), { file: jpeg(), agreed: "1" });
const state = async (id: string) => rules.verification(await as(id));
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ code }: AppError) => code,
  );
const mailsTo = async (id: string) =>
  (await db.select().from(outbox)).flatMap(({ accountId, template }) => (accountId === id ? [template] : []));

let position = 0;
async function addPhoto(id: string, status: "active" | "inspection" = "active"): Promise<string> {
  const photo = newId();
  const insert =
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, 'key-' || ?1, ?3, ?4, 0)";
  await runSql(insert, photo, id, position++, status);
  return photo;
}
const setMain = (id: string, photo: string) => runSql("UPDATE profiles SET main_photo = ? WHERE id = ?", `key-${photo}`, id);

async function withPhoto(): Promise<{ id: string; photo: string }> {
  const id = await addMember();
  const photo = await addPhoto(id);
  await setMain(id, photo);
  return { id, photo };
}

/** By a new moderator; the effect runs after the time to undo. */
async function decide(decision: "approve" | "refuse", reason?: string, at = now): Promise<void> {
  const ctx = staffContext("moderator", at);
  await work.takeWork(ctx, { kind: "verification" });
  const [item] = (await work.workMine(ctx, { kind: "verification" })).items;
  await work.decideWork(ctx, { id: item?.id ?? expect.unreachable(), decision, reason });
  await work.sweep(at + UNDO);
}

async function isShown(id: string): Promise<boolean> {
  const answer = await memberRules.member(await as(await addMember()), { id });
  return answer.value.profile.verified;
}

test("a proof needs an approved main photo, and one waits at a time", async () => {
  const id = await addMember();
  await addPhoto(id, "inspection");
  expect(await state(id)).toMatchObject({ verified: false, has_photo: false, latest: null });
  expect(await codeOf(send(id))).toBe("conflict");
  expect(stored).toEqual([]);
  await setMain(id, await addPhoto(id));
  const sent = await send(id);
  expect(sent).toMatchObject({ verified: false, latest: { status: "waiting", reason: null, erased_at: null } });
  expect(await codeOf(send(id))).toBe("conflict");
  expect(stored).toHaveLength(1);
  const items = (await db.select().from(workItems)).filter(({ kind }) => kind !== "photo");
  expect(items.map(({ kind, memberId, dueAt }) => [kind, memberId, dueAt])).toEqual([["verification", id, now + DAY]]);
});

test("a proof sent twice at once is stored once, and the other picture is erased", async () => {
  const { id } = await withPhoto();
  const outcomes = await Promise.all([1, 2, 3].map(async (n) => codeOf(send(id, now + n))));
  expect(outcomes.sort()).toEqual(["conflict", "conflict", "done"]);
  expect(stored.length - erased.length).toBe(1);
});

test("the gesture stays until a proof is sent, and the next one is another", async () => {
  const { id } = await withPhoto();
  const { gesture } = await state(id);
  expect(GESTURES).toContain(gesture);
  expect((await state(id)).gesture).toBe(gesture);
  await send(id);
  const row = await env.DB.prepare("SELECT gesture FROM verifications WHERE member_id = ?").bind(id).first("gesture");
  expect(row).toBe(gesture);
  expect((await state(id)).gesture).not.toBe(gesture);
});

test("a withdrawal shows no gesture again that was asked for before it", async () => {
  const { id } = await withPhoto();
  const { gesture: first } = await state(id);
  await send(id);
  const { gesture: second } = await state(id);
  expect((await rules.withdrawVerification(await as(id))).gesture).toBe(second);
  await send(id, now + 1);
  expect((await rules.withdrawVerification(await as(id))).gesture).not.toBe(second);
  // Of a proof that was sent before the next gesture was stored.
  const old = await withPhoto();
  await send(old.id);
  await runSql("UPDATE profiles SET next_gesture = NULL WHERE id = ?", old.id);
  const { gesture } = await state(old.id);
  expect((await rules.withdrawVerification(await as(old.id))).gesture).toBe(gesture);
  expect(first).not.toBe(second);
});

test("an approval sets the mark while the main photo is one that the moderator saw", async () => {
  const { id, photo } = await withPhoto();
  const second = await addPhoto(id);
  await addPhoto(id, "inspection");
  await send(id);
  const later = await addPhoto(id);
  await decide("approve");
  expect(await state(id)).toMatchObject({ verified: true, latest: { status: "approved" } });
  expect(await isShown(id)).toBe(true);
  expect(await mailsTo(id)).toEqual(["verification_approved"]);
  const seen: boolean[] = [];
  for (const main of [later, second, later, photo]) {
    await setMain(id, main);
    seen.push(await isShown(id));
  }
  expect(seen).toEqual([false, true, false, true]);
  await runSql("UPDATE profiles SET main_photo = NULL WHERE id = ?", id);
  expect((await state(id)).verified).toBe(false);
});

test.each([
  ["is gone", async (id: string) => setMain(id, "none")],
  ["came after the proof", async (id: string) => setMain(id, await addPhoto(id))],
])("an approval tells that no mark is shown when the main photo %s", async (_, change) => {
  const { id } = await withPhoto();
  await send(id);
  await change(id);
  await decide("approve");
  expect(await state(id)).toMatchObject({ verified: false, latest: { status: "approved" } });
  const mails = (await db.select().from(outbox)).filter(({ accountId }) => accountId === id);
  expect(mails.map(({ template, subject }) => [template, subject])).toEqual([
    ["verification_approved", "Your mark is not shown"],
  ]);
});

test("a refusal has a reason that is mailed, and another proof may follow, three a day", async () => {
  const { id } = await withPhoto();
  await send(id);
  await decide("refuse", "other_gesture");
  const { verified, latest } = await state(id);
  expect([verified, latest?.status, latest?.reason]).toEqual([false, "refused", "other_gesture"]);
  expect(Date.parse(latest?.erased_at ?? "") - Date.parse(latest?.decided_at ?? "")).toBe(PROOF_RETENTION);
  expect(await mailsTo(id)).toEqual(["verification_refused"]);
  for (const at of [now + 1, now + 2]) {
    await send(id, at);
    await decide("refuse", "unclear", at);
  }
  expect(await codeOf(send(id, now + 3))).toBe("too_many_requests");
  await rules.decide("gone", null, now);
  expect(await mailsTo(id)).toHaveLength(3);
});

test("a withdrawal erases the pictures and takes the mark away at once", async () => {
  const { id } = await withPhoto();
  await send(id);
  await decide("approve");
  expect(await rules.withdrawVerification(await as(id))).toMatchObject({ verified: false, latest: null });
  expect(erased).toEqual(stored);
  expect(await isShown(id)).toBe(false);
  await send(id, now + 1);
  await rules.withdrawVerification(await as(id));
  expect((await db.select().from(workItems)).filter(({ state: open }) => open !== "done")).toEqual([]);
});

test("a proof sent during a withdrawal keeps the row by which its picture is erased later", async () => {
  const { id } = await withPhoto();
  await send(id);
  await decide("refuse", "unclear");
  whileErasing = () => send(id, now + 1);
  expect((await rules.withdrawVerification(await as(id))).latest?.status).toBe("waiting");
  expect(erased).toEqual(stored.slice(0, 1));
  await rules.withdrawVerification(await as(id));
  expect(erased).toEqual(stored);
});

test("the picture is erased 14 days after the decision, not before", async () => {
  const { id } = await withPhoto();
  await send(id);
  await decide("approve");
  const at = now + UNDO;
  await rules.sweep(at + PROOF_RETENTION - 1);
  expect(erased).toEqual([]);
  await rules.sweep(at + PROOF_RETENTION);
  expect(erased).toEqual(stored);
  await rules.sweep(at + PROOF_RETENTION + DAY);
  expect(erased).toHaveLength(1);
  expect(await state(id)).toMatchObject({ verified: true, latest: { status: "approved", erased_at: null } });
});

test("a fictional profile is never verified, neither by the rule nor in the database", async () => {
  const { id, photo } = await withPhoto();
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", id);
  expect(await codeOf(send(id))).toBe("forbidden");
  await expect(runSql("UPDATE photos SET compared_at = 1 WHERE id = ?", photo)).rejects.toThrow("fictional_unverified");
  await expect(runSql("UPDATE profiles SET verified = 1 WHERE id = ?", id)).rejects.toThrow("fictional_unverified");
});

test("without staff there is no verification", async () => {
  const { id } = await withPhoto();
  const ctx = await memberContext(id, { now, preview: [] });
  expect(await codeOf(rules.verification(ctx))).toBe("not_found");
  expect(await codeOf(rules.mayVerify(ctx)), "before its body is read").toBe("not_found");
  expect(await codeOf(rules.verify(ctx, { file: jpeg(), agreed: "1" }))).toBe("not_found");
});

test("only who holds a proof sees it, with the photos it is compared with and no other", async () => {
  const { id, photo } = await withPhoto();
  const second = await addPhoto(id);
  const hidden = await addPhoto(id, "inspection");
  await setMain(id, second);
  await send(id);
  const [mo, ida] = [staffContext("moderator", now), staffContext("moderator", now)];
  await work.takeWork(mo, { kind: "verification" });
  expect(await staffRules.verificationLooks(ida)).toEqual({ proofs: [] });
  const [proof] = (await staffRules.verificationLooks(mo)).proofs;
  expect(proof).toMatchObject({ name: id, age: 36, site: "Liaison", photos: [second, photo], refused: 0 });
  const item = proof?.item ?? "";
  const file = (ctx: typeof mo, of?: string) => codeOf(staffRules.verificationFile(ctx, { item, photo: of, size: "full" }));
  expect([await file(mo), await file(mo, photo)]).toEqual(["done", "done"]);
  expect(opened).toEqual([stored[0], `key-${photo}`]);
  expect([await file(ida), await file(ida, photo), await file(mo, hidden)]).toEqual(["not_found", "not_found", "not_found"]);
  expect(await codeOf(staffRules.verificationFile({ ...mo, now: now + DAY }, { item, size: "full" }))).toBe("not_found");
});

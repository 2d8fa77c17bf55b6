import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { createAgeCheckQueueStore } from "#worker/backoffice/queues/age-check-queue.store.ts";
import { createAgeCheckQueue } from "#worker/backoffice/queues/age-check-queue.ts";
import { createWorkStore } from "#worker/backoffice/work/work.store.ts";
import { createWork } from "#worker/backoffice/work/work.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { createPictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import { createGestures } from "#worker/discovery/verifications/gestures.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createAgeChecksStore } from "./age-checks.store.ts";
import { createAgeChecks } from "./age-checks.ts";
import { REFUSAL_RETENTION, UNDECIDED } from "./age-checks.vocabulary.ts";

const db = connect(env.DB);
const { photosStore, live, limits, mails, domainsStore, closeByRule } = servicesOf(env);
const now = Date.now();
const AGE = { when: "before_contact" as const, methods: ["person" as const], country: "NL", from: null };

const stored: string[] = [];
const erased: string[] = [];
const opened: string[] = [];
const closed: string[] = [];
let storage: "works" | "fails" = "works";
const made = { full: new ArrayBuffer(1), card: new ArrayBuffer(1), thumb: new ArrayBuffer(1) };
const pictures = {
  sizeOf: async () => ({ width: 800, height: 600 }),
  make: async () => ({ ...made, size: { width: 800, height: 600 }, preview: null, hash: null }),
  keep: async (key: string) => void stored.push(key),
  finish: async () => {},
  erase: async (key: string) => {
    if (storage === "fails") throw new Error("no storage");
    erased.push(key);
  },
};
const rules = createAgeChecks({
  ...{ store: createAgeChecksStore(db), pictures, makePicture: createPictureMaker(pictures), limits, live, mails },
  gestureAfter: createGestures(async (text) => Buffer.from(text.padStart(40, "x")).toString("base64url")),
  ...{ owner: photosStore.addressee, domainOf: domainsStore.findById, originOf: () => "https://example.org" },
});
const { queue, ...staffRules } = createAgeCheckQueue({
  store: createAgeCheckQueueStore(db),
  ...{ decide: rules.decide, endUnder: rules.endUnder, domainOf: domainsStore.findById },
  async closeAccount(closing, at) {
    closed.push(closing.memberId);
    await closeByRule(closing, at);
  },
  open: async (key) => {
    opened.push(key);
    return new Response("x") as unknown as R2ObjectBody;
  },
});
const work = createWork({
  store: createWorkStore(db),
  queues: { age: queue },
  cursors: { encode: () => "", decode: () => [] } as never,
  inTime: () => {},
});

beforeEach(async () => {
  for (const list of [stored, erased, opened, closed]) list.length = 0;
  storage = "works";
  for (const table of ["age_checks", "work_items", "daily_figures"]) await env.DB.exec(`DELETE FROM ${table}`);
});

const jpeg = (bytes = [0xff, 0xd8, 0xff, 0xd9]) => new File([new Uint8Array(bytes)], "me.jpg");
const as = async (id: string, change: Partial<MemberContext> = {}): Promise<MemberContext> => {
  const ctx = await memberContext(id, { now: change.now ?? now });
  const features = { ...ctx.domain.features, verification: true };
  return { ...ctx, domain: { ...ctx.domain, features }, age: AGE, ...change };
};
const files = () => ({ pose: jpeg(), document: jpeg(), agreed: "1" as const });
const send = async (id: string, change: Partial<MemberContext> = {}) => rules.sendAgeCheck(await as(id, change), files());
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ code }: AppError) => code,
  );
const proofsOf = async (id: string) =>
  JSON.parse((await env.DB.prepare("SELECT age_proofs FROM accounts WHERE id = ?").bind(id).first<string>("age_proofs")) ?? "{}");
const mailsTo = async (id: string) =>
  (await db.select().from(outbox)).flatMap(({ accountId, template }) => (accountId === id ? [template] : []));
const figures = async () => {
  const { results } = await env.DB.prepare(
    "SELECT name, part, sum(value) AS n FROM daily_figures WHERE name LIKE 'age_%' GROUP BY 1, 2 ORDER BY 1, 2",
  ).all<{ name: string; part: string; n: number }>();
  return results.map(({ name, part, n }) => `${name} ${part} ${n}`);
};
const rowsLeft = () => env.DB.prepare("SELECT count(*) AS n FROM age_checks").first<number>("n");

/** The item that a new moderator has taken. */
async function taken(at = now) {
  const ctx = staffContext("moderator", at);
  await work.takeWork(ctx, { kind: "age" });
  const [item] = (await work.workMine(ctx, { kind: "age" })).items;
  return { ctx, item: item?.id ?? expect.unreachable("nothing was taken") };
}

async function decide(decision: "approve" | "refuse" | "under", reason?: string, at = now): Promise<void> {
  const { ctx, item } = await taken(at);
  await work.decideWork(ctx, { id: item, decision, reason });
  await work.sweep(at + UNDO);
}

test("who is 18 or older keeps a method and a day, and both pictures are erased with the decision", async () => {
  const id = await addMember();
  expect(await send(id)).toMatchObject({ latest: { status: "waiting", reason: null } });
  expect(new Set(stored).size).toBe(2);
  await decide("approve");
  expect(erased.toSorted()).toEqual(stored.toSorted());
  expect(await proofsOf(id)).toEqual({ person: { day: new Date(now).toISOString().slice(0, 10), until: null } });
  expect([await rowsLeft(), await mailsTo(id)]).toEqual([0, ["age_check_accepted"]]);
  expect(await figures()).toEqual(["age_begun person NL 1", "age_done person NL 1"]);
});

test("a refusal tells its reason, proves nothing, and the member may try again with another gesture", async () => {
  const id = await addMember();
  const { gesture } = await send(id);
  await decide("refuse", "other_person");
  const state = await rules.ageCheck(await as(id));
  expect([state.latest?.reason, await proofsOf(id), erased.length]).toEqual(["other_person", {}, 2]);
  expect(await mailsTo(id)).toEqual(["age_check_refused"]);
  expect(await figures()).toEqual(["age_begun person NL 1", "age_failed person NL 1"]);
  expect(state.gesture).toBe(gesture);
  expect(await codeOf(send(id))).toBe("done");
  await rules.sweep(now + UNDO + REFUSAL_RETENTION);
  expect(
    await env.DB.prepare("SELECT count(*) AS n FROM age_checks WHERE status = 'refused' AND reason = 'other_person'").first("n"),
  ).toBe(0);
});

test("only a document of a minor closes the account, by a person, and the pictures go with it", async () => {
  const id = await addMember();
  await send(id);
  await decide("under");
  expect([closed, erased.length, await rowsLeft(), await proofsOf(id)]).toEqual([[id], 2, 0, {}]);
  const decision = await env.DB.prepare("SELECT kind, reason, decided_by AS by FROM decisions WHERE member_id = ?")
    .bind(id)
    .first();
  expect(decision).toMatchObject({ kind: "ban", reason: "minor" });
  expect(decision?.by).not.toBe("proof of age");
});

test("nothing is taken where nobody decides, where nothing is to prove this way, or while one waits", async () => {
  const id = await addMember();
  const ctx = await as(id);
  const without = { ...ctx.domain, features: { ...ctx.domain.features, verification: false } };
  expect(await codeOf(send(id, { domain: without }))).toBe("not_found");
  expect(await codeOf(send(id, { age: null }))).toBe("conflict");
  expect(await codeOf(send(id, { age: { ...AGE, methods: ["eu"] } }))).toBe("conflict");
  await send(id);
  expect(await codeOf(send(id))).toBe("conflict");
  expect(await codeOf(rules.maySendAgeCheck(ctx))).toBe("conflict");
  expect(stored.length).toBe(2);
});

test("two at once leave one, and no picture without a row", async () => {
  const id = await addMember();
  const codes = await Promise.all([codeOf(send(id)), codeOf(send(id))]);
  expect(codes.toSorted()).toEqual(["conflict", "done"]);
  expect([stored.length - erased.length, await rowsLeft()]).toEqual([2, 1]);
});

test("a file that is no picture, and one that is too large, are named by their field and store nothing", async () => {
  const id = await addMember();
  const tell = async (change: Partial<ReturnType<typeof files>>) => {
    const error = await rules.sendAgeCheck(await as(id), { ...files(), ...change }).catch((failed: AppError) => failed);
    return [(error as AppError).code, (error as AppError).fields[0]?.field];
  };
  expect(await tell({ document: jpeg([1, 2, 3, 4]) })).toEqual(["unsupported_media_type", "document"]);
  expect(await tell({ pose: jpeg([]) })).toEqual(["invalid", "pose"]);
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "large.jpg");
  expect(await tell({ document: large })).toEqual(["too_large", "document"]);
  expect([stored, await rowsLeft()]).toEqual([[], 0]);
});

test("three a day", async () => {
  const id = await addMember();
  for (let time = 0; time < 3; time++) {
    await send(id);
    await rules.withdrawAgeCheck(await as(id));
  }
  expect(await codeOf(send(id))).toBe("too_many_requests");
  expect(await codeOf(rules.maySendAgeCheck(await as(id)))).toBe("too_many_requests");
});

test("twenty a day from one network, whatever the accounts", async () => {
  const network = newId();
  for (let time = 0; time < 20; time++) await limits.hit(...limitOf("ageChecksOfNetwork", { network }), now);
  const id = await addMember();
  expect(await codeOf(rules.maySendAgeCheck(await as(id, { network })))).toBe("too_many_requests");
  expect(await codeOf(send(id, { network }))).toBe("too_many_requests");
  expect(await codeOf(send(id, { network: newId() }))).toBe("done");
});

test("pictures come back also where nobody could decide any more", async () => {
  const id = await addMember();
  await send(id);
  const { domain } = await as(id);
  const without = await as(id, { domain: { ...domain, features: { ...domain.features, verification: false } } });
  expect((await rules.ageCheck(without)).latest?.status).toBe("waiting");
  expect(await rules.withdrawAgeCheck(without)).toMatchObject({ latest: null });
  expect([erased.length, await rowsLeft()]).toEqual([2, 0]);
  expect(await codeOf(rules.ageCheck(without))).toBe("not_found");
});

test("a member takes the pictures back at any time, also while a decision could still be undone", async () => {
  const id = await addMember();
  await send(id);
  const { ctx, item } = await taken();
  await work.decideWork(ctx, { id: item, decision: "approve" });
  expect(await rules.withdrawAgeCheck(await as(id))).toMatchObject({ latest: null });
  await work.sweep(now + UNDO);
  expect([erased.length, await rowsLeft(), await proofsOf(id)]).toEqual([2, 0, {}]);
  expect(await figures()).toEqual(["age_begun person NL 1", "age_left person NL 1"]);
});

test("staff see pictures only of a check that they hold, and never the member's date of birth", async () => {
  const id = await addMember({ birthDate: "1987-03-14" } as never);
  await send(id);
  const { ctx, item } = await taken();
  const colleague = staffContext("moderator", now);
  expect(await codeOf(staffRules.ageCheckFile(colleague, { item, picture: "document" }))).toBe("not_found");
  expect(await codeOf(staffRules.ageCheckFile(ctx, { item: "other", picture: "document" }))).toBe("not_found");
  for (const picture of ["pose", "document"] as const) await staffRules.ageCheckFile(ctx, { item, picture });
  expect(opened.toSorted()).toEqual(stored.toSorted());
  const looks = JSON.stringify(await staffRules.ageCheckLooks(ctx));
  expect(looks).toContain(id);
  expect(looks).not.toContain("1987");
  await work.decideWork(ctx, { id: item, decision: "approve" });
  await work.sweep(now + UNDO);
  expect(await codeOf(staffRules.ageCheckFile(ctx, { item, picture: "document" }))).toBe("not_found");
});

test("the first decision holds", async () => {
  const id = await addMember();
  await send(id);
  const check = await env.DB.prepare("SELECT id FROM age_checks").first<string>("id");
  await rules.decide(check ?? "", "unreadable", now);
  await rules.decide(check ?? "", null, now);
  await rules.endUnder(check ?? "", now);
  expect([await proofsOf(id), (await rules.ageCheck(await as(id))).latest?.reason]).toEqual([{}, "unreadable"]);
  expect(await figures()).toEqual(["age_begun person NL 1", "age_failed person NL 1"]);
});

test("a colleague does not decide about the own account", async () => {
  const id = await addMember();
  const ctx = staffContext("moderator", now);
  await runSql(
    `INSERT INTO staff_members (id, email, name, role, password_hash, created_at)
      SELECT ?1, email, 'Mo', 'moderator', 'x', 0 FROM accounts WHERE id = ?2`,
    ...[ctx.viewer.id, id],
  );
  await send(id);
  expect((await work.takeWork(ctx, { kind: "age" })).taken).toBe(0);
  expect((await work.takeWork(staffContext("moderator", now), { kind: "age" })).taken).toBe(1);
});

test("pictures that nobody decides about are erased after two weeks, and those of an account that ends with it", async () => {
  const [late, gone] = [await addMember(), await addMember()];
  await send(late);
  await send(gone);
  await rules.sweep(now + UNDECIDED - 1);
  expect(erased).toEqual([]);
  await runSql("UPDATE accounts SET status = 'deleted', deleted_at = ? WHERE id = ?", now, gone);
  await rules.sweep(now + 1);
  expect([erased.length, await rowsLeft()]).toEqual([2, 1]);
  await rules.sweep(now + UNDECIDED);
  expect([erased.length, (await rules.ageCheck(await as(late))).latest?.reason]).toEqual([4, "undecided"]);
  expect(await figures()).toEqual(["age_begun person NL 2", "age_left person NL 2"]);
});

test("pictures whose storage was away at the decision are erased by the next tick of the cron", async () => {
  const id = await addMember();
  await send(id);
  storage = "fails";
  const check = await env.DB.prepare("SELECT id FROM age_checks").first<string>("id");
  await expect(rules.decide(check ?? "", null, now)).rejects.toThrow("no storage");
  expect([Object.keys(await proofsOf(id)), await rowsLeft()]).toEqual([["person"], 1]);
  await rules.sweep(now + DAY);
  expect(await rowsLeft()).toBe(1);
  storage = "works";
  await rules.sweep(now + DAY);
  expect([erased.length, await rowsLeft()]).toEqual([2, 0]);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { accounts, decisions, heldTexts, outbox, workItems } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { removalOf } from "#worker/backoffice/decisions/removal.sql.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { OBJECTION_TERM, STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { ownProfile, members, swipe, work, textQueue, decisions: own } = servicesOf(env);
const ASKS = "I can double it: send me 200 euros and see. Quixotic q7x.";
const CALM = "I bake bread and walk the dog.";

let now: number;
let ann: string;

beforeEach(async () => {
  for (const table of ["held_texts", "work_items", "decisions", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  now = Date.now();
  ann = await addMember({ name: "Ann" });
});

const as = (id: string) => memberContext(id, { now });
const save = async (input: CallInput<"updateProfile">, id = ann) => ownProfile.updateProfile(await as(id), input);
const read = async (id = ann) => ownProfile.profile(await as(id));
const stored = async (column: "about" | "prompts") =>
  env.DB.prepare(`SELECT ${column} FROM profiles WHERE id = ?`).bind(ann).first<string>(column);
const waiting = async () =>
  (await db.select().from(workItems)).filter(({ kind, state }) => kind === "text" && state === "waiting");

async function decide(kind: "text" | "appeal", decision: string, reason?: string, words?: string): Promise<void> {
  const ctx = staffContext("moderator", now);
  await work.takeWork(ctx, { kind });
  const [item] = (await work.workMine(ctx, { kind })).items;
  await work.decideWork(ctx, { id: item?.id ?? expect.unreachable("nothing to decide"), decision, reason, words });
  now += UNDO + 1;
  await work.sweep(now);
}

/** What another member is handed. */
async function seenByOthers(): Promise<string> {
  const bea = await addMember({ name: "Bea" });
  await runSql("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?", bea);
  const ctx = await as(bea);
  const [found, list, deck] = [await members.member(ctx, { id: ann }), await members.members(ctx, {}), await swipe.deck(ctx)];
  return JSON.stringify([found.value, list, deck]);
}

test("a suspicious text is seen by its member alone, and others see the one before", async () => {
  await save({ about: CALM });
  const { profile, held, completeness } = await save({ about: ASKS, hair: "red" });
  expect(profile).toMatchObject({ about: ASKS, hair: "red" });
  expect(held).toMatchObject([{ field: "about", status: "waiting", reason: null, about: ASKS }]);
  expect(completeness.missing).not.toContain("about");
  expect(await read()).toMatchObject({ profile: { about: ASKS }, held: [{ status: "waiting" }] });
  expect(await stored("about")).toBe(CALM);
  const others = await seenByOthers();
  expect(others).toContain(CALM);
  expect(others).not.toContain("Quixotic");
  expect(await waiting()).toMatchObject([{ memberId: ann, dueAt: now + DAY }]);
  expect(await db.select().from(outbox)).toEqual([]);
});

test("answers wait in the same way; certain contact details stay refused at their field", async () => {
  const prompts = [{ question: "laugh", answer: "Look for me on telegram" }];
  expect((await save({ prompts })).profile.prompts).toEqual(prompts);
  expect(await stored("prompts")).toBe("[]");
  expect(await db.select().from(heldTexts)).toMatchObject([{ field: "prompts", causes: ["contacts"] }]);
  const refused = save({ about: "Write to ann@example.org" }).catch((error: AppError) => error.fields);
  expect(await refused).toEqual([{ field: "about", code: "contact_details" }]);
});

test("a text without signs is shown at once and takes a waiting one away, with its work", async () => {
  await save({ about: ASKS });
  await save({ about: ASKS });
  expect(await waiting()).toHaveLength(1);
  const { held } = await save({ about: CALM });
  expect([held, await stored("about"), await waiting()]).toEqual([[], CALM, []]);
  await save({ about: ASKS });
  // Back to what others see.
  expect((await save({ about: CALM })).held).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test("an approved text is shown; one that its member replaces while it is decided is not", async () => {
  await save({ about: CALM });
  await save({ about: ASKS });
  const ctx = staffContext("moderator", now);
  await work.takeWork(ctx, { kind: "text" });
  expect((await textQueue.textLooks(ctx)).texts).toMatchObject([
    {
      name: "Ann",
      field: "about",
      lines: [{ of: "about", text: ASKS }],
      before: [{ text: CALM }],
      causes: ["money"],
      strikes: 0,
    },
  ]);
  const [item] = await waiting();
  await work.decideWork(ctx, { id: item?.id ?? expect.unreachable(), decision: "approve" });
  await save({ about: `${ASKS} And more.` });
  now += UNDO + 1;
  await work.sweep(now);
  expect(await stored("about")).toBe(CALM);
  await decide("text", "approve");
  expect(await stored("about")).toBe(`${ASKS} And more.`);
  expect((await read()).held).toEqual([]);
  expect(await db.select().from(heldTexts)).toEqual([]);
  const done = (await db.select().from(workItems)).filter(({ kind }) => kind === "text");
  expect(done.map(({ state, decision }) => [state, decision])).toEqual([["done", "approve"]]);
  expect(await db.select().from(outbox)).toEqual([]);
});

test("a refusal is told with its reason, how it came about and the way to object, once", async () => {
  await save({ about: CALM });
  await save({ about: ASKS });
  await decide("text", "refuse", "scam", "You ask for money.");
  expect(await read()).toMatchObject({
    profile: { about: CALM },
    held: [{ field: "about", status: "refused", reason: "scam", about: ASKS }],
  });
  const { decisions: list } = await own.decisions(await as(ann));
  expect(list).toMatchObject([{ kind: "text_refused", about: "profile", reason: "scam", until: null, objection: "possible" }]);
  const mails = await db.select().from(outbox);
  expect(mails.map(({ template, accountId }) => [template, accountId])).toEqual([["decision", ann]]);
  expect(mails[0]?.text).toContain("A program noticed the text and held it back.");
  expect(mails[0]?.text).toContain("You ask for money.");
  expect(mails[0]?.text).toContain(list[0]?.path);
  expect(mails[0]?.text).not.toContain("Quixotic");
  await save({ about: "Something else." });
  expect((await read()).held).toEqual([]);
});

test("the third refusal of a year mutes, as other strikes do", async () => {
  for (let n = 1; n <= STRIKES.most; n++) {
    await save({ about: `${ASKS} ${n}` });
    await decide("text", "refuse", "contact_details");
  }
  const rows = await db.select().from(decisions);
  expect(rows.map(({ until }) => until !== null).sort()).toEqual([false, false, true]);
  const muted = (await db.select().from(accounts)).find(({ id }) => id === ann)?.mutedUntil;
  expect(muted).toBeGreaterThan(now + STRIKES.mute - DAY);
});

test("a reversed refusal shows the text, and another person reads it before", async () => {
  await save({ about: ASKS });
  await decide("text", "refuse", "scam");
  const { decisions: list } = await own.decisions(await as(ann));
  const query = new URL(list[0]?.path ?? expect.unreachable(), "http://localhost").searchParams;
  const [decision = "", key = ""] = query.get("open")?.split(".") ?? [];
  await own.object(await as(ann), { decision, key, text: "It is a joke of mine about bread." });
  const ctx = staffContext("moderator", now);
  await work.takeWork(ctx, { kind: "appeal" });
  const { cases } = await servicesOf(env).cases.objectionCases(ctx);
  expect(cases).toMatchObject([{ kind: "text_refused", words: [{ of: "about", text: ASKS }] }]);
  await work.returnWork(ctx, { kind: "appeal" });
  await decide("appeal", "reversed");
  expect(await stored("about")).toBe(ASKS);
  expect((await read()).held).toEqual([]);
  expect(await db.select().from(heldTexts), "the proof").toMatchObject([{ status: "past", value: ASKS }]);
});

test("a refused text is stored for an objection, and erased when nobody can object", async () => {
  await save({ about: ASKS });
  await decide("text", "refuse", "scam");
  const left = async (after: number) => {
    await textQueue.sweep(now + after);
    return (await db.select().from(heldTexts)).length;
  };
  expect(await left(OBJECTION_TERM - DAY)).toBe(1);
  await runSql("UPDATE decisions SET objected_at = ?, objection = 'No.'", now);
  expect(await left(OBJECTION_TERM + DAY)).toBe(1);
  await runSql("UPDATE decisions SET outcome = 'upheld', closed_at = ?", now);
  expect(await left(OBJECTION_TERM + DAY)).toBe(0);
});

test("only what is new is judged: words go at once, and an approved text stays when it is edited", async () => {
  const [hint, street] = [
    { question: "laugh", answer: "Look for me on telegram" },
    { question: "perfect_sunday", answer: "In my street" },
  ] as const;
  await save({ prompts: [hint, street] });
  expect(await stored("prompts")).toBe(JSON.stringify([street]));
  expect((await read()).profile.prompts).toEqual([street, hint]);
  await decide("text", "approve");
  expect(JSON.parse((await stored("prompts")) ?? "")).toEqual([street, hint]);
  await save({ prompts: [hint] });
  expect([await stored("prompts"), await waiting()]).toEqual([JSON.stringify([hint]), []]);

  await save({ about: ASKS });
  await decide("text", "approve");
  await save({ about: `${ASKS} And I bake bread.` });
  expect([await stored("about"), await waiting()]).toEqual([`${ASKS} And I bake bread.`, []]);
  await save({ about: `${ASKS} Send me 300 euros more.` });
  expect(await waiting()).toHaveLength(1);
});

test("digits that are added one by one wait as a whole", async () => {
  const digits = ["six", "one", "two", "three", "four", "five", "seven"];
  for (let count = 1; count < digits.length; count++) await save({ about: digits.slice(0, count).join("\n") });
  expect(await waiting()).toEqual([]);
  await save({ about: digits.join("\n") });
  expect(await waiting()).toHaveLength(1);
});

const removed = async (kind: "profile" | "prompt", question = "") => {
  for (const one of removalOf({ kind, objectId: `${ann}/${question}`, reportedId: ann }, "scam", 0)) await db.run(one);
};

test("content removed by a report does not return with an answer approved later", async () => {
  const vile = { question: "perfect_sunday", answer: "Something vile" } as const;
  const again = { question: "perfect_sunday", answer: "Something vile, on telegram" } as const;
  const hint = { question: "laugh", answer: "Look for me on telegram" } as const;
  await save({ prompts: [vile] });
  await save({ prompts: [again, hint] });
  await removed("prompt", "perfect_sunday");
  await decide("text", "approve");
  expect(await stored("prompts")).toBe(JSON.stringify([hint]));
});

test("a text that repeats what a report removed waits no longer, and its refusal cannot show it", async () => {
  await save({ about: "Something vile." });
  await save({ about: "Something vile. Send me 200 euros." });
  await removed("profile");
  expect([await waiting(), await stored("about"), (await read()).held]).toEqual([[], "", []]);
  await save({ about: "Something vile. Send me 200 euros." });
  await decide("text", "refuse", "scam");
  await removed("profile");
  expect(await db.select().from(heldTexts)).toMatchObject([{ status: "past" }]);
});

test("a refused text that is sent again stays refused", async () => {
  await save({ about: ASKS });
  await decide("text", "refuse", "scam");
  expect((await save({ about: ASKS })).held).toMatchObject([{ status: "refused", about: ASKS }]);
  expect([await waiting(), await stored("about")]).toEqual([[], ""]);
  expect(await db.select().from(decisions)).toHaveLength(1);
});

test("the score of a member orders the texts that wait", async () => {
  const bea = await addMember({ name: "Bea" });
  await save({ about: ASKS });
  await runSql("INSERT INTO signals (member_id, money, updated_at) VALUES (?, 2, 1)", bea);
  await save({ about: ASKS }, bea);
  await runSql("UPDATE signals SET money = 3 WHERE member_id = ?", bea);
  const scores = (await waiting()).map(({ memberId, score }) => [memberId, score]);
  expect(Object.fromEntries(scores)).toEqual({ [ann]: 0, [bea]: 12 });
});

test("where no staff decide, nothing waits; the schema refuses what cannot be", async () => {
  const ctx = await as(ann);
  const alone = { ...ctx, domain: { ...ctx.domain, features: { ...ctx.domain.features, staff: false } } };
  expect((await ownProfile.updateProfile(alone, { about: ASKS })).held).toEqual([]);
  expect(await stored("about")).toBe(ASKS);
  await save({ about: `${CALM} Send me 300 euros.` });
  expect(await waiting()).toHaveLength(1);
  await ownProfile.updateProfile(alone, { about: `${CALM} Send me 300 euros.` });
  expect([await stored("about"), await waiting()]).toEqual([`${CALM} Send me 300 euros.`, []]);
  const insert = (values: string) =>
    runSql(
      `INSERT INTO held_texts (id, member_id, field, value, causes, status, decision_id, held_at, decided_at) VALUES ${values}`,
    );
  const rows = [
    `('a', '${ann}', 'name', 'x', '["money"]', 'waiting', NULL, 1, NULL)`,
    `('a', '${ann}', 'about', 'x', '[]', 'waiting', NULL, 1, NULL)`,
    `('a', '${ann}', 'about', 'x', '["money"]', 'waiting', NULL, 1, 2)`,
    `('a', '${ann}', 'about', 'x', '["money"]', 'refused', NULL, 1, 2)`,
    `('a', '${ann}', 'about', 'x', '["money"]', 'shown', 'd', 1, 2)`,
  ];
  for (const row of rows) await expect(insert(row), row).rejects.toThrow(/CHECK/);
});

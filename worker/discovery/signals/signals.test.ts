import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { accounts, signals, workItems } from "#db/schema/index.ts";
import { addAccount, contextAs, openSession } from "#tests/setup/accounts.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createSignalsStore } from "./signals.store.ts";
import { MOST_SCORE, PART_NAMES, PARTS, pointsOf, SLOW_FROM, SLOWED } from "./signals.vocabulary.ts";

const db = connect(env.DB);
const { changes, chat, memberReports, support, work } = servicesOf(env);
const store = createSignalsStore(db);
const refused = (call: Promise<unknown>) =>
  call.then(() => "sent").catch(({ code, fields }: AppError) => fields?.[0]?.code ?? code);

let now: number;
let cookie: string;
let member: string;

beforeEach(async () => {
  await env.DB.exec("DELETE FROM work_items");
  now = Date.now();
  const account = await addAccount({ credits: 500, paid: true });
  [member, cookie] = [account.id, await openSession(account)];
});

async function send(text: string, to?: string): Promise<string> {
  const profile = to ?? (await addMember({ name: `Name${newId().slice(0, 6)}` }));
  const ctx = await contextAs(cookie, { now });
  return refused(Promise.resolve(chat.sendMessage(ctx, { profile, text, client_id: newId() })));
}

const row = async (id = member) => (await db.select().from(signals)).find(({ memberId }) => memberId === id);
const caution = async () => (await db.select().from(accounts)).find(({ id }) => id === member)?.caution;
const blocking = (by: string) =>
  env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, ?)").bind(by, member, now).run();

test("messages that ask for money or hold contact details count, others write nothing", async () => {
  expect(await send("Which piece do you play at the moment?")).toBe("sent");
  expect(await row()).toBeUndefined();
  await send("Can you send me 50 euros?");
  await send("Find me on Telegram: maja_91");
  expect(await row()).toMatchObject({ money: 1, contacts: 1, openers: 0, score: 5 });
  expect(await caution()).toBe(5);
});

test("an edit counts what it adds, once; a message that asked before does not count again", async () => {
  const to = await addMember();
  const { message } = await chat.sendMessage(await contextAs(cookie, { now }), {
    profile: to,
    text: "Good evening",
    client_id: newId(),
  });
  const at = { conversation: message.conversation, seq: message.seq };
  const edit = async (text: string, after: number) =>
    changes.editMessage(await contextAs(cookie, { now: now + after }), { ...at, text });
  await edit("Good evening to you", 1);
  expect(await row()).toBeUndefined();
  await edit("Can you send me 50 euros?", 2);
  await edit("Can you send me 50 euros?", 3);
  await edit("Can you send me 60 euros?", 4);
  expect(await row()).toMatchObject({ money: 1, contacts: 0, score: 4 });
  await edit("Can you send me 60 euros? Telegram: maja_91", 5);
  expect(await row()).toMatchObject({ money: 1, contacts: 1, score: 5 });
  await env.DB.prepare("UPDATE messages SET read_at = ? WHERE id = ?").bind(now, message.id).run();
  expect(await refused(edit("Lend me some money", 6))).toBe("edit_over");
  expect(await row()).toMatchObject({ money: 1, contacts: 1, score: 5 });
});

test("a first message that becomes like others by an edit counts as they do", async () => {
  const texts = [0, 1, 2].map((n) => `Hello number ${n}! Write to me on my other page, it is free`);
  for (const text of texts) expect(await send(text)).toBe("sent");
  const profile = await addMember();
  const { message } = await chat.sendMessage(await contextAs(cookie, { now: now + 1 }), {
    profile,
    text: "Your cello! Which piece?",
    client_id: newId(),
  });
  expect(await row()).toBeUndefined();
  const edit = { conversation: message.conversation, seq: 1, text: "Hello number 9! Write to me on my other page, it is free" };
  await changes.editMessage(await contextAs(cookie, { now: now + 2 }), edit);
  expect(await row()).toMatchObject({ openers: 1, score: 4 });
});

test("the fourth nearly equal first message counts, and each further one", async () => {
  for (let n = 0; n < 5; n++) expect(await send(`Hello number ${n}! Write to me on my other page, it is free`)).toBe("sent");
  expect(await row()).toMatchObject({ openers: 2, score: 8 });
});

test("a block counts while it stands", async () => {
  const others = [await addMember(), await addMember()];
  for (const one of others) await blocking(one);
  expect(await row()).toMatchObject({ blocks: 2, score: 6 });
  await env.DB.prepare("DELETE FROM blocks WHERE blocker_id = ?").bind(others[0]).run();
  expect(await row()).toMatchObject({ blocks: 1, score: 3 });
});

test("the schema computes the points of the vocabulary, each part up to its most, and no score reaches a report about a child", async () => {
  for (const [part, { most }] of Object.entries(PARTS) as [keyof typeof PARTS, { most: number }][]) {
    const id = await addMember();
    for (const count of [1, most, most + 3]) {
      await db.delete(signals);
      await db.insert(signals).values({ memberId: id, [part]: count, updatedAt: 1 });
      expect([part, count, (await row(id))?.score]).toEqual([part, count, Math.min(MOST_SCORE, pointsOf(part, count))]);
    }
  }
  const all = Object.fromEntries(PART_NAMES.map((part) => [part, 50]));
  await db.delete(signals);
  await db.insert(signals).values({ memberId: member, ...all, updatedAt: 1 } as typeof signals.$inferInsert);
  expect((await row())?.score).toBe(MOST_SCORE);
});

test("the score orders reports below those about children, what is due soon comes first, and a new score moves what waits", async () => {
  const [anna, calm, minor] = [await addMember(), await addMember(), await addMember()];
  const report = async (object: string, reason: "scam" | "minor") =>
    memberReports.report(await memberContext(anna, { now }), { kind: "profile", object, reason, block: false });
  await report(calm, "scam");
  await store.note(member, "money", now);
  await report(member, "scam");
  await report(minor, "minor");
  await store.note(member, "prints", now);
  const scores = async () => Object.fromEntries((await db.select().from(workItems)).map((one) => [one.memberId, one.score]));
  expect(await scores()).toEqual({ [calm]: 0, [member]: 24, [minor]: 100 });
  const mo = staffContext("moderator", now);
  expect((await work.workList(mo, { kind: "report" })).items).toHaveLength(3);
  // Calm's report is nearly due.
  const late = staffContext("moderator", now + 3 * DAY - 3_600_000);
  await env.DB.prepare("UPDATE work_items SET due_at = due_at + ? WHERE member_id <> ?")
    .bind(9 * DAY, calm)
    .run();
  await env.DB.exec("UPDATE work_items SET leased_by = 'other', leased_until = 9e15 WHERE score = 100");
  await work.takeWork(late, { kind: "report" });
  const first = await env.DB.prepare("SELECT count(*) AS n FROM work_items WHERE leased_by = ?").bind(late.viewer.id).first("n");
  expect(first).toBe(2);
});

test("a high score limits first messages more, and nothing else", async () => {
  const friend = await addMember();
  expect(await send("Good morning to you", friend)).toBe("sent");
  await db.insert(signals).values({ memberId: member, money: 8, updatedAt: now });
  expect(await caution()).toBeGreaterThanOrEqual(SLOW_FROM);
  const openers = [
    "Which piece do you play?",
    "Is that your boat on the lake?",
    "Coffee or tea at dawn?",
    "Who took that snowy photo?",
  ];
  expect(openers.length).toBe(SLOWED.starts - 1);
  for (const text of openers) expect(await send(text)).toBe("sent");
  expect(await send("One more new person")).toBe("too_many_conversations");
  expect(await send("And yet we talk", friend)).toBe("sent");
});

test("the file shows the score with the parts that make it up", async () => {
  await store.note(member, "money", now);
  await blocking(await addMember());
  const { signals: shown } = await support.memberFile(staffContext("moderator", now), { id: member });
  expect(shown.score).toBe(7);
  expect(shown.parts).toEqual([
    { part: "openers", count: 0, points: 0 },
    { part: "blocks", count: 1, points: 3 },
    { part: "money", count: 1, points: 4 },
    { part: "contacts", count: 0, points: 0 },
    { part: "prints", count: 0, points: 0 },
  ]);
  const other = await support.memberFile(staffContext("moderator", now), { id: await addMember() });
  expect(other.signals.score).toBe(0);
});

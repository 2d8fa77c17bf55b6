import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { messageReads, messages, staffAudit, workItems } from "#db/schema/index.ts";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { chat, desk, work, blocks } = servicesOf(env);
const settings = { fictional_profiles: true, fictional_desk: true, free_conversations: null };
let ctx: MemberContext;
let profile: string;
let dee: StaffMemberContext;

const write = (text = "Hello there", at = NOON) =>
  chat.sendMessage({ ...ctx, now: at }, { profile, text, client_id: newId(), fictional_known: true });
const waiting = () => db.$count(workItems);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: AppError) => error.fields[0]?.code ?? error.code,
  );
async function taken(who = dee) {
  await work.takeWork(who, { kind: "desk" });
  return (await desk.deskTalks(who)).talks;
}
const answer = (item: string, words: string, seq: number, who = dee) =>
  work.decideWork(who, { id: item, decision: "answer", words, chosen: String(seq) });
const said = async () =>
  (await db.select().from(messages)).filter(({ senderId }) => senderId === profile).map(({ text }) => text);

beforeEach(async () => {
  for (const table of ["work_items", "messages", "participants", "conversations"]) await env.DB.exec(`DELETE FROM ${table}`);
  ctx = await contextAs(await openSession(await addAccount({ credits: 100 })), { now: NOON, settings });
  profile = await addMember();
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", profile);
  dee = staffContext("desk", NOON + MINUTE);
});

test("messages to a fictional profile wait as one item, those to a person and those without a desk as none", async () => {
  await write();
  await write("Are you there?");
  expect(await waiting()).toBe(1);
  await chat.sendMessage(ctx, { profile: await addMember(), text: "Hello", client_id: newId() });
  const off = { ...ctx, domain: { ...ctx.domain, settings: { ...ctx.domain.settings, fictional_desk: false } } };
  const other = await addMember();
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", other);
  await chat.sendMessage(off, { profile: other, text: "Hello", client_id: newId(), fictional_known: true });
  expect(await waiting()).toBe(1);
});

test("an answer arrives once, free and marked, after the time to undo; the message is read, and the item ends", async () => {
  await write();
  const [talk] = await taken();
  expect(talk).toMatchObject({
    member: { id: ctx.viewer.id },
    profile: { id: profile },
    messages: [{ own: false, text: "Hello there" }],
  });
  expect(JSON.stringify(talk)).not.toMatch(/credit|price|paid/);
  await answer(talk?.item ?? "", "Good evening!", talk?.last_seq ?? 0);
  expect(await said()).toEqual([]);
  await Promise.all([work.sweep(dee.now + UNDO), work.sweep(dee.now + UNDO)]);
  expect(await said()).toEqual(["Good evening!"]);
  const shown = await chat.chat(ctx, { profile });
  expect(shown.messages.map(({ by_staff, price, state }) => [by_staff, price, state])).toEqual([
    [false, 0, "read"],
    [true, null, "sent"],
  ]);
  expect((await chat.chats(ctx, {})).chats[0]?.last_message).toMatchObject({ by_staff: true, own: false });
  expect(shown.profile.online).toBe(false);
  expect((await db.select().from(workItems)).map(({ state, words }) => [state, words])).toEqual([["done", null]]);
});

test.each([
  ["asks_for_money", "Can you send me 200 euros for the ticket, please?"],
  ["contact_details", "Find me on Telegram: maja_91"],
  ["contact_details", "My number is +31 6 12345678, write me there."],
  ["asks_for_meeting", "Let's meet on Friday."],
])("an answer is refused at its field: %s", async (code, words) => {
  await write();
  const [talk] = await taken();
  expect(await codeOf(answer(talk?.item ?? "", words, talk?.last_seq ?? 0))).toBe(code);
  await work.sweep(dee.now + UNDO);
  expect(await said()).toEqual([]);
});

test("who has not seen the newest message does not answer, and a message during the time to undo waits anew", async () => {
  await write();
  const [talk] = await taken();
  await write("And one more", dee.now - 1);
  expect(await codeOf(answer(talk?.item ?? "", "Hello!", talk?.last_seq ?? 0))).toBe("newer_message");
  const [again] = (await desk.deskTalks(dee)).talks;
  await answer(again?.item ?? "", "Hello!", again?.last_seq ?? 0);
  await write("Something else", dee.now + 1);
  expect(await waiting()).toBe(1);
  await runSql(
    "UPDATE messages SET created_at = ?2 WHERE conversation_id = ?1 AND text = 'And one more'",
    again?.conversation ?? "",
    NOON,
  );
  await work.sweep(dee.now + UNDO);
  expect((await db.select().from(workItems)).map(({ state }) => state).sort()).toEqual(
    ["done", "waiting"].slice(0, await waiting()),
  );
  expect(await said()).toEqual(["Hello!"]);
});

test("a goodbye and a block end the work, and a decided answer never arrives", async () => {
  const { message } = await write();
  const [talk] = await taken();
  await answer(talk?.item ?? "", "Hello!", talk?.last_seq ?? 0);
  await runSql(
    "UPDATE conversations SET goodbye_at = 1, goodbye_by = ?2, goodbye_line = 'luck' WHERE id = ?1",
    message.conversation,
    ctx.viewer.id,
  );
  expect(await waiting()).toBe(0);
  await work.sweep(dee.now + UNDO);
  expect(await said()).toEqual([]);
  await runSql("UPDATE conversations SET goodbye_at = NULL WHERE id = ?", message.conversation);
  await write("Still here", NOON + 2);
  expect(await waiting()).toBe(1);
  await blocks.block(ctx, { profile });
  expect(await waiting()).toBe(0);
});

test("an item ends with its profile, which reads its own conversations and not all of them", async () => {
  await write();
  expect(await waiting()).toBe(1);
  const others = await Promise.all(Array.from({ length: 30 }, () => addMember()));
  const ids = JSON.stringify(others);
  const { meta: made } = await env.DB.prepare(
    `INSERT INTO conversations (id, member_a, member_b, started_by, created_at)
      SELECT a.value || b.value, a.value, b.value, a.value, 0 FROM json_each(?1) a JOIN json_each(?1) b ON a.value < b.value`,
  )
    .bind(ids)
    .run();
  expect(made.changes).toBeGreaterThan(400);
  const { meta } = await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(profile).run();
  expect(await waiting()).toBe(0);
  expect(meta.rows_read).toBeLessThan(400);
});

test("a fictional profile never writes first: an item without a message of the member is not answered", async () => {
  const { message } = await write();
  await runSql("UPDATE participants SET wrote = 0 WHERE conversation_id = ?", message.conversation);
  const [talk] = await taken();
  expect(await codeOf(answer(talk?.item ?? "", "Hello!", talk?.last_seq ?? 0))).toBe("conflict");
});

test("an item goes to a colleague of the desk or back to the queue, from its holder only", async () => {
  await write();
  const [talk] = await taken();
  const item = talk?.item ?? "";
  const [ada, mo] = [newId(), newId()];
  for (const [id, role] of [
    [ada, "desk"],
    [mo, "moderator"],
  ])
    await runSql(
      "INSERT INTO staff_members (id, name, email, role, password_hash, created_at) VALUES (?1, ?1, ?1, ?2, 'x', 1)",
      ...([id, role] as [string, string]),
    );
  expect((await desk.deskTalks(dee)).colleagues.map(({ id }) => id)).toContain(ada);
  expect(await outcomeOf(desk.handOver(dee, { item, staff: mo }))).toBe("conflict");
  expect(await outcomeOf(desk.handOver(staffContext("desk", dee.now), { item, staff: ada }))).toBe("conflict");
  expect(await outcomeOf(desk.handOver(dee, { item, staff: ada }))).toBe("accepted");
  expect((await desk.deskTalks(dee)).talks).toEqual([]);
  const adas = { ...dee, viewer: { ...dee.viewer, id: ada } };
  expect((await desk.deskTalks(adas)).talks).toHaveLength(1);
  expect(await outcomeOf(desk.handOver(adas, { item, staff: "" }))).toBe("accepted");
  expect(await taken()).toHaveLength(1);
});

test("notes belong to the pair, are in the audit log, and go with the member", async () => {
  await write();
  const [talk] = await taken();
  const { note } = await desk.addDeskNote(dee, { item: talk?.item ?? "", text: " Likes jazz. " });
  expect((await desk.deskTalks(dee)).talks[0]?.notes).toMatchObject([{ id: note, text: "Likes jazz.", own: true }]);
  expect(await codeOf(desk.removeDeskNote(staffContext("desk", dee.now), { note }))).toBe("forbidden");
  expect(await codeOf(desk.addDeskNote(dee, { item: "other", text: "x" }))).toBe("not_found");
  const rows = (await db.select().from(staffAudit)).filter(({ staffId }) => staffId === dee.viewer.id);
  expect(rows.map(({ action, objectId }) => [action, objectId])).toEqual([
    ["take work", "desk"],
    ["add desk note", profile],
  ]);
  expect((await db.select().from(messageReads)).filter(({ memberId }) => memberId === ctx.viewer.id)).toHaveLength(1);
  await runSql("DELETE FROM profiles WHERE id = ?", ctx.viewer.id);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM desk_notes").first("n")).toBe(0);
});

test("the figures count messages, answers and the median wait of each site", async () => {
  await env.DB.exec("DELETE FROM daily_figures");
  const { message } = await write();
  await write("Another");
  const [talk] = await taken();
  await answer(talk?.item ?? "", "Hello!", talk?.last_seq ?? 0);
  await work.sweep(dee.now + UNDO);
  const { sites } = await desk.deskFigures(staffContext("operator", dee.now));
  expect(sites.find(({ site }) => site === ctx.domain.id)).toMatchObject({ messages: 2, answered: 1, wait: MINUTE });
  expect(message.price).toBe(0);
});

test("a fictional profile stays one", async () => {
  await expect(runSql("UPDATE profiles SET fictional = 0 WHERE id = ?", profile)).rejects.toThrow(
    "a fictional profile stays one",
  );
});

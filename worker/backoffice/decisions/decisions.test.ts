import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { decisions, exclusions, messageReads, outbox, reports, workItems } from "#db/schema/index.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const rooms = servicesOf(env);
const { memberReports, work, cases, decisions: own, chat, signup, admission } = rooms;
const refused = (call: Promise<unknown>) => call.then(() => "done").catch((error: AppError) => error.code);

let anna: string;
let ben: string;
let now: number;

beforeEach(async () => {
  for (const table of ["work_items", "decisions", "reports", "message_reads", "exclusions", "outbox"])
    await env.DB.exec(`DELETE FROM ${table}`);
  [anna, ben] = [await addMember({ name: "Anna" }), await addMember({ name: "Ben" })];
  now = Date.now();
});

type Said = Parameters<typeof memberReports.report>[1];

const someone = () => staffContext("moderator", now);

async function report(said: Partial<Said> = {}, reporter = anna) {
  const ctx = await memberContext(reporter, { now });
  return memberReports.report(ctx, { kind: "profile", object: ben, reason: "scam", block: false, ...said });
}

/** Takes the queue, decides its first item and lets the time to undo pass. */
async function decide(
  kind: "report" | "appeal",
  decision: string,
  reason?: string,
  ctx = someone(),
  words?: string,
): Promise<StaffMemberContext> {
  await work.takeWork(ctx, { kind });
  const [item] = (await work.workMine(ctx, { kind })).items;
  await work.decideWork(ctx, { id: item?.id ?? expect.unreachable("nothing to decide"), decision, reason, words });
  now += UNDO + 1;
  await work.sweep(now);
  return ctx;
}

async function mails(): Promise<Record<string, string>> {
  const rows = await db.select().from(outbox);
  return Object.fromEntries(
    rows.map(({ template, accountId, text }) => [`${template} ${accountId === anna ? "Anna" : "Ben"}`, text]),
  );
}

async function linkOf(member: string) {
  const { decisions: list } = await own.decisions(await memberContext(member, { now }));
  const query = new URL(list[0]?.path ?? expect.unreachable("no decision"), "http://localhost").searchParams;
  const [decision = "", key = ""] = query.get("open")?.split(".") ?? [];
  return { decision, key };
}

test("urgent reports are taken first, each due at its time", async () => {
  await report();
  await report({ reason: "minor", object: await addMember() });
  const rows = (await db.select().from(workItems)).toSorted((one, other) => other.score - one.score);
  expect(rows.map(({ kind, score, dueAt, createdAt }) => [kind, score, (dueAt - createdAt) / DAY])).toEqual([
    ["report", 100, 1],
    ["report", 0, 3],
  ]);
});

test("no violation tells the reporter only", async () => {
  const { reference } = await report();
  await decide("report", "no_violation");
  expect(await db.select().from(reports)).toMatchObject([{ status: "decided", outcome: "no_violation" }]);
  expect(await db.$count(decisions)).toBe(0);
  const sent = await mails();
  expect(Object.keys(sent)).toEqual(["report_decided Anna"]);
  expect(sent["report_decided Anna"]).toContain("nothing against our rules");
  const { reports: list } = await memberReports.reports(await memberContext(anna, { now }), {});
  expect(list).toMatchObject([{ reference, outcome: "no_violation" }]);
});

test("a warning tells its member what, why and how to object, and never who reported", async () => {
  await report({ text: "He wants my savings." });
  await decide("report", "warning", "scam");
  const sent = await mails();
  expect(Object.keys(sent).toSorted()).toEqual(["decision Ben", "report_decided Anna"]);
  const letter = sent["decision Ben"] ?? "";
  for (const said of [
    "You got a warning",
    "Fraud, adverts or asks for money",
    "You can object until",
    "/objection?open=",
    "court",
  ])
    expect(letter).toContain(said);
  for (const secret of ["Anna", anna, "savings"]) expect(letter).not.toContain(secret);
  expect(sent["report_decided Anna"]).not.toContain("warning");
});

test("words of the person who decided reach the member as written, and the one who decides about the objection", async () => {
  await report();
  const words = "Du hast <b>Geld</b> verlangt.\nBitte lass das.";
  await decide("report", "warning", "scam", someone(), words);
  const letter = (await mails())["decision Ben"] ?? "";
  for (const line of words.split("\n")) expect(letter).toContain(line);
  expect((await own.decisions(await memberContext(ben, { now }))).decisions).toMatchObject([{ words }]);
  await own.object(await contextOf({ now }), { ...(await linkOf(ben)), text: "I never asked anybody for money." });
  const second = someone();
  await work.takeWork(second, { kind: "appeal" });
  expect((await cases.objectionCases(second)).cases).toMatchObject([{ added: words }]);
});

test("no words go with a report without a violation, and none longer than the limit", async () => {
  await report();
  const mo = someone();
  expect(await refused(decide("report", "no_violation", undefined, mo, "Hello"))).toBe("invalid");
  expect(await refused(decide("report", "warning", "scam", mo, "a".repeat(1001)))).toBe("invalid");
  expect(await db.$count(decisions)).toBe(0);
});

test("an effect that runs again decides, mutes and mails once", async () => {
  await report();
  await decide("report", "mute_3", "harassment");
  const [before] = await db.select().from(decisions);
  await runSql("UPDATE work_items SET state = 'leaving', leased_until = 0");
  await work.sweep(now + 1000);
  expect(await db.select().from(decisions)).toEqual([before]);
  expect(await db.$count(outbox)).toBe(2);
});

test("a muted member sends nothing until the end, and the third strike of a year mutes", async () => {
  const send = async (at: number) => {
    const text = { profile: anna, text: "Hello", client_id: newId() };
    return refused(Promise.resolve(chat.sendMessage(await memberContext(ben, { now: at }), text)));
  };
  for (const strike of [1, 2, 3]) {
    expect(await send(now), `before strike ${strike}`).toBe("done");
    await report();
    await decide("report", "warning", "scam");
  }
  expect(await send(now)).toBe("muted");
  expect(await send(now + 7 * DAY)).toBe("done");
  expect((await db.select().from(decisions)).filter(({ until }) => until !== null)).toHaveLength(1);
});

test.each([
  ["profile", () => ben, "SELECT about AS left FROM profiles WHERE id = ?1", ""],
  [
    "prompt",
    () => `${ben}/sunday`,
    "SELECT prompts AS left FROM profiles WHERE id = ?1",
    '[{"question":"laugh","answer":"Ducks"}]',
  ],
] as const)("what is removed of a %s is gone", async (kind, object, query, left) => {
  await runSql(
    `UPDATE profiles SET about = 'Pay me', prompts = '[{"question":"sunday","answer":"Pay"},{"question":"laugh","answer":"Ducks"}]' WHERE id = ?`,
    ben,
  );
  await report({ kind, object: object() });
  await decide("report", "content_removed", "scam");
  expect(await env.DB.prepare(query).bind(ben).first("left")).toBe(left);
});

test("a removed message is hidden from its receiver; a chat cannot be removed", async () => {
  const conversation = await writeMessage(ben, anna);
  await report({ kind: "message", object: `${conversation}/1` });
  await decide("report", "content_removed", "harassment");
  const row = await env.DB.prepare("SELECT hidden_from_receiver AS h FROM messages WHERE conversation_id = ?")
    .bind(conversation)
    .first("h");
  expect(row).toBe(1);
  await report({ kind: "chat", object: conversation });
  await expect(decide("report", "content_removed", "harassment")).rejects.toMatchObject({ code: "invalid" });
});

test("a ban ends the sessions, refuses the log-in and a new sign-up, and an objection can undo it", async () => {
  const ctx = await memberContext(ben, { now });
  const email = ctx.viewer.account.email;
  await report();
  const decider = await decide("report", "ban", "scam");
  expect(
    await env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE account_id = ? AND revoked_at IS NULL").bind(ben).first("n"),
  ).toBe(0);
  expect(await env.DB.prepare("SELECT status FROM profiles WHERE id = ?").bind(ben).first("status")).toBe("hidden");
  expect(await refused(admission.admit(await contextOf({ now }), ctx.viewer))).toBe("banned");
  await runSql("UPDATE accounts SET email = 'elsewhere' || id WHERE id = ?", ben);
  expect(await refused(signup.signup(await contextOf({ now }), signupForm({ email })))).toBe("banned");
  await runSql("UPDATE accounts SET email = ? WHERE id = ?", email, ben);

  const link = await linkOf(ben);
  const visitor = await contextOf({ now });
  expect(await own.decision(visitor, link)).toMatchObject({ kind: "ban", objection: "possible" });
  expect(await refused(own.decision(visitor, { ...link, key: "x".repeat(link.key.length) }))).toBe("link_expired");
  expect(await refused(own.object(visitor, { ...link, text: "No." }))).toBe("invalid");
  const text = "It was my brother who wrote that, on my phone.";
  await own.object(visitor, { ...link, text });
  await own.object(visitor, { ...link, text });
  expect(await refused(own.object(visitor, { ...link, text: `${text} Really.` }))).toBe("conflict");

  decider.now = now;
  expect(await work.takeWork(decider, { kind: "appeal" }), "the one who decided").toEqual({ taken: 0 });
  const other = someone();
  await work.takeWork(other, { kind: "appeal" });
  expect((await cases.objectionCases(other)).cases).toMatchObject([{ name: "Ben", member: ben, kind: "ban", objection: text }]);
  await decide("appeal", "reversed", undefined, other);
  expect(await db.$count(exclusions)).toBe(0);
  expect(await refused(admission.admit(await contextOf({ now }), ctx.viewer))).toBe("done");
  expect(await env.DB.prepare("SELECT status FROM profiles WHERE id = ?").bind(ben).first("status")).toBe("active");
  expect(await own.decision(visitor, link)).toMatchObject({ objection: "reversed" });
  expect((await mails())["objection_decided Ben"]).toContain("You were right");
});

test("a ban after a report shuts out a member who left in the meantime", async () => {
  const { viewer } = await memberContext(ben, { now });
  await report();
  await runSql("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", ben);
  await decide("report", "ban", "scam");
  expect(await refused(admission.admit(await contextOf({ now }), viewer))).toBe("banned");
  expect((await mails())["decision Ben"], "the statement of reasons").toContain("objection");
});

test("an objection that fails keeps the mute, one that succeeds ends it and the strike", async () => {
  for (const [outcome, muted] of [
    ["upheld", true],
    ["reversed", false],
  ] as const) {
    await runSql("UPDATE accounts SET muted_until = NULL");
    await env.DB.exec("DELETE FROM decisions");
    await report();
    await decide("report", "mute_7", "harassment");
    const link = await linkOf(ben);
    await own.object(await contextOf({ now }), { ...link, text: "I have never been rude to anybody." });
    await decide("appeal", outcome);
    const until = await env.DB.prepare("SELECT muted_until AS u FROM accounts WHERE id = ?").bind(ben).first("u");
    expect(until !== null, outcome).toBe(muted);
  }
});

test("the time to object ends", async () => {
  await report();
  await decide("report", "warning", "fake");
  const link = await linkOf(ben);
  const late = await contextOf({ now: now + 184 * DAY });
  expect(await own.decision(late, link)).toMatchObject({ objection: "over" });
  expect(await refused(own.object(late, { ...link, text: "I only see this mail today." }))).toBe("conflict");
});

test("staff see messages of a case they hold, after asking; both members see that, without each other", async () => {
  const conversation = await writeMessage(ben, anna);
  await report({ kind: "message", object: `${conversation}/1`, block: true });
  const [mo, ida] = [someone(), someone()];
  await work.takeWork(mo, { kind: "report" });
  const [found] = (await cases.reportCases(mo)).cases;
  expect(found).toMatchObject({ name: "Ben", member: ben, messages: null, message_count: 1, seq: 1 });
  const item = found?.item ?? "";
  expect(await refused(cases.readMessages(ida, { item }))).toBe("not_found");
  expect((await cases.reportCases(ida)).cases).toEqual([]);
  await cases.readMessages(mo, { item });
  await cases.readMessages(mo, { item });
  expect((await cases.reportCases(mo)).cases).toMatchObject([
    { messages: [{ seq: 1, own: true, text: "What nobody else reads" }] },
  ]);
  expect(await db.$count(messageReads)).toBe(2);
  for (const member of [anna, ben]) {
    const { reads } = await own.decisions(await memberContext(member, { now }));
    expect(reads).toEqual([{ at: new Date(now).toISOString(), messages: 1 }]);
  }
});

test("a profile's case reads the chat that a block removed, until the decision", async () => {
  await writeMessage(ben, anna);
  await report({ block: true });
  const mo = someone();
  await work.takeWork(mo, { kind: "report" });
  const [found] = (await cases.reportCases(mo)).cases;
  expect(found).toMatchObject({ kind: "profile", message_count: 1, messages: null });
  await decide("report", "warning", "harassment", mo);
  expect(
    await env.DB.prepare("SELECT count(*) AS n FROM held_chats WHERE member_a IN (?1) OR member_b IN (?1)").bind(ben).first("n"),
  ).toBe(0);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import type { StaffRole } from "#db/schema/attributes.ts";
import { PROGRAMS } from "#db/schema/decision-attributes.ts";
import { decisions, exclusions, outbox, staffAudit, workItems } from "#db/schema/index.ts";
import { writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import type { MemberDecision } from "#worker/people/reports/decisions.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { work, memberDecisions, support, decisions: own, chat, admission, closeByRule } = servicesOf(env);
const refused = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ code, fields }: AppError) => [code, ...(fields ?? []).map((one) => `${one.field} ${one.code}`)].join(" "),
  );
const FACTS = "You sent the same advert to eleven people.";

let ben: string;
let anna: string;
let now: number;

beforeEach(async () => {
  for (const table of ["work_items", "decisions", "exclusions", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  [anna, ben] = [await addMember({ name: "Anna" }), await addMember({ name: "Ben" })];
  now = Date.now();
});

const someone = (role: StaffRole = "moderator") => staffContext(role, now);

async function decide(decision: MemberDecision, more: { words?: string; reason?: "scam" | "" } = {}, ctx = someone()) {
  const lift = decision.startsWith("lift");
  const said = lift ? more : { reason: "scam" as const, words: FACTS, ...more };
  return memberDecisions.decideMember(ctx, { id: ben, decision, ...said });
}

async function decided(decision: MemberDecision, more = {}) {
  const ctx = someone();
  await decide(decision, more, ctx);
  now += UNDO + 1;
  await work.sweep(now);
  return ctx;
}

const send = async () =>
  refused(
    Promise.resolve(chat.sendMessage(await memberContext(ben, { now }), { profile: anna, text: "Hi", client_id: newId() })),
  );
const file = (ctx = someone()) => support.memberFile(ctx, { id: ben });
const admitted = async () =>
  refused(admission.admit(await contextOf({ now }), { id: ben, account: { email: `${ben}@example.com` } }));
const letters = async () => (await db.select().from(outbox)).map(({ template, text }) => ({ template, text }));

test("a warning without a report says so, with the words and the way to object, and is a strike", async () => {
  const mo = await decided("warning");
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  for (const said of ["You got a warning", "It is about: Account", FACTS, "Nobody reported it", "/objection?open="])
    expect(letter?.text).toContain(said);
  expect(await file()).toMatchObject({ strikes: 1, begun: null, decisions: [{ kind: "warning", reason: "scam" }] });
  const log = (await db.select().from(staffAudit)).filter(({ staffId }) => staffId === mo.viewer.id);
  expect(log).toMatchObject([{ action: "warning member", objectKind: "member", objectId: ben, reason: "scam" }]);
});

test("the third warning of a year mutes, as with reports", async () => {
  for (const strike of [1, 2]) {
    await decided("warning");
    expect(await send(), `strike ${strike}`).toBe("done");
  }
  await decided("warning");
  expect(await send()).toBe("muted");
});

test("for ten seconds only its author can undo it; undone it leaves nothing, and the next can begin", async () => {
  const mo = someone();
  const { item } = await decide("ban", {}, mo);
  expect(await refused(decide("warning"))).toBe("conflict");
  expect((await file(mo)).begun).toMatchObject({ item, decision: "ban", undo_until: new Date(now + UNDO).toISOString() });
  expect((await file()).begun).toMatchObject({ item, undo_until: null });
  expect(await refused(work.undoWork(someone(), { id: item }))).toBe("conflict");
  await work.undoWork(mo, { id: item });
  expect(await db.select().from(workItems)).toMatchObject([{ state: "done", decision: null, words: null }]);
  now += UNDO + 1;
  await work.sweep(now);
  expect([await db.$count(decisions), await db.$count(outbox)]).toEqual([0, 0]);
  expect(await work.takeWork(mo, { kind: "member" })).toEqual({ taken: 0 });
  expect(await refused(decide("warning", {}, mo))).toBe("done");
});

test("a mute is lifted early: the member writes again, is told, and the decision says when", async () => {
  expect(await refused(decide("lift_mute"))).toBe("conflict");
  await decided("mute_7");
  expect([await send(), (await file()).muted_until]).toEqual(["muted", expect.any(String)]);
  const mo = await decided("lift_mute", { words: "Thank you for explaining." });
  expect([await send(), (await file()).muted_until]).toEqual(["done", null]);
  const told = (await letters()).find(({ template }) => template === "decision_lifted");
  expect(told?.text).toMatch(/You can write again.*Thank you for explaining\./s);
  const [row] = await db.select().from(decisions);
  expect(row).toMatchObject({ liftedAt: now, liftedBy: mo.viewer.id, outcome: null });
  const shown = (await own.decisions(await memberContext(ben, { now }))).decisions;
  expect(shown).toMatchObject([{ lifted_at: new Date(now).toISOString(), reported: false, objection: "possible" }]);
});

test("lifting one mute ends all that run, and an objection to another is still possible", async () => {
  await decided("mute_3");
  await decided("mute_30");
  await decided("lift_mute");
  expect(await send()).toBe("done");
  expect((await db.select().from(decisions)).map(({ liftedAt }) => liftedAt)).toEqual([now, now]);
});

test("a ban shuts out and hides; lifted, the member logs in and is shown again, once", async () => {
  await writeMessage(ben, anna);
  expect(await refused(decide("lift_ban"))).toBe("conflict");
  await decided("ban");
  expect(await admitted()).toBe("banned");
  expect(await file()).toMatchObject({ banned: true, profile: "hidden" });
  expect(await refused(decide("ban"))).toBe("conflict");
  await decided("lift_ban");
  expect([await admitted(), await db.$count(exclusions)]).toEqual(["done", 0]);
  expect(await file()).toMatchObject({ banned: false, profile: "active" });
  await env.DB.exec("UPDATE work_items SET state = 'leaving', leased_until = 0, effect_at = 0 WHERE decision = 'lift_ban'");
  await work.sweep(now + DAY);
  expect((await letters()).map(({ template }) => template).toSorted()).toEqual(["decision", "decision_lifted"]);
});

test("a decision against a member needs a reason and the facts; a lift needs neither", async () => {
  expect(await refused(decide("warning", { reason: "" }))).toBe("invalid reason required");
  expect(await refused(decide("warning", { words: " " }))).toBe("invalid words required");
  expect(await refused(decide("ban", { words: "Too short" }))).toBe("invalid words too_short");
  expect(await refused(decide("ban", { words: "a".repeat(1001) }))).toBe("invalid words too_long");
  const nobody = memberDecisions.decideMember(someone(), { id: "nobody", decision: "ban", reason: "scam", words: FACTS });
  expect(await refused(nobody)).toBe("not_found");
  expect(await db.$count(workItems)).toBe(0);
});

test("support reads the file and is offered no decision", async () => {
  expect(await file(someone("support"))).toMatchObject({ decides: false, decisions: [] });
  expect((await file(someone("operator"))).decides).toBe(true);
});

test("a ban shuts out a member who left and could come back", async () => {
  await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?").bind(ben).run();
  await decided("ban");
  expect(await admitted()).toBe("banned");
  expect(await db.select().from(outbox), "the statement of reasons").toMatchObject([{ template: "decision", accountId: ben }]);
  expect((await db.select().from(exclusions)).map(({ print }) => print)).not.toContain("");
});

test.each(PROGRAMS)('a decision of the program "%s" names no person: in the mail, on its page and in the answer', async (by) => {
  await closeByRule({ id: newId(), memberId: ben, by, reason: "minor", words: async () => "The proof said so." }, now);
  const [statement] = await letters();
  expect(statement?.text).toContain("A program decided this; no person looked at it before.");
  expect(statement?.text).toContain("What led to it:");
  expect(statement?.text).not.toMatch(/no program decided|The person who decided|Nobody reported it/);
  const ctx = await memberContext(ben, { now });
  const [decision] = (await own.decisions(ctx)).decisions;
  expect(decision).toMatchObject({ origin: "program", reported: false });
  const key = new URL(decision?.path ?? "", "http://localhost").searchParams.get("open")?.split(".") ?? [];
  await own.object(await contextOf({ now }), {
    decision: key[0] ?? "",
    key: key[1] ?? "",
    text: "I am thirty-one, ask my mother.",
  });
  const staff = someone();
  await work.takeWork(staff, { kind: "appeal" });
  const item = (await db.select().from(workItems)).find(({ kind }) => kind === "appeal");
  await work.decideWork(staff, { id: item?.id ?? "", decision: "upheld" });
  now += UNDO + 1;
  await work.sweep(now);
  expect((await letters()).at(-1)?.text).toContain("A person looked at your objection.");
});

test("a mute by the strike rule says that it is the rule", async () => {
  for (let strike = 0; strike < 3; strike++) await decided("warning");
  const told = (await letters()).map(({ text }) => text.includes("The pause is a rule of the site"));
  expect(told).toEqual([false, false, true]);
});

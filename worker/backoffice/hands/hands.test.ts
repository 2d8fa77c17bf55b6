import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { decisions, outbox, profiles, staffAudit } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { givenUpMail } from "#tests/setup/given-up-mail.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { READY_LETTERS } from "./hands.vocabulary.ts";

const db = connect(env.DB);
const { hands, memberDecisions, work, support } = servicesOf(env);
const WORDS = "You sent the same advert to many members.";

let anna: string;
let now: number;

beforeEach(async () => {
  for (const table of ["work_items", "staff_requests", "staff_notes", "decisions", "outbox"])
    await env.DB.exec(`DELETE FROM ${table}`);
  anna = await addMember({ name: `Anna${newId().slice(0, 8)}`, credits: 5 });
  now = Date.now();
});

const someone = (role: "operator" | "support" | "moderator" = "support") => staffContext(role, now);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );
const actionsOf = async ({ viewer }: StaffMemberContext) =>
  (await db.select().from(staffAudit))
    .filter(({ staffId }) => staffId === viewer.id)
    .map(({ action, objectId, reason }) => [action, objectId, reason]);
const templates = async () => (await db.select().from(outbox)).map(({ template }) => template).toSorted();
const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(anna).first("credits");

async function leave() {
  now += UNDO + 1;
  await work.sweep(now);
}

async function decide(decision: string, ctx: StaffMemberContext, reason?: string) {
  await work.takeWork(ctx, { kind: "request" });
  const [item] = (await work.workMine(ctx, { kind: "request" })).items;
  if (!item) return "nothing to take";
  await work.decideWork(ctx, { id: item.id, decision, reason });
  await leave();
  return "decided";
}

test("a note stands in the file for all staff, is removed by its author or an operator, and the log holds no word of it", async () => {
  const [sol, mo, olga] = [someone(), someone("moderator"), someone("operator")];
  expect(await codeOf(hands.addNote(sol, { id: "nobody", text: "x" }))).toBe("not_found");
  expect(await codeOf(hands.addNote(sol, { id: anna, text: "  " }))).toBe("text required");
  const { note } = await hands.addNote(sol, { id: anna, text: "Called about a refund." });
  const seen = (await support.memberFile(mo, { id: anna })).notes;
  expect(seen).toMatchObject([{ id: note, text: "Called about a refund.", removable: false }]);
  expect(await codeOf(hands.removeNote(mo, { note }))).toBe("forbidden");
  await hands.removeNote(olga, { note });
  expect((await support.memberFile(sol, { id: anna })).notes).toEqual([]);
  expect([await actionsOf(sol), await actionsOf(olga)]).toEqual([[["add note", anna, null]], [["remove note", anna, null]]]);
});

test("a letter goes out in staff's words and is no decision; the ready ones are in the member's language", async () => {
  const mo = someone("moderator");
  expect(await codeOf(hands.writeToMember(mo, { id: anna, text: "Hi" }))).toBe("text too_short");
  await hands.writeToMember(mo, { id: anna, text: "We have looked at your question about photos." });
  const [mail] = await db.select().from(outbox);
  expect(mail).toMatchObject({
    template: "staff_letter",
    accountId: anna,
    text: expect.stringContaining("your question about photos"),
  });
  expect(await db.$count(decisions)).toBe(0);
  expect(await actionsOf(mo)).toEqual([["write to member", anna, null]]);
  const [german, other] = [await hands.readyLetters(mo, { language: "de" }), await hands.readyLetters(mo, { language: "xx" })];
  expect(german.letters.map(({ id }) => id)).toEqual(READY_LETTERS);
  expect([german.letters[0]?.text, other.letters[0]?.text]).toEqual([
    expect.stringContaining("Zahlung"),
    expect.stringContaining("payment"),
  ]);
});

test("the mail that confirms an address is sent again only while it is not confirmed", async () => {
  const sol = someone();
  expect(await codeOf(hands.sendActivation(sol, { id: anna }))).toBe("conflict");
  const newcomer = await addMember({ status: "not_confirmed" });
  await hands.sendActivation(sol, { id: newcomer });
  expect(await db.select().from(outbox)).toMatchObject([{ template: "activation", accountId: newcomer }]);
  expect(await actionsOf(sol)).toEqual([["send activation", newcomer, null]]);
});

test("a mail that was given up is sent again, once, and no other member's", async () => {
  const sol = someone();
  const mail = await givenUpMail(anna);
  const other = await addMember();
  expect(await codeOf(hands.sendMailAgain(sol, { id: other, mail }))).toBe("conflict");
  await hands.sendMailAgain(sol, { id: anna, mail });
  expect(await codeOf(hands.sendMailAgain(sol, { id: anna, mail }))).toBe("conflict");
  const again = await givenUpMail(anna);
  await env.DB.prepare("UPDATE outbox SET text = '' WHERE id = ?").bind(again).run();
  expect(await codeOf(hands.sendMailAgain(sol, { id: anna, mail: again }))).toBe("conflict");
  expect(await actionsOf(sol)).toEqual([["send mail again", anna, mail]]);
});

test("no mail that was given up goes to an address that the member no longer has", async () => {
  const sol = someone();
  const mail = await givenUpMail(anna);
  const offered = async () => (await support.memberFile(sol, { id: anna })).account?.mails.map(({ again }) => again);
  expect(await offered()).toEqual([mail]);
  await env.DB.prepare("UPDATE accounts SET email = 'new-' || email WHERE id = ?").bind(anna).run();
  expect(await offered()).toEqual([null]);
  expect(await codeOf(hands.sendMailAgain(sol, { id: anna, mail }))).toBe("conflict");
  const newcomer = await addMember({ status: "not_confirmed" });
  const first = await givenUpMail(newcomer);
  await hands.mendAddress(sol, { id: newcomer, email: `new-${newcomer}@example.org` });
  const left = await env.DB.prepare("SELECT status, text FROM outbox WHERE id = ?").bind(first).first();
  expect(left).toEqual({ status: "skipped", text: "" });
});

test("a mended address counts once its link is opened; one that was never confirmed is replaced, and confirmed anew", async () => {
  const sol = someone();
  const addressOf = (id: string) => env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(id).first("email");
  const before = await addressOf(anna);
  expect(await codeOf(hands.mendAddress(sol, { id: anna, email: "nonsense" }))).toMatch(/^email /);
  await hands.mendAddress(sol, { id: anna, email: `new-${anna}@example.org` });
  expect([await addressOf(anna), await templates()]).toEqual([before, ["mail_change", "mail_change_notice"]]);
  const newcomer = await addMember({ status: "not_confirmed" });
  await hands.mendAddress(sol, { id: newcomer, email: `new-${newcomer}@example.org` });
  expect([await addressOf(newcomer), await templates()]).toEqual([
    `new-${newcomer}@example.org`,
    ["activation", "mail_change", "mail_change_notice"],
  ]);
  const taken = await codeOf(hands.mendAddress(sol, { id: newcomer, email: `${anna}@example.org` }));
  expect(taken).toBe("email email_taken");
});

test("a member gets another name by the rules of the sign-up, and is told", async () => {
  const [mo, other] = [someone("moderator"), await addMember({ name: "Taken" })];
  await env.DB.prepare("UPDATE profiles SET name_key = 'taken' WHERE id = ?").bind(other).run();
  expect(await codeOf(hands.renameMember(mo, { id: anna, name: "taken" }))).toBe("name name_taken");
  expect(await codeOf(hands.renameMember(mo, { id: anna, name: "a@b.example" }))).toMatch(/^name name_/);
  const name = `Neu${newId().slice(0, 8)}`;
  await hands.renameMember(mo, { id: anna, name });
  expect(await db.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, anna))).toEqual([{ name }]);
  expect(await db.select().from(outbox)).toMatchObject([{ template: "name_changed", text: expect.stringContaining(name) }]);
});

test("up to the limit of the role one person gives credits, above it two; the member is told and the books stay right", async () => {
  const [sol, olga] = [someone(), someone("operator")];
  expect(await hands.giveCredits(sol, { id: anna, credits: 50, reason: "fault" })).toMatchObject({ by_two: false });
  expect(await credits(), "not before the time to undo").toBe(5);
  await leave();
  await work.sweep(now + 120_000);
  expect([await credits(), await templates()]).toEqual([55, ["credits_given"]]);
  expect(await hands.giveCredits(sol, { id: anna, credits: 1, reason: "fault" }), "the limit is used up").toMatchObject({
    by_two: true,
  });
  expect(await codeOf(hands.giveCredits(olga, { id: anna, credits: 1, reason: "fault" })), "one waits").toBe("conflict");
  expect(await decide("approve", sol)).toBe("nothing to take");
  expect(await decide("approve", olga)).toBe("decided");
  expect(await credits()).toBe(56);
  const kinds = await env.DB.prepare("SELECT kind, amount FROM ledger WHERE account_id = ? AND kind = 'goodwill'")
    .bind(anna)
    .all();
  expect(kinds.results.map(({ amount }) => amount)).toEqual([50, 1]);
  expect((await audit(env.DB)).findings).toEqual([]);
  expect(await actionsOf(sol)).toEqual([
    ["propose credits", anna, "fault"],
    ["propose credits", anna, "fault"],
  ]);
});

test("the schema refuses that one person approves what needs two", async () => {
  const sol = someone();
  await hands.giveCredits(sol, { id: anna, credits: 1000, reason: "goodwill" });
  const same = `UPDATE staff_requests SET status = 'approved', decided_by = '${sol.viewer.id}'`;
  await expect(env.DB.prepare(same).run()).rejects.toThrow("request_by_two");
});

test("an export and a deletion that a member asked for elsewhere need two, whatever the role; a refusal does nothing", async () => {
  const [sol, olga] = [someone("operator"), someone("operator")];
  const statusOf = () => env.DB.prepare("SELECT status FROM accounts WHERE id = ?").bind(anna).first("status");
  expect(await hands.proposeRequest(sol, { id: anna, kind: "erase", reason: "asked_by_letter" })).toMatchObject({ by_two: true });
  await decide("refuse", olga, "suspicious");
  expect(await statusOf()).toBe("active");
  await hands.proposeRequest(sol, { id: anna, kind: "export", reason: "asked_by_mail" });
  await decide("approve", olga);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM data_exports WHERE account_id = ?").bind(anna).first("n")).toBe(1);
  await hands.proposeRequest(sol, { id: anna, kind: "erase", reason: "asked_by_letter" });
  await decide("approve", olga);
  expect([await statusOf(), (await templates()).includes("reactivation")]).toEqual(["deleted", true]);
  const { latest } = await hands.requestCases(olga);
  expect(latest.map(({ kind, status }) => [kind, status])).toEqual([
    ["erase", "approved"],
    ["export", "approved"],
    ["erase", "refused"],
  ]);
});

test("a photo, the texts and the name are taken down with a statement of reasons and a strike each", async () => {
  const mo = someone("moderator");
  const photo = newId();
  await env.DB.prepare(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, 0, 'active', 1)",
  )
    .bind(photo, anna)
    .run();
  await env.DB.prepare("UPDATE profiles SET about = 'Buy now' WHERE id = ?").bind(anna).run();
  const take = (content: string) => memberDecisions.removeContent(mo, { id: anna, content, reason: "scam", words: WORDS });
  expect(await codeOf(take("photo of-another"))).toBe("content unknown_option");
  expect(await codeOf(memberDecisions.removeContent(mo, { id: anna, content: "name", reason: "scam", words: "x" }))).toBe(
    "words too_short",
  );
  for (const content of [`photo ${photo}`, "texts", "name"]) {
    await take(content);
    await leave();
  }
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, anna));
  expect([profile?.about, profile?.name]).toEqual(["", expect.stringMatching(/^Member\d{8}$/)]);
  expect(await env.DB.prepare("SELECT status FROM photos WHERE id = ?").bind(photo).first("status")).toBe("rejected");
  const taken = await db.select().from(decisions);
  expect(taken.map(({ kind, about, reportId }) => [kind, about, reportId])).toEqual([
    ["content_removed", "photo", null],
    ["content_removed", "profile", null],
    ["content_removed", "profile", null],
  ]);
  expect(taken.at(-1)?.until, "the third strike mutes").toBeGreaterThan(now);
  expect((await templates()).filter((one) => one === "decision")).toHaveLength(3);
  expect((await actionsOf(mo)).map(([action]) => action)).toEqual(["remove photo", "remove texts", "remove name"]);
});

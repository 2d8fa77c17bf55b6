import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { reportProofs, reports } from "#db/schema/index.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { addTalk, agesFrom, move, NOW, textOf } from "#tests/setup/archived.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { memberReports: rules, blocks } = servicesOf(env);
const refused = (work: Promise<unknown>) => work.then(() => "done").catch((error: AppError) => error.code);

let anna: string;
let ben: string;

beforeEach(async () => {
  [anna, ben] = [await addMember({ name: "Anna" }), await addMember({ name: "Ben" })];
});

type Said = Parameters<typeof rules.report>[1];

async function report(who: string, said: Partial<Said> & Pick<Said, "kind" | "object">) {
  return rules.report(await memberContext(who), { reason: "harassment", block: false, ...said });
}

async function proofOf(reference: string) {
  const row = await db.select().from(reports).innerJoin(reportProofs, eq(reports.id, reportProofs.reportId)).all();
  return row.find((one) => one.reports.reference === reference)?.report_proofs.proof;
}

test("a profile is copied as it was, and changes after the report do not reach the proof", async () => {
  await runSql("UPDATE profiles SET about = 'I sell things' WHERE id = ?", ben);
  const { reference } = await report(anna, { kind: "profile", object: ben });
  await runSql("UPDATE profiles SET about = 'Nothing to see', name = 'Bernard' WHERE id = ?", ben);
  expect(await proofOf(reference)).toMatchObject({ name: "Ben", profile: { about: "I sell things" } });
});

test("a repeated report is the same one, until it is decided", async () => {
  const first = await report(anna, { kind: "profile", object: ben });
  const [again, also] = await Promise.all([1, 2].map(() => report(anna, { kind: "profile", object: ben, reason: "fake" })));
  expect([again?.reference, also?.reference]).toEqual([first.reference, first.reference]);
  expect(await db.$count(reports, eq(reports.reporterId, anna))).toBe(1);
  await runSql("UPDATE reports SET status = 'decided', outcome = 'no_violation', decided_at = 1 WHERE reporter_id = ?", anna);
  expect((await report(anna, { kind: "profile", object: ben })).reference).not.toBe(first.reference);
});

test("a report about children or crime is due in 24 hours, any other in 72", async () => {
  const ctx = await memberContext(anna, { now: NOW });
  for (const reason of ["minor", "illegal", "scam"] as const) {
    const other = await addMember();
    await rules.report(ctx, { kind: "profile", object: other, reason, block: false });
    const [row] = await db.select().from(reports).where(eq(reports.reportedId, other));
    expect((row?.dueAt ?? 0) - NOW, reason).toBe((reason === "scam" ? 72 : 24) * HOUR);
  }
});

test("a message is copied with those around it and no others, from the archive too", async () => {
  const conversation = await addTalk(anna, ben, [...agesFrom(60, 30), ...agesFrom(1, 10)]);
  expect(await move(conversation)).toBeGreaterThan(0);
  const { reference } = await report(anna, { kind: "message", object: `${conversation}/28` });
  const proof = await proofOf(reference);
  expect(proof?.seq).toBe(28);
  expect(proof?.messages?.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 18));
  expect(proof?.messages?.[10]).toMatchObject({ seq: 28, sender: ben, text: textOf(28) });
});

test("a chat that its reader removed can be reported, one of others or an own message cannot", async () => {
  const conversation = await writeMessage(ben, anna);
  await runSql("UPDATE participants SET removed_seq = 1, listed = 0 WHERE member_id = ?", anna);
  const { reference } = await report(anna, { kind: "chat", object: conversation });
  expect((await proofOf(reference))?.messages).toHaveLength(1);
  const carl = await addMember();
  expect(await refused(report(carl, { kind: "chat", object: conversation }))).toBe("not_found");
  expect(await refused(report(carl, { kind: "message", object: `${conversation}/1` }))).toBe("not_found");
  expect(await refused(report(ben, { kind: "message", object: `${conversation}/1` })), "his own").toBe("not_found");
  for (const object of [`${conversation}/2`, `${conversation}/0`, `${conversation}/x`, conversation])
    expect(await refused(report(anna, { kind: "message", object })), object).toBe("not_found");
});

test("a member who blocked can be reported, a hidden stranger cannot", async () => {
  await blocks.block(await memberContext(ben), { profile: anna });
  await report(anna, { kind: "profile", object: ben });
  const hidden = await addMember();
  await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", hidden);
  expect(await refused(report(anna, { kind: "profile", object: hidden }))).toBe("not_found");
  await writeMessage(hidden, anna);
  await report(anna, { kind: "profile", object: hidden });
});

test("members of other pools, oneself and unknown ones cannot be reported", async () => {
  const stranger = await addMember({ pool: "elsewhere" });
  for (const object of [stranger, "nobody"]) expect(await refused(report(anna, { kind: "profile", object }))).toBe("not_found");
  expect(await refused(report(anna, { kind: "profile", object: anna }))).toBe("invalid");
});

test("fictional profiles can be reported where they are shown", async () => {
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", ben);
  for (const [shown, outcome] of [
    [false, "not_found"],
    [true, "done"],
  ] as const) {
    const ctx = await memberContext(anna, { settings: { fictional_profiles: shown } });
    const said = { kind: "profile", object: ben, reason: "fake", block: false } as const;
    expect(await refused(rules.report(ctx, said))).toBe(outcome);
  }
});

test("a private photo is reported only by members with access, a gift by its receiver", async () => {
  const insert = "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES";
  await runSql(`${insert} (?1, ?2, ?1, 0, 'active', 'private', 0)`, `private-${ben}`, ben);
  const photo = { kind: "photo", object: `private-${ben}` } as const;
  expect(await refused(report(anna, photo))).toBe("not_found");
  await runSql("INSERT INTO photo_grants (owner_id, member_id, status, at) VALUES (?, ?, 'granted', 0)", ben, anna);
  const { reference } = await report(anna, photo);
  expect(await proofOf(reference)).toMatchObject({ photo: { id: `private-${ben}`, key: `private-${ben}` } });
  const snapshot = '{"id":"rose","names":null,"credits":5}';
  const gift = `gift-${ben}`;
  await runSql(
    "INSERT INTO gifts (id, sender_id, receiver_id, gift, note, created_at) VALUES (?, ?, ?, ?, 'For you', 0)",
    ...[gift, ben, anna, snapshot],
  );
  expect(await refused(report(await addMember(), { kind: "gift", object: gift }))).toBe("not_found");
  await report(anna, { kind: "gift", object: gift });
});

test("an answer to a question is reported by its question", async () => {
  await runSql(`UPDATE profiles SET prompts = '[{"question":"sunday","answer":"Call me"}]' WHERE id = ?`, ben);
  const { reference } = await report(anna, { kind: "prompt", object: `${ben}/sunday` });
  expect(await proofOf(reference)).toMatchObject({ prompt: { question: "sunday", answer: "Call me" } });
  expect(await refused(report(anna, { kind: "prompt", object: `${ben}/monday` }))).toBe("not_found");
});

test("another reason needs words, and words have an end", async () => {
  const said = { kind: "profile", object: ben } as const;
  expect(await refused(report(anna, { ...said, reason: "unlisted", text: " \n" }))).toBe("invalid");
  expect(await refused(report(anna, { ...said, text: "x".repeat(1001) }))).toBe("invalid");
  await report(anna, { ...said, reason: "unlisted", text: "x".repeat(1000) });
});

test("a report blocks where asked, after the proof is stored, and tells the reporter what waits", async () => {
  const conversation = await writeMessage(ben, anna);
  const { reference, blocked } = await report(anna, { kind: "chat", object: conversation, block: true });
  expect(blocked).toBe(true);
  expect((await proofOf(reference))?.messages).toHaveLength(1);
  const { about, reports: own } = await rules.reports(await memberContext(anna), { kind: "profile", object: ben });
  expect(about).toMatchObject({ profile: { name: "Ben" }, blocked: true, reference: null });
  expect(own).toMatchObject([{ reference, kind: "chat", profile: { id: ben, name: "Ben" }, outcome: null }]);
  expect((await rules.reports(await memberContext(ben), {})).reports).toEqual([]);
});

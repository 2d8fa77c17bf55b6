import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { decisions, heldTexts, reportProofs, workItems } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { removalOf } from "#worker/backoffice/decisions/removal.sql.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

const db = connect(env.DB);
const { ownProfile, members, memberReports, support, work, textQueue, decisions: own } = servicesOf(env);
const SITE: Partial<Settings> = { more_genders: ["non_binary", "own"] };
/** Looks like a contact. */
const HINTS = "demigirl, look for me on telegram";
const CALM = "demigirl and proud";
const SAYS = { identity: "own", identity_shown: true, identity_consent: true, shown_in: "both" } as const;

let now: number;
let [ann, bea] = ["", ""];

beforeEach(async () => {
  for (const table of ["held_texts", "work_items", "decisions", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  now = Date.now();
  [ann, bea] = [await addMember({ name: "Ann" }), await addMember({ name: "Bea" })];
  await runSql("UPDATE profiles SET gender = 'female', looking_for = 'female' WHERE id IN (?, ?)", ann, bea);
});

const as = async (id: string, settings = SITE) => memberContext(id, { now, settings });
const save = async (input: CallInput<"updateProfile">) => ownProfile.updateProfile(await as(ann), input);
const refused = (input: CallInput<"updateProfile">) =>
  save(input).then(
    () => ["accepted"],
    ({ fields }: AppError) => fields.map(({ field, code }) => `${field} ${code}`),
  );
const read = async () => ownProfile.profile(await as(ann));
/** What another member reads of it. */
async function seen(settings = SITE) {
  const { profile } = (await members.member(await as(bea, settings), { id: ann })).value;
  return { gender: profile.gender, said: profile.gender_said, code: profile.identity, words: profile.identity_words };
}
const NOTHING = { gender: "female", said: true, code: null, words: null };
const waiting = async () => (await db.select().from(workItems)).filter(({ state }) => state === "waiting");

async function decide(kind: "text" | "appeal", decision: string, reason?: string): Promise<void> {
  const ctx = staffContext("moderator", now);
  await work.takeWork(ctx, { kind });
  const [item] = (await work.workMine(ctx, { kind })).items;
  await work.decideWork(ctx, { id: item?.id ?? expect.unreachable("nothing to decide"), decision, reason });
  now += UNDO + 1;
  await work.sweep(now);
}

test("own words are read where they are shown and the site offers them, and by their member always", async () => {
  await save({ ...SAYS, identity_words: ` ${CALM}\n` });
  expect(await seen()).toEqual({ gender: "female", said: false, code: null, words: CALM });
  expect(await seen({ more_genders: ["non_binary"] })).toEqual(NOTHING);
  expect(await save({ identity_shown: false })).toMatchObject({
    own_identity: { code: "own", shown: false, words: CALM, consent_due: false },
    profile: { gender_said: false, identity: null, identity_words: CALM },
    self_changes: { left: 1 },
  });
  expect(await seen()).toEqual(NOTHING);
  // Other words are no change of gender; a code is one, and takes the words along.
  expect(await save({ identity_words: "demigirl" })).toMatchObject({ self_changes: { left: 1 } });
  expect(await save({ identity: "non_binary" })).toMatchObject({ own_identity: { words: null }, self_changes: { left: 0 } });
  expect(await env.DB.prepare("SELECT identity FROM profiles WHERE id = ?").bind(ann).first("identity")).not.toContain(
    "demigirl",
  );
});

test("contact details, words that say nothing and long ones are refused at their field", async () => {
  expect(await refused({ ...SAYS, identity_words: "ann@example.org" })).toEqual(["identity_words contact_details"]);
  expect(await refused({ ...SAYS, identity_words: "\u200b" })).toEqual(["identity_words required"]);
  expect(await refused(SAYS)).toEqual(["identity_words required"]);
  expect(await refused({ ...SAYS, identity_words: "x".repeat(41) })).toEqual(["identity_words too_long"]);
  expect(await refused({ ...SAYS, identity_words: "👩‍👩‍👧".repeat(40) })).toEqual(["accepted"]);
});

test("what only looks like contact details waits, is read by nobody else, and is read once it is approved", async () => {
  const saved = await save({ ...SAYS, identity_words: HINTS });
  expect(saved).toMatchObject({
    own_identity: { words: HINTS },
    profile: { identity_words: HINTS },
    held: [{ field: "identity", status: "waiting", identity_words: HINTS }],
  });
  expect(await seen()).toEqual(NOTHING);
  const staff = staffContext("moderator", now);
  await work.takeWork(staff, { kind: "text" });
  expect((await textQueue.textLooks(staff)).texts).toMatchObject([
    { field: "identity", lines: [{ of: "identity", text: HINTS }], before: [], causes: ["contacts"] },
  ]);
  await work.returnWork(staff, { kind: "text" });
  // Saved again as it is, it waits once.
  await save({ ...SAYS, identity_words: HINTS });
  expect(await db.select().from(heldTexts)).toHaveLength(1);
  await decide("text", "approve");
  expect(await seen()).toMatchObject({ said: false, words: HINTS });
  expect(await save({ ...SAYS, identity_words: HINTS })).toMatchObject({ held: [] });
  expect(await seen()).toMatchObject({ said: false, words: HINTS });
});

test("refused words come with a statement, and a reversed refusal shows them", async () => {
  await save({ ...SAYS, identity_words: HINTS });
  await decide("text", "refuse", "contact_details");
  expect(await read()).toMatchObject({
    held: [{ field: "identity", status: "refused", reason: "contact_details", identity_words: HINTS }],
  });
  const [decision] = await db.select().from(decisions);
  expect(decision).toMatchObject({ kind: "text_refused", about: "profile", memberId: ann });
  expect(await seen()).toEqual(NOTHING);
  const { decisions: list } = await own.decisions(await as(ann));
  const [id = "", key = ""] = new URL(list[0]?.path ?? "", "http://localhost").searchParams.get("open")?.split(".") ?? [];
  await own.object(await as(ann), { decision: id, key, text: "It is the name of my band." });
  await decide("appeal", "reversed");
  expect(await seen()).toMatchObject({ words: HINTS });
});

test("words that nobody else is to read are not judged; showing them judges them", async () => {
  await save({ ...SAYS, identity_words: HINTS, identity_shown: false });
  expect(await waiting()).toEqual([]);
  await save({ identity_shown: true });
  expect(await waiting()).toHaveLength(1);
  expect(await seen()).toEqual(NOTHING);
  // Hidden again, there is nothing to look at.
  await save({ identity_shown: false });
  expect(await waiting()).toEqual([]);
});

test("an approval brings nothing back that was given up or said otherwise", async () => {
  for (const next of [{ identity: null, gender: "female" }, { identity_words: CALM }] as const) {
    await runSql("UPDATE profiles SET self_changes = '[]' WHERE id = ?", ann);
    await save({ ...SAYS, identity_words: HINTS });
    await save(next);
    expect(await waiting()).toEqual([]);
    // The row as it was, decided by somebody who had it open.
    await runSql(
      `INSERT INTO held_texts (id, member_id, field, value, causes, status, held_at) VALUES (?1, ?1, 'identity', ?2, '["contacts"]', 'waiting', 0)`,
      ...[ann, JSON.stringify([{ question: "identity", answer: HINTS }])],
    );
    await decide("text", "approve");
    expect(JSON.stringify(await seen())).not.toContain("telegram");
  }
});

test("a report keeps shown words as proof, staff read shown ones alone, and a removal empties them", async () => {
  await save({ ...SAYS, identity_words: CALM });
  const found = async () => {
    await memberReports.report(await as(await addMember()), { kind: "profile", object: ann, reason: "harassment", block: false });
    return (await db.select().from(reportProofs)).at(-1)?.proof.profile;
  };
  const file = async () => (await support.memberFile(staffContext("support", now), { id: ann })).identity;
  expect([(await found())?.identity, await file()]).toEqual([CALM, CALM]);
  await save({ identity_shown: false });
  expect([(await found())?.identity, await file()]).toEqual([undefined, null]);
  await save({ identity_shown: true });
  const removed = { kind: "profile" as const, objectId: ann, reportedId: ann };
  const batch = removalOf(removed, "harassment", now);
  for (const statement of batch) await db.run(statement);
  expect(await seen()).toEqual(NOTHING);
  expect(await read()).toMatchObject({ own_identity: { code: "own", words: "" } });
});

test("a consent to an earlier text is asked for again by who says more, and by nobody who says less", async () => {
  await save({ ...SAYS, identity_words: CALM });
  await runSql("UPDATE profiles SET identity = json_set(identity, '$.agreed.version', '2026-01-01') WHERE id = ?", ann);
  expect(await read()).toMatchObject({ own_identity: { consent_due: true } });
  expect(await refused({ identity_shown: false })).toEqual(["accepted"]);
  for (const more of [{ identity_shown: true }, { identity_words: "other words" }, { identity: "non_binary" as const }])
    expect(await refused(more)).toEqual(["identity_consent consent_required"]);
  expect(await save({ identity_shown: true, identity_consent: true })).toMatchObject({ own_identity: { consent_due: false } });
  // To take it back is to give the identity up.
  expect(await refused({ identity_shown: false, identity_consent: false })).toEqual(["identity_consent consent_required"]);
});

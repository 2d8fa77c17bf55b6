import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { spokenFile } from "#tests/setup/recordings.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { OBJECTION_TERM } from "#worker/people/reports/decisions.vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { createWalkStore } from "#worker/platform/walk.store.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { WALKS } from "#worker/server/wiring/walks.ts";
import { speaks } from "./voice-answers.vocabulary.ts";

const { ownProfile, voiceAnswers, members, likes, blocks, work, textQueue, media, memberReports, cases } = servicesOf(env);
const walks = createWalkStore(connect(env.DB));
const [FIRST, SECOND] = ["laugh", "small_joy"] as const;

let now: number;
let ann: string;
let bea: string;

beforeEach(async () => {
  for (const table of ["held_texts", "work_items", "decisions", "outbox", "voice_answers"])
    await env.DB.exec(`DELETE FROM ${table}`);
  for (const { key } of (await env.PHOTOS.list()).objects) await env.PHOTOS.delete(key);
  now = Date.now();
  [ann, bea] = [await addMember({ name: "Ann" }), await addMember({ name: "Bea" })];
  await runSql("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?", bea);
  await ownProfile.updateProfile(await as(ann), {
    prompts: [
      { question: FIRST, answer: "Puns." },
      { question: SECOND, answer: "Rain." },
    ],
  });
});

const as = (id: string) => memberContext(id, { now });
const say = async (question: string = FIRST, file = spokenFile()) => voiceAnswers.sayAnswer(await as(ann), { question, file });
const mine = async () => (await ownProfile.profile(await as(ann))).profile.prompts;
const seen = async () => (await members.member(await as(bea), { id: ann })).value.profile.prompts;
const files = async () => (await env.PHOTOS.list()).objects.map(({ key }) => key).toSorted();
const keyIn = (filename: string | undefined) =>
  /(voice-answer-[^.]+)/.exec(filename ?? "")?.[1] ?? expect.unreachable("no recording");
const heard = async (id: string, key: string) =>
  media.check({ key, owner: ann }, await logIn(id), { domain: (await as(id)).domain, country: "NL", region: null }, now);
const refusal = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "ok",
    (error: AppError) => error.fields[0]?.code ?? error.code,
  );

async function decide(decision: string, reason?: string, ctx = staffContext("moderator", now)): Promise<void> {
  await work.takeWork(ctx, { kind: "text" });
  const [item] = (await work.workMine(ctx, { kind: "text" })).items;
  await work.decideWork(ctx, { id: item?.id ?? expect.unreachable("nothing to decide"), decision, reason });
  now += UNDO + 1;
  await work.sweep(now);
}

async function clean(): Promise<void> {
  now += 2 * HOUR;
  const walk = WALKS.find(({ name }) => name === "spoken answers") ?? expect.unreachable("no walk");
  // A round may have ended behind the rows of another test.
  await walks.step(walk, now);
  await walks.step(walk, now);
  await voiceAnswers.sweep();
}

test("a spoken answer is heard by its member alone, and by others once a person has heard it", async () => {
  const { profile, held } = await say();
  const key = keyIn(profile.prompts.find(({ question }) => question === FIRST)?.voice?.filename);
  expect(held).toMatchObject([{ field: "prompts", status: "waiting" }]);
  expect((await seen()).map(({ answer, voice }) => [answer, voice])).toEqual([
    ["Puns.", undefined],
    ["Rain.", undefined],
  ]);
  expect([await heard(ann, key), await heard(bea, key)]).toEqual(["private", null]);

  const ctx = staffContext("moderator", now);
  await work.takeWork(ctx, { kind: "text" });
  const { texts } = await textQueue.textLooks(ctx);
  expect(texts).toMatchObject([{ causes: ["voice"], voices: [2000] }]);
  const item = texts[0]?.item ?? "";
  expect((await textQueue.textVoice(ctx, { item, number: 0 })).headers.get("content-type")).toBe("audio/webm");
  expect(await refusal(textQueue.textVoice(staffContext("moderator", now), { item, number: 0 }))).toBe("not_found");

  await decide("approve", undefined, ctx);
  const voice = (await seen()).find(({ question }) => question === FIRST)?.voice;
  expect(voice).toMatchObject({ duration: 2000, filename: expect.stringContaining(key) });
  expect(await heard(bea, key)).toBe("private");
  expect(JSON.stringify(await seen())).not.toContain('"key"');
});

test("other changes keep the recording, shown or waiting, and a second one waits beside the first", async () => {
  await say();
  const prompts = [
    { question: FIRST, answer: "Puns." },
    { question: SECOND, answer: "Rain." },
  ];
  await ownProfile.updateProfile(await as(ann), { prompts });
  const waiting = keyIn((await mine()).find(({ question }) => question === FIRST)?.voice?.filename);
  await decide("approve");
  await ownProfile.updateProfile(await as(ann), { prompts: [{ question: FIRST, answer: "Bad puns." }] });
  expect(await seen()).toMatchObject([{ answer: "Bad puns.", voice: { filename: expect.stringContaining(waiting) } }]);

  await say();
  const next = keyIn((await mine())[0]?.voice?.filename);
  expect(next).not.toBe(waiting);
  expect((await seen())[0]?.voice?.filename).toContain(waiting);
  await decide("approve");
  expect((await seen())[0]?.voice?.filename).toContain(next);
  await clean();
  expect(await files(), "the first one is erased").toEqual([`${next}.full`]);
});

test("a refused one is heard by nobody else, stays while one may object, and is erased then", async () => {
  await say();
  const key = keyIn((await mine()).find(({ question }) => question === FIRST)?.voice?.filename);
  await decide("refuse", "harassment");
  expect([(await mine()).map(({ voice }) => voice), (await seen()).map(({ voice }) => voice)]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect((await env.DB.prepare("SELECT kind, about FROM decisions").all()).results).toEqual([
    { kind: "text_refused", about: "prompt" },
  ]);
  await clean();
  expect(await files()).toEqual([`${key}.full`]);
  now += OBJECTION_TERM + HOUR;
  await textQueue.sweep(now);
  await clean();
  expect(await files()).toEqual([]);
});

test("it ends for whom a block or a removal ends the answer, and with the answer itself", async () => {
  await say();
  await decide("approve");
  const key = keyIn((await seen()).find(({ question }) => question === FIRST)?.voice?.filename);
  await blocks.block(await as(ann), { profile: bea });
  expect([await heard(bea, key), await heard(ann, key)]).toEqual([null, "private"]);
  await blocks.unblock(await as(ann), { profile: bea });
  expect(await heard(bea, key)).toBe("private");
  await ownProfile.updateProfile(await as(ann), { prompts: [] });
  expect(await heard(bea, key)).toBe(null);
  await clean();
  expect(await files()).toEqual([]);
});

test("where it is switched off, or nobody inspects, its words alone are shown", async () => {
  await say();
  await decide("approve");
  for (const off of ["voice", "staff"] as const) {
    const ctx = await as(bea);
    const features = { ...ctx.domain.features, [off]: false };
    const { value } = await members.member({ ...ctx, domain: { ...ctx.domain, features } }, { id: ann });
    expect(value.profile.prompts.map(({ answer, voice }) => [answer, voice])).toEqual([
      ["Puns.", undefined],
      ["Rain.", undefined],
    ]);
  }
});

test("a recording that something names again is not erased, although a walk found it unnamed", async () => {
  await say();
  await decide("approve");
  const prompts = await env.DB.prepare("SELECT prompts FROM profiles WHERE id = ?").bind(ann).first<string>("prompts");
  await voiceAnswers.removeSpoken(await as(ann), { question: FIRST });
  await runSql("UPDATE voice_answers SET unwanted = 1");
  await runSql("UPDATE profiles SET prompts = ? WHERE id = ?", prompts, ann);
  await voiceAnswers.sweep();
  expect(await files()).toHaveLength(1);
  await voiceAnswers.removeSpoken(await as(ann), { question: FIRST });
  await voiceAnswers.sweep();
  expect(await files()).toEqual([]);
});

test("its member takes it away, and the written answer stays", async () => {
  await say();
  await decide("approve");
  await voiceAnswers.removeSpoken(await as(ann), { question: FIRST });
  expect(await seen()).toEqual([
    { question: FIRST, answer: "Puns." },
    { question: SECOND, answer: "Rain." },
  ]);
  expect(await refusal(as(ann).then((ctx) => voiceAnswers.removeSpoken(ctx, { question: "two_truths" })))).toBe("unknown_option");
});

test("a report copies it: the moderator of the case hears it, also after it was taken away", async () => {
  await say();
  await decide("approve");
  await memberReports.report(await as(bea), { kind: "prompt", object: `${ann}/${FIRST}`, reason: "harassment", block: false });
  await voiceAnswers.removeSpoken(await as(ann), { question: FIRST });
  await clean();
  const ctx = staffContext("moderator", now);
  await work.takeWork(ctx, { kind: "report" });
  const { cases: found } = await cases.reportCases(ctx);
  expect(found).toMatchObject([{ pictures: 0, voices: [2000] }]);
  const file = await cases.casePicture(ctx, { item: found[0]?.item ?? "", picture: 0 });
  expect(file.headers.get("content-type")).toBe("audio/webm");
});

test("a like of the answer stores what is written", async () => {
  await say();
  await decide("approve");
  await likes.like(await as(bea), { profile: ann, part: { question: FIRST } });
  const target = await env.DB.prepare("SELECT target FROM likes").first<string>("target");
  expect(JSON.parse(target ?? "")).toEqual({ prompt: { question: FIRST, answer: "Puns." } });
});

test("what is no answer of the profile, too long, no recording or not offered is refused, and no file stays", async () => {
  expect(await refusal(say("two_truths"))).toBe("unknown_option");
  expect(await refusal(say(FIRST, spokenFile(40)))).toBe("recording_too_long");
  expect(await refusal(say(FIRST, new File(["text"], "voice")))).toBe("not_a_recording");
  const off = await memberContext(ann, { now, settings: { voice: false } });
  expect(await refusal(voiceAnswers.sayAnswer(off, { question: FIRST, file: spokenFile() }))).toBe("forbidden");
  expect(await refusal(voiceAnswers.maySayAnswer(off)), "before its body is read").toBe("forbidden");
  expect(await refusal(voiceAnswers.removeSpoken(off, { question: FIRST })), "what waits elsewhere").toBe("forbidden");
  const { domain } = await as(ann);
  expect(speaks({ ...domain, features: { ...domain.features, staff: false } }), "nobody would inspect it").toBe(false);
  await clean();
  expect(await files()).toEqual([]);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { cellOf } from "#db/cells.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { accountsStore, likes, looks, match, members, ownProfile, swipe } = servicesOf(env);
const HAARLEM = { country: "NL", region: "NL-NH", city: "Haarlem" };
const ANSWERS = JSON.stringify({ goal: "chat", pace: "slow", first: "coffee", evening: "home" });

async function person(gender: string, looking_for: string): Promise<string> {
  const id = await addMember();
  const set = {
    ...{ gender, looking_for, ...HAARLEM, cell: cellOf(HAARLEM), birth_date: "1990-03-01", main_photo: "photo", hair: "red" },
    ...{ last_active_at: NOON, created_at: NOON - 30 * DAY, shown_to_visitors: 1, sexuality: "hetero" },
  };
  const columns = Object.keys(set).map((name) => `${name} = ?`);
  await runSql(`UPDATE profiles SET ${columns.join(", ")} WHERE id = ?`, ...Object.values(set), id);
  await runSql("INSERT INTO match_answers (member_id, answers, answered_at) VALUES (?, ?, 0)", id, ANSWERS);
  return id;
}

async function as(id: string, now = NOON): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, NOON + 90 * DAY)), "liaison", now);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now })) as MemberContext;
}

const save = async (id: string, input: CallInput<"updateProfile">, now = NOON) =>
  ownProfile.updateProfile(await as(id, now), input);
const refused = (work: Promise<unknown>) =>
  work.then(
    () => ["accepted"],
    ({ code, fields }: AppError) => (fields.length > 0 ? fields.map((one) => `${one.field} ${one.code}`) : [code]),
  );

let [ann, bob, twin] = ["", "", ""];
beforeEach(async () => {
  await runSql("DELETE FROM saved_searches");
  await runSql("UPDATE profiles SET status = 'hidden' WHERE status = 'active'");
  // Ann looks for women, Bob for men; the twin is a man for men, as Bob.
  [ann, bob, twin] = [await person("female", "female"), await person("male", "male"), await person("male", "male")];
});

/** In which lists of that viewer the member stands. */
async function shownIn(viewer: string, id: string, like: string): Promise<Record<string, boolean | number>> {
  const ctx = await as(viewer);
  const has = (rows: readonly { id: string }[]) => rows.some((row) => row.id === id);
  const found = await members.members(ctx, {});
  return {
    search: has(found.results),
    byAttribute: has((await members.members(ctx, { hair: "red", min_age: 30, max_age: 40 })).results),
    count: found.numResults,
    deck: has((await swipe.deck(ctx)).cards),
    match: has((await match.matchFinder(ctx)).results),
    similar: has((await members.similar(ctx, { id: like })).results),
  };
}

async function notices(viewer: string, gender: string): Promise<number> {
  await runSql(
    `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, notify, seen_until, due_at, created_at)
     VALUES (?1, ?1, 'liaison', ?2, '', 1, ?3, 0, 0)`,
    viewer,
    JSON.stringify({ gender, country: "NL" }),
    NOON - DAY,
  );
  await looks.sweep(NOON);
  return (await env.DB.prepare("SELECT fresh FROM saved_searches WHERE id = ?").bind(viewer).first<number>("fresh")) ?? 0;
}

test("who changes their gender is found by the new one alone, and nobody is told", async () => {
  const cleo = await person("male", "male");
  const before = await shownIn(bob, cleo, twin);
  expect(before).toEqual({ search: true, byAttribute: true, count: 2, deck: true, match: true, similar: true });
  const events = () => env.DB.prepare("SELECT count(*) AS n FROM news").first<number>("n");
  const told = await events();
  const saved = await save(cleo, { gender: "female", looking_for: "female" });
  expect(saved).toMatchObject({
    looking_for: "female",
    profile: { gender: "female" },
    self_changes: { left: 1, again_at: null },
  });
  expect(await shownIn(bob, cleo, twin)).toEqual({
    ...{ search: false, byAttribute: false, count: 1, deck: false, match: false, similar: false },
  });
  expect(await shownIn(ann, cleo, cleo)).toMatchObject({ search: true, byAttribute: true, count: 1, deck: true, match: true });
  // A member who changes is no new member.
  expect([await notices(ann, "female"), await notices(bob, "male"), await events()]).toEqual([0, 0, told]);
});

test("likes and their match stay when one of the two changes their gender", async () => {
  await likes.like(await as(bob), { profile: twin });
  expect((await likes.like(await as(twin), { profile: bob })).match).toBe(true);
  await save(twin, { gender: "female" });
  expect((await likes.likes(await as(bob), { type: "matches" })).profiles.map(({ id }) => id)).toEqual([twin]);
  expect((await members.member(await as(bob), { id: twin })).value.profile.gender).toBe("female");
});

test("gender, orientation and whom one looks for change twice in 30 days together, a change back counts, and the refusal names the day", async () => {
  await save(bob, { sexuality: "gay", looking_for: "everyone" });
  // The same once more is no change.
  expect((await save(bob, { looking_for: "everyone" })).self_changes).toEqual({ left: 1, again_at: null });
  const second = await save(bob, { looking_for: "male" }, NOON + 5 * DAY);
  expect(second.self_changes).toEqual({ left: 0, again_at: new Date(NOON + 30 * DAY).toISOString() });
  const all = { gender: "female", looking_for: "female", sexuality: "bi", about: "New words." } as const;
  const wrong = await save(bob, all, NOON + 30 * DAY - 1).catch((error: AppError) => error);
  expect((wrong as AppError).fields.map(({ field, code }) => `${field} ${code}`)).toEqual([
    ...["gender self_limit", "looking_for self_limit", "sexuality self_limit"],
  ]);
  expect((wrong as AppError).fields[0]?.params?.date).toContain("2026");
  // Nothing of a refused form is stored, and other changes go on.
  expect((await ownProfile.profile(await as(bob))).profile).toMatchObject({ gender: "male", sexuality: "gay", about: "" });
  expect((await save(bob, { about: "I bake." }, NOON + 6 * DAY)).profile.about).toBe("I bake.");
  expect((await save(bob, { gender: "female" }, NOON + 30 * DAY)).self_changes?.left).toBe(0);
  expect(await refused(save(bob, { gender: "male" }, NOON + 34 * DAY))).toEqual(["gender self_limit"]);
  expect(await refused(save(bob, { gender: "male" }, NOON + 35 * DAY))).toEqual(["accepted"]);
});

test("an orientation that is said for the first time counts as no change, and taking it away does while one is left", async () => {
  await runSql("UPDATE profiles SET sexuality = NULL WHERE id = ?", bob);
  expect((await save(bob, { sexuality: "gay" })).self_changes?.left).toBe(2);
  expect((await save(bob, { sexuality: null })).self_changes?.left).toBe(1);
  expect((await save(bob, { sexuality: "bi" })).self_changes?.left).toBe(1);
  expect((await save(bob, { looking_for: "everyone" })).self_changes?.left).toBe(0);
  // It is never refused, so that a consent can be withdrawn at any time; saying it again is.
  expect(await save(bob, { sexuality: null })).toMatchObject({ profile: { sexuality: null }, self_changes: { left: 0 } });
  expect(await refused(save(bob, { sexuality: "bi" }))).toEqual(["sexuality self_limit"]);
  expect(await refused(save(bob, { sexuality: null, looking_for: "male" }))).toEqual(["looking_for self_limit"]);
});

test("of changes that are sent at once, one is made", async () => {
  const ctxs = await Promise.all([as(bob), as(bob), as(bob)]);
  const sent = [{ gender: "female" }, { looking_for: "female" }, { sexuality: "bi" }] as const;
  const done = await Promise.all(
    sent.map((input, i) => refused(ownProfile.updateProfile(ctxs[i] ?? expect.unreachable(), input))),
  );
  expect(done.flat().toSorted()).toEqual(["accepted", "conflict", "conflict"]);
});

test("a site for one gender takes no other at its field", async () => {
  const ctx = await as(bob);
  const here = { ...ctx, domain: { ...ctx.domain, settings: { ...ctx.domain.settings, genders: ["male" as const] } } };
  expect(await refused(ownProfile.updateProfile(here, { gender: "female" }))).toEqual(["gender unknown_option"]);
  expect(await refused(ownProfile.updateProfile(here, { gender: "male" }))).toEqual(["accepted"]);
});

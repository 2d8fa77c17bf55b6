import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import type { Gender, LookingFor } from "#db/schema/attributes.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { QUESTIONS, questionsOf } from "#worker/discovery/match/questions.vocabulary.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createMembersStore } from "./members.store.ts";

const { members, likes, swipe, match } = servicesOf(env);
const FOR_MEN = { genders: ["male" as const] };
const FOR_ALL = { genders: ["female" as const, "male" as const] };
const ANSWERS = Object.fromEntries(questionsOf(1).map((id) => [id, QUESTIONS[id].options[0] ?? expect.unreachable()]));
const people: Record<string, string> = {};

async function add(name: string, gender: Gender, looking_for: LookingFor): Promise<string> {
  const id = await addMember({ name });
  people[id] = name;
  const set = "UPDATE profiles SET gender = ?, looking_for = ?, main_photo = id WHERE id = ?";
  await runSql(set, gender, looking_for, id);
  await runSql("INSERT INTO match_answers (member_id, answers, answered_at) VALUES (?, ?, 0)", id, JSON.stringify(ANSWERS));
  return id;
}
const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => people[id]).toSorted();
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "given",
    ({ code, fields }) => (fields?.length > 0 ? fields : code),
  );

let [adam, eva, bob, ali] = ["", "", "", ""];
beforeAll(async () => {
  // Adam came from a site for all, where he looks for women.
  adam = await add("Adam", "male", "female");
  eva = await add("Eva", "female", "male");
  bob = await add("Bob", "male", "male");
  ali = await add("Ali", "male", "everyone");
});

/** All that a site offers on its own, as one table. */
async function offered(id: string, settings: { genders: Gender[] }) {
  const ctx = await memberContext(id, { settings: { ...settings, logged_out_search: true } });
  const visitor = await contextOf({ settings: { ...settings, logged_out_search: true } });
  const found = await members.members(ctx, {});
  const outside = await members.members(visitor, {});
  return {
    search: names(found.results),
    count: found.numResults,
    visitors: names(outside.results),
    deck: names((await swipe.deck(ctx)).cards),
    match: names((await match.matchFinder(ctx)).results),
    similarToBob: names((await members.similar(ctx, { id: bob })).results),
    similarToEva: names((await members.similar(ctx, { id: eva })).results),
    openedByVisitor: await codeOf(members.member(visitor, { id: eva })),
  };
}

test("a site for men offers men alone, whomever its members look for elsewhere", async () => {
  expect(await offered(adam, FOR_MEN)).toEqual({
    search: ["Ali", "Bob"],
    count: 2,
    visitors: ["Adam", "Ali", "Bob"],
    deck: ["Ali", "Bob"],
    match: ["Ali", "Bob"],
    similarToBob: ["Ali"],
    similarToEva: [],
    openedByVisitor: "not_found",
  });
  expect(await offered(ali, FOR_MEN)).toMatchObject({ search: ["Bob"], deck: ["Bob"], match: ["Bob"], similarToBob: [] });
});

test("a woman of its pool may use it, and is in no list of it", async () => {
  expect(await offered(eva, FOR_MEN)).toMatchObject({
    search: ["Adam", "Ali"],
    deck: ["Adam", "Ali"],
    similarToBob: ["Adam", "Ali"],
    similarToEva: [],
  });
});

test("a site for all offers whom the member looks for, as before", async () => {
  expect(await offered(adam, FOR_ALL)).toEqual({
    search: ["Eva"],
    count: 1,
    visitors: ["Eva"],
    deck: ["Eva"],
    match: ["Eva"],
    similarToBob: [],
    similarToEva: [],
    openedByVisitor: "given",
  });
  expect(await offered(ali, FOR_ALL)).toMatchObject({ search: ["Bob", "Eva"], deck: ["Bob", "Eva"] });
});

test("what members have between them stays, whomever the site is for", async () => {
  await likes.like(await memberContext(eva, { settings: FOR_MEN }), { profile: adam });
  const ctx = await memberContext(adam, { settings: FOR_MEN });
  expect(names((await likes.likes(ctx, { type: "received" })).liked_by)).toEqual(["Eva"]);
  expect((await members.member(ctx, { id: eva })).value.profile.name).toBe("Eva");
  expect((await likes.like(ctx, { profile: eva })).match).toBe(true);
});

test("a search for others is refused at its field", async () => {
  const ctx = await memberContext(adam, { settings: FOR_MEN });
  const refused = [{ field: "gender", code: "unknown_option" }];
  expect(await codeOf(members.members(ctx, { gender: "female" }))).toEqual(refused);
  expect(await codeOf(members.members(ctx, { gender: "everyone" }))).toEqual(refused);
  expect(await codeOf(members.members(ctx, { gender: "male" }))).toBe("given");
});

test("similar members of a site for one gender read no more rows", async () => {
  const rows = async (only: Gender | null, id: string) => {
    const d1 = countedD1(env.DB);
    await createMembersStore(connect(d1.db)).findFor(adam, id, "liaison", { viewerId: adam, fictional: true, only });
    return d1.take().rows;
  };
  expect(await rows("male", bob)).toBeLessThanOrEqual(await rows(null, bob));
  expect(await rows("male", eva)).toBeLessThan(await rows(null, eva));
});

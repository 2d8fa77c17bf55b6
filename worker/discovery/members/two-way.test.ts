import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { cellOf } from "#db/cells.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { accountsStore, looks, match, members, swipe, wishes } = servicesOf(env);
const HAARLEM = { region: "NL-NH", city: "Haarlem" };
const MAASTRICHT = { region: "NL-LI", city: "Maastricht" };
const ANSWERS = JSON.stringify({ goal: "chat", pace: "slow", first: "coffee", evening: "home" });
const NOBODY_ELSE = "UPDATE profiles SET status = 'hidden' WHERE status = 'active'";

type Change = Partial<Record<string, string | number | null>>;

/** Thirty-six years old at NOON, in Haarlem. */
async function person(gender: string, looking_for: string, change: Change = {}): Promise<string> {
  const id = await addMember();
  const place = { country: "NL", ...HAARLEM, ...change };
  const set = {
    ...{ gender, looking_for, ...place, birth_date: "1990-03-01", main_photo: "photo" },
    ...{ last_active_at: NOON, created_at: NOON - 3600_000, cell: cellOf(place as Parameters<typeof cellOf>[0]) },
    ...change,
  };
  const columns = Object.keys(set).map((name) => `${name} = ?`);
  await runSql(`UPDATE profiles SET ${columns.join(", ")} WHERE id = ?`, ...Object.values(set), id);
  return id;
}

async function as(id: string): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, NOON + DAY)), "liaison", NOON);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now: NOON })) as MemberContext;
}

const found = async (id: string) => {
  const { results, two_way, numResults } = await members.members(await as(id), {});
  return { ids: results.map((card) => card.id).sort(), two_way, numResults };
};

let ann: string;
beforeEach(async () => {
  await runSql(NOBODY_ELSE);
  ann = await person("female", "male");
});

test("the search leaves out who looks for others, says how many they are, and shows them once everybody is asked for", async () => {
  const meant = [await person("male", "female"), await person("male", "everyone")].sort();
  const other = await person("male", "male");
  const drawn = await person("male", "male", { fictional: 1 });
  // Neither filter nor rule alone: no woman is among the men.
  await person("female", "male");
  expect(await found(ann)).toEqual({
    ids: meant,
    two_way: { everybody: false, others: 2, others_real: 1, exact: true, least: false },
    numResults: 2,
  });
  await wishes.updateWishes(await as(ann), { everybody: true });
  expect(await found(ann)).toEqual({
    ids: [...meant, other, drawn].sort(),
    two_way: { everybody: true, others: null, others_real: null, exact: false, least: false },
    numResults: 4,
  });
  // It is remembered until it is taken back, whatever else changes.
  await wishes.updateWishes(await as(ann), { distance: 50 });
  expect((await found(ann)).ids).toHaveLength(4);
  await wishes.updateWishes(await as(ann), { everybody: false });
  expect((await found(ann)).ids).toEqual(meant);
});

test("visitors are nobody's choice: they see all, and no number tells the difference", async () => {
  await person("male", "male");
  const { results, two_way } = await members.members(await contextOf({ now: NOON }), { gender: "male" });
  expect([results.length, two_way]).toEqual([1, null]);
});

test("a cursor of one way of searching is no cursor of the other", async () => {
  for (let n = 0; n < 30; n++) await person("male", "female");
  const { cursor } = await members.members(await as(ann), {});
  await wishes.updateWishes(await as(ann), { everybody: true });
  await expect(members.members(await as(ann), { cursor: cursor ?? expect.unreachable() })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("whoever wants to be seen by these only is in no list of others", async () => {
  const bob = await person("male", "female");
  const twin = await person("male", "female");
  const lists = async () => {
    await runSql("DELETE FROM saved_searches");
    await runSql(
      `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, notify, seen_until, due_at, created_at)
       VALUES (?1, ?1, 'liaison', '{"gender":"male","country":"NL"}', '', 1, 0, 0, 0)`,
      ann,
    );
    await looks.sweep(NOON);
    const ctx = await as(ann);
    return {
      search: (await found(ann)).ids.includes(bob),
      deck: (await swipe.deck(ctx)).cards.some(({ id }) => id === bob),
      match: (await match.matchFinder(ctx)).results.some(({ id }) => id === bob),
      similar: (await members.similar(ctx, { id: twin })).results.some(({ id }) => id === bob),
      notices: (await env.DB.prepare("SELECT fresh FROM saved_searches").first<number>("fresh")) === 2,
    };
  };
  for (const id of [ann, bob, twin])
    await runSql("INSERT INTO match_answers (member_id, answers, answered_at) VALUES (?, ?, 0)", id, ANSWERS);
  const everywhere = { search: true, deck: true, match: true, similar: true, notices: true };
  const nowhere = { search: false, deck: false, match: false, similar: false, notices: false };
  expect(await lists()).toEqual(everywhere);
  const bobWishes = async (input: Parameters<typeof wishes.updateWishes>[1]) => wishes.updateWishes(await as(bob), input);
  // Wishes alone say whom one sees, not by whom one is seen.
  await bobWishes({ min_age: 20, max_age: 30 });
  expect(await lists()).toEqual(everywhere);
  expect(await bobWishes({ only_these: true })).toMatchObject({ only_these: true, min_age: 20, max_age: 30 });
  expect(await lists()).toEqual(nowhere);
  await bobWishes({ min_age: 30, max_age: 40 });
  expect(await lists()).toEqual(everywhere);
  await bobWishes({ distance: 25 });
  expect(await lists()).toEqual(everywhere);
  await runSql(
    "UPDATE profiles SET region = ?, city = ?, cell = ? WHERE id = ?",
    MAASTRICHT.region,
    MAASTRICHT.city,
    cellOf({ country: "NL", ...MAASTRICHT }),
    bob,
  );
  expect(await lists()).toEqual(nowhere);
  // Who asks for everybody sees him in the search.
  await wishes.updateWishes(await as(ann), { everybody: true });
  expect(await lists()).toEqual({ ...nowhere, search: true, notices: true });
  await wishes.updateWishes(await as(ann), { everybody: false });
  await bobWishes({ only_these: false });
  expect(await lists()).toEqual(everywhere);
});

test("ages that were never chosen are chosen from then on, since the lists of others cannot follow the own age", async () => {
  const ctx = await as(ann);
  expect(await wishes.updateWishes(ctx, { only_these: true })).toMatchObject({ default_ages: false, min_age: 29, max_age: 43 });
  expect(await wishes.updateWishes(await as(ann), { min_age: null, max_age: null })).toMatchObject({ min_age: 29, max_age: 43 });
  const seen = "SELECT seen_from, seen_to, seen_within FROM profiles WHERE id = ?";
  expect(await env.DB.prepare(seen).bind(ann).first()).toEqual({ seen_from: 29, seen_to: 43, seen_within: null });
  await wishes.updateWishes(await as(ann), { only_these: false });
  expect(await env.DB.prepare(seen).bind(ann).first()).toEqual({ seen_from: null, seen_to: null, seen_within: null });
});

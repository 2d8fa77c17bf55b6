import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { cellOf } from "#db/cells.ts";
import { connect } from "#db/client.ts";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn, newMember } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { candidateFilterOf } from "#worker/discovery/members/candidate-filter.ts";
import { createSwipeStore } from "#worker/discovery/swipe/swipe.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { WishesInput } from "./wishes.contract.ts";

const { accountsStore, looks, match, members, swipe, wishes } = servicesOf(env);
const HAARLEM = { region: "NL-NH", city: "Haarlem" };
const MAASTRICHT = { region: "NL-LI", city: "Maastricht" };
const ANSWERS = JSON.stringify({ goal: "chat", pace: "slow", first: "coffee", evening: "home" });
let ann: string;
let token: string;

type Change = Partial<Record<string, string | number | null>>;

/** A man of that age on the day of `NOON`. */
const man = async (age: number, change?: Change): Promise<string> => (await men([[age, change]]))[0] ?? expect.unreachable();

/** Men of these ages in one trip; their ids. */
async function men(all: [age: number, change?: Change][]): Promise<string[]> {
  const made = all.map(([age, change = {}]) => {
    const { id, statements } = newMember();
    const place = { country: "NL", region: null, city: null, ...change };
    const set = {
      ...{ gender: "male", looking_for: "female", birth_date: `${2026 - age}-06-01`, main_photo: "photo" },
      ...{ last_active_at: NOON, created_at: NOON - 3600_000, cell: cellOf(place as Parameters<typeof cellOf>[0]) },
      ...change,
    };
    const names = Object.keys(set).map((name) => `${name} = ?`);
    const update = env.DB.prepare(`UPDATE profiles SET ${names.join(", ")} WHERE id = ?`).bind(...Object.values(set), id);
    return { id, statements: [...statements, update] };
  });
  await env.DB.batch(made.flatMap(({ statements }) => statements));
  return made.map(({ id }) => id);
}

async function as(settings: Partial<Settings> = {}, now = NOON): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(token), "liaison", now);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now, settings })) as MemberContext;
}

const wish = async (input: WishesInput) => wishes.updateWishes(await as(), input);
const refused = async (input: WishesInput) => outcomeOf(wish(input));

/** Passes each card; all that the deck showed. */
async function played(): Promise<string[]> {
  const ctx = await as();
  const shown: string[] = [];
  for (let { cards } = await swipe.deck(ctx); cards[0]; ) {
    shown.push(cards[0].id);
    cards = (await swipe.swipe(ctx, { profile: cards[0].id, liked: false })).deck.cards;
  }
  return shown;
}

/** All that the deck shows, where those on each deck are passed at once. */
async function dealt(): Promise<string[]> {
  const ctx = await as();
  const shown: string[] = [];
  for (let deck = await swipe.deck(ctx); deck.cards[0]; deck = await swipe.deck(ctx)) {
    const ids = deck.cards.map(({ id }) => id);
    await runSql(
      "INSERT INTO swipes (member_id, profile_id, liked, at) SELECT ?1, value, 0, ?2 + key FROM json_each(?3)",
      ...[ann, NOON + shown.length, JSON.stringify(ids)],
    );
    shown.push(...ids);
  }
  return shown;
}

beforeEach(async () => {
  await runSql("UPDATE profiles SET status = 'hidden' WHERE status = 'active'");
  ann = await addMember({ name: "Ann" });
  // 36 years old.
  await runSql("UPDATE profiles SET birth_date = '1990-03-01', looking_for = 'male' WHERE id = ?", ann);
  token = await logIn(ann, NOON + 400 * DAY);
});

test("a woman of 36 who chose nothing is shown a man of 43, and none of 28, 44 or 66, in any list", async () => {
  const fits = await man(43, HAARLEM);
  const twin = await man(38, HAARLEM);
  const others = [await man(28), await man(44), await man(66, HAARLEM)];
  for (const id of [fits, twin, ...others, ann])
    await runSql("INSERT INTO match_answers (member_id, answers, answered_at) VALUES (?, ?, 0)", id, ANSWERS);
  await runSql(
    `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, notify, seen_until, due_at, created_at)
     VALUES (?1, ?1, 'liaison', '{"gender":"male","country":"NL"}', '', 1, 0, 0, 0)`,
    ann,
  );
  await looks.sweep(NOON);
  const ctx = await as();
  const ids = (cards: { id: string }[]) => cards.map(({ id }) => id).sort();
  const both = [fits, twin].sort();
  expect(ids((await members.members(ctx, { wishes: "1" })).results)).toEqual(both);
  expect(ids((await match.matchFinder(ctx)).results)).toEqual(both);
  expect(ids((await members.similar(ctx, { id: fits })).results)).toEqual([twin]);
  expect(await env.DB.prepare("SELECT fresh FROM saved_searches WHERE id = ?").bind(ann).first("fresh")).toBe(2);
  expect((await played()).sort()).toEqual(both);
  // A search may go wider, and what somebody did is shown.
  expect((await members.members(ctx, {})).results).toHaveLength(5);
  expect((await members.members(ctx, { wishes: "1", max_age: 99 })).results).toHaveLength(5);
});

test("over 200 cards the deck keeps to ages, distance and deal-breakers, and shows all who fit", async () => {
  const all = Array.from({ length: 420 }, (_, n) => {
    const [age, home, smoking] = [24 + (n % 30), n % 7 === 0 ? MAASTRICHT : HAARLEM, n % 11 === 0 ? null : "never"];
    return { age, home, smoking, last_active_at: NOON - n };
  });
  const ids = await men(all.map(({ age, home, ...change }) => [age, { ...home, ...change }]));
  const wanted = ids.filter((_, n) => {
    const { age, home, smoking } = all[n] ?? expect.unreachable();
    return age >= 25 && age <= 45 && home === HAARLEM && smoking;
  });
  await man(36, { smoking: "never" });
  await runSql("UPDATE profiles SET region = 'NL-NH', city = 'Haarlem' WHERE id = ?", ann);
  await wish({ min_age: 25, max_age: 45, distance: 50, dealbreakers: { smoking: "never" } });
  const shown = await dealt();
  expect(shown.length).toBeGreaterThan(200);
  expect(shown).toEqual(wanted);
});

test("ages that were never chosen follow the own age; chosen ones stay", async () => {
  expect(await wishes.wishes(await as())).toMatchObject({ min_age: 29, max_age: 43, default_ages: true, distance: null });
  expect(await wishes.wishes(await as({}, NOON + 360 * DAY))).toMatchObject({ min_age: 30, max_age: 44 });
  // The same ages are no choice; the other order is the same choice.
  expect(await wish({ min_age: 43, max_age: 29 })).toMatchObject({ default_ages: true });
  expect(await wish({ min_age: 50, max_age: 30 })).toMatchObject({ min_age: 30, max_age: 50, default_ages: false });
  expect(await wish({ distance: 25 })).toMatchObject({ min_age: 30, max_age: 50, distance: 25, has_town: false });
  expect(await wish({ min_age: null, max_age: null, distance: null })).toMatchObject({ default_ages: true, distance: null });
  expect(await wishes.wishes(await as({ min_age: 32 }))).toMatchObject({ min_age: 32, max_age: 43 });
});

test("two deal-breakers at most, of fields that the site offers", async () => {
  const three = { smoking: "never", hair: "red", body: "slim" } as const;
  expect(await refused({ dealbreakers: three })).toBe("dealbreakers: too_many");
  expect(await refused({ dealbreakers: { smoking: "daily" } })).toBe("dealbreakers.smoking: unknown_option");
  expect(await refused({ dealbreakers: { sexuality: "bi" } })).toBe("dealbreakers.sexuality: unknown_option");
  expect(await refused({ min_age: 30 })).toBe("max_age: required");
  expect((await wish({ dealbreakers: { smoking: "never", hair: "red" } })).dealbreakers).toEqual({
    smoking: "never",
    hair: "red",
  });
  // Another site of the pool does not ask for it: there it counts nothing, and stays.
  expect((await wishes.wishes(await as({ search_fields: ["hair"] }))).dealbreakers).toEqual({ hair: "red" });
  expect((await wish({ distance: 50 })).dealbreakers).toEqual({ smoking: "never", hair: "red" });
});

test("without an own town a distance leaves nobody out", async () => {
  await man(36, MAASTRICHT);
  await wish({ distance: 25 });
  expect((await swipe.deck(await as())).cards).toHaveLength(1);
  await runSql("UPDATE profiles SET region = 'NL-NH', city = 'Haarlem' WHERE id = ?", ann);
  expect((await swipe.deck(await as())).cards).toEqual([]);
});

test("a profile that was taken back comes again, also if it fits no more", async () => {
  const back = await man(40);
  await swipe.swipe(await as(), { profile: back, liked: false });
  await wish({ min_age: 20, max_age: 30 });
  await swipe.undoSwipe(await as(), {});
  expect((await swipe.deck(await as())).cards.map(({ id }) => id)).toEqual([back]);
});

describe("the end of the deck", () => {
  beforeEach(() => runSql("UPDATE profiles SET region = 'NL-NH', city = 'Haarlem' WHERE id = ?", ann));

  test("tells of each wish what the smallest change brings, and it brings as many", async () => {
    for (let n = 0; n < 3; n++) await man(36, { ...MAASTRICHT });
    for (let n = 0; n < 4; n++) await man(46 + n, { ...HAARLEM });
    await man(36, { ...HAARLEM, smoking: "often" });
    await man(70, { ...MAASTRICHT });
    const passed = await man(46, { ...HAARLEM });
    await wish({ distance: 50, dealbreakers: { smoking: "never" } });
    await runSql("UPDATE profiles SET smoking = 'never' WHERE status = 'active' AND smoking IS NULL");
    await swipe.swipe(await as(), { profile: passed, liked: false });
    const { cards, wider, seen_all } = await swipe.deck(await as());
    expect([cards, seen_all]).toEqual([[], true]);
    expect(wider.map(({ changed, count, more }) => ({ changed, count, more }))).toEqual([
      { changed: "distance", count: 3, more: false },
      { changed: "ages", count: 3, more: false },
      { changed: "dealbreakers", count: 1, more: false },
    ]);
    for (const { wishes: to, count } of wider) {
      await runSql("DELETE FROM swipes WHERE member_id = ? AND profile_id <> ?", ann, passed);
      await wish(to);
      expect(await played()).toHaveLength(count);
    }
  });

  test("offers to drop all wishes where no single one brings anybody, and nothing where nobody is left", async () => {
    expect((await swipe.deck(await as())).wider).toEqual([]);
    await man(70, { ...MAASTRICHT });
    await wish({ distance: 25 });
    const [all, ...rest] = (await swipe.deck(await as())).wider;
    expect([all?.changed, all?.count, rest]).toEqual(["all", 1, []]);
    await wish(all?.wishes ?? expect.unreachable());
    expect(await played()).toHaveLength(1);
  });

  test("counts no more than it tells, in one trip of bounded rows", async () => {
    await men(Array.from({ length: 140 }, () => [60, HAARLEM]));
    const { wider } = await swipe.deck(await as());
    expect(wider.map(({ count, more }) => [count, more])).toEqual([[50, true]]);
    const player = candidateFilterOf(await as());
    const d1 = countedD1(env.DB);
    const store = createSwipeStore(connect(d1.db));
    const anybody = { bornAfter: null, bornUntil: null, within: null, traits: {} };
    expect(await store.wider(player, [player.wishes, anybody], 0)).toEqual({ counts: [0, 120], counted: false, whole: true });
    expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read > 120 && read <= 1000) });
  });
});

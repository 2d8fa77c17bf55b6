import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { insertMembers } from "#tests/setup/bulk-members.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { createSwipeStore } from "./swipe.store.ts";

const { accountsStore, likes, swipe } = servicesOf(env);
let me: string;
let token: string;

/** Women in the Netherlands by default. */
async function addWoman(country = "NL", activeAt = NOON): Promise<string> {
  const id = await addMember();
  await env.DB.prepare("UPDATE profiles SET country = ?, last_active_at = ?, main_photo = 'photo' WHERE id = ?")
    .bind(country, activeAt, id)
    .run();
  return id;
}
async function at(now = NOON, session = token): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(session), "liaison", now);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now })) as MemberContext;
}
const deck = async (now?: number) => swipe.deck(await at(now));
const cards = async (now?: number) => (await deck(now)).cards.map(({ id }) => id);
const said = async (profile: string, liked: boolean, now?: number) => swipe.swipe(await at(now), { profile, liked });
const refused = (work: Promise<unknown>) =>
  work.then(
    () => "accepted",
    ({ code, retryAfter, fields }: AppError) => fields[0]?.code ?? (retryAfter ? `${code} ${retryAfter}` : code),
  );
const liked = async (liker: string, id: string) =>
  (await env.DB.prepare("SELECT count(*) AS n FROM likes WHERE liker_id = ? AND liked_id = ?").bind(liker, id).first("n")) === 1;
const block = (blocker: string, blocked: string) =>
  env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(blocker, blocked).run();

beforeEach(async () => {
  // A change of a profile updates its bitmaps: the 12,000 below stay as they are.
  await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE status = 'active' AND name NOT LIKE 'Member%'").run();
  me = await addMember();
  await env.DB.prepare("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?").bind(me).run();
  token = await logIn(me, NOON + 90 * DAY);
});

test("those near come first, the last active before others, then those from elsewhere; three at a time", async () => {
  const [early, late, far] = [await addWoman("NL", NOON - HOUR), await addWoman("NL", NOON), await addWoman("DE", NOON)];
  const fourth = await addWoman("BE", NOON - HOUR);
  expect(await cards()).toEqual([late, early, far]);
  await said(late, false);
  expect(await cards()).toEqual([early, far, fourth]);
});

test("the deck leaves out incompatible, blocked, liked and other pools' members", async () => {
  const shown = await addWoman();
  const notForMe = await addWoman();
  await env.DB.prepare("UPDATE profiles SET looking_for = 'female' WHERE id = ?").bind(notForMe).run();
  await block(me, await addWoman());
  await block(await addWoman(), me);
  const likedBefore = await addWoman();
  await likes.like(await at(), { profile: likedBefore });
  await addMember({ pool: "elsewhere" });
  expect(await cards()).toEqual([shown]);
});

test("four likes until the member's midnight, passes without end", async () => {
  const women = await Promise.all(Array.from({ length: 8 }, () => addWoman()));
  for (const [index, id] of women.slice(0, 4).entries()) {
    const { deck: after, match } = await said(id, true);
    expect([after.likes_left, match]).toEqual([3 - index, false]);
    expect(await liked(me, id)).toBe(true);
  }
  // Noon UTC is one o'clock in Amsterdam.
  expect(await refused(said(women[4] as string, true))).toBe(`swipe_limit ${11 * 3600}`);
  expect(await liked(me, women[4] as string)).toBe(false);
  expect(await deck()).toMatchObject({ likes_left: 0, resets_at: "2026-11-21T23:00:00.000Z", zone: "Europe/Amsterdam" });
  for (const id of women.slice(4, 7)) expect((await said(id, false)).liked).toBe(false);
  expect(await refused(said(women[4] as string, true, NOON + 11 * HOUR - 1))).toBe("swipe_limit 1");
  expect(await refused(said(women[4] as string, true, NOON + 11 * HOUR))).toBe("accepted");
  expect((await deck(NOON + 11 * HOUR)).likes_left).toBe(3);
});

test("only four of twenty likes at once are given", async () => {
  const women = await Promise.all(Array.from({ length: 20 }, () => addWoman()));
  const outcomes = await Promise.all(women.map((id) => refused(said(id, true))));
  expect(outcomes.filter((one) => one === "accepted").length).toBe(4);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM likes WHERE liker_id = ?").bind(me).first("n")).toBe(4);
});

test("the same like sent again counts once, and one that is refused does not count", async () => {
  const [one, other] = [await addWoman(), await addWoman()];
  await said(one, true);
  expect((await said(one, true)).deck.likes_left).toBe(3);
  await block(other, me);
  expect(await refused(said(other, true))).toBe("blocked");
  expect((await deck()).likes_left).toBe(3);
  expect(await refused(said("nobody", true))).toBe("not_found");
  expect(await refused(said("nobody", false))).toBe("not_found");
  expect(await refused(said(me, true))).toBe("to_oneself");
});

test("a like from a profile page uses no swipe like, and undoing the last swipe keeps it", async () => {
  const [one, other] = [await addWoman(), await addWoman()];
  await said(one, false);
  await likes.like(await at(), { profile: other });
  expect((await said(other, true)).deck).toMatchObject({ likes_left: 4, undo: true });
  expect((await said(other, false)).liked).toBe(false);
  expect(await swipe.undoSwipe(await at(), {})).toMatchObject({ profile: one, liked: false });
  expect(await liked(me, other)).toBe(true);
});

test("a like that is answered is a match", async () => {
  const she = await addWoman();
  await likes.like(await at(NOON, await logIn(she, NOON + DAY)), { profile: me });
  expect((await said(she, true)).match).toBe(true);
});

test("a pass hides for 30 days, to the moment", async () => {
  const she = await addWoman();
  await said(she, false);
  expect(await cards(NOON + 30 * DAY)).toEqual([]);
  expect(await cards(NOON + 30 * DAY + 1)).toEqual([she]);
  expect((await said(she, true, NOON + 31 * DAY)).liked).toBe(true);
});

test("one step back: the last card is there again, its like is gone but used", async () => {
  const [first, second] = [await addWoman("NL", NOON), await addWoman("NL", NOON - HOUR)];
  expect(await refused(swipe.undoSwipe(await at(), {}))).toBe("conflict");
  await said(first, false);
  await said(second, true);
  expect(await swipe.undoSwipe(await at(), {})).toMatchObject({
    profile: second,
    liked: true,
    deck: { cards: [{ id: second }], likes_left: 3, undo: false, last: null },
  });
  expect(await liked(me, second)).toBe(false);
  expect(await refused(swipe.undoSwipe(await at(), {}))).toBe("conflict");
  await said(second, false);
  expect(await cards()).toEqual([]);
  await swipe.undoSwipe(await at(), {});
  expect(await cards()).toEqual([second]);
});

test("an undo that names a profile leaves the swipe of another", async () => {
  const [first, second] = [await addWoman(), await addWoman()];
  expect((await said(first, false)).deck.last).toBe(first);
  expect(await refused(swipe.undoSwipe(await at(), { profile: second }))).toBe("conflict");
  expect(await cards()).toEqual([second]);
  expect((await said(second, false)).deck.last).toBe(second);
  expect(await swipe.undoSwipe(await at(), { profile: second })).toMatchObject({ profile: second });
});

test("undone likes count towards the four a day", async () => {
  const women = await Promise.all(Array.from({ length: 6 }, () => addWoman()));
  for (const id of women.slice(0, 4)) {
    await said(id, true);
    await swipe.undoSwipe(await at(), {});
    await said(id, false);
  }
  expect(await refused(said(women[4] as string, true))).toMatch(/^swipe_limit/);
});

test("a card leaves out the fields and texts that the domain does not show", async () => {
  const she = await addWoman();
  await env.DB.prepare(`UPDATE profiles SET about = 'I sail.', interests = '["walking"]' WHERE id = ?`).bind(she).run();
  const viewer = (await at()).viewer;
  const shown = async (settings: Partial<Settings>) =>
    (await swipe.deck((await contextOf({ viewer, now: NOON, settings })) as MemberContext)).cards;
  const all: Partial<Settings> = { visible_profile_notes: ["about"], visible_profile_fields: ["interests"] };
  expect(await shown(all)).toMatchObject([{ id: she, about: "I sail.", interests: ["walking"] }]);
  expect(await shown({ visible_profile_notes: [], visible_profile_fields: [] })).toMatchObject([{ about: "", interests: [] }]);
});

test("an unconfirmed member may pass but not like", async () => {
  const she = await addWoman();
  await env.DB.prepare("UPDATE accounts SET status = 'not_confirmed' WHERE id = ?").bind(me).run();
  expect(await refused(said(she, true))).toBe("not_confirmed");
  expect((await said(she, false)).deck.likes_left).toBe(4);
});

test("a deck is one round trip, and reads as many rows as it looks at", async () => {
  for (let i = 0; i < 40; i++) await addWoman();
  const d1 = countedD1(env.DB);
  const player = {
    id: me,
    pool: "liaison",
    genders: ["female"],
    lookingFor: ["male", "everyone"],
    country: "NL",
    fictional: true,
    wishes: { bornAfter: null, bornUntil: null, within: null, traits: {} },
    own: { gender: "male", age: 30, towns: {} },
  } as const;
  await createSwipeStore(connect(d1.db)).deck(player, { since: NOON, hidden: NOON - 30 * DAY, size: 3 });
  expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read <= 30) });
});

describe("in a pool of 7,000", () => {
  const LIMITS = { since: 0, hidden: 0, size: 3 };
  const wishes = { bornAfter: null, bornUntil: null, within: null, traits: {} };
  const player = { pool: "liaison", country: "NL", fictional: true, wishes } as const;
  const as = (gender: "female" | "male") =>
    ({ ...player, id: me, genders: ["female"], lookingFor: [gender, "everyone"], own: { gender, age: 30, towns: {} } }) as const;
  const woman = () => as("female");
  const man = () => as("male");
  const set = async (sql: string, ...values: unknown[]) =>
    void (await env.DB.prepare(sql)
      .bind(...values)
      .run());

  // Thousands of profiles change below, and no deck reads the bitmaps of the search.
  let bits = "";
  beforeAll(async () => {
    const text = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'profile_bits_change'";
    bits = (await env.DB.prepare(text).first<string>("sql")) ?? expect.unreachable();
    await set("DROP TRIGGER profile_bits_change");
  });
  afterAll(() => set(bits));

  beforeEach(async () => {
    const made = await env.DB.prepare("SELECT count(*) AS n FROM profiles WHERE name LIKE 'Member%'").first<number>("n");
    if (!made) await insertMembers(env.DB, "liaison", 7_000, NOON - DAY);
    await set("UPDATE profiles SET status = 'active' WHERE name LIKE 'Member%' AND status <> 'active'");
  });

  test("the few who look for the player are reached behind thousands who look for others, near and far", async () => {
    // The generated members look for men and were active later than these three.
    const [near, far] = [await addWoman("NL", NOON - 300 * DAY), await addWoman("BE", NOON - 301 * DAY)];
    await set("UPDATE profiles SET looking_for = 'female' WHERE id IN (?, ?)", near, far);
    const d1 = countedD1(env.DB);
    const { cards: found } = await createSwipeStore(connect(d1.db)).deck(woman(), LIMITS);
    expect(found.map(({ id }) => id)).toEqual([near, far]);
    expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read > 0 && read <= 100) });
  });

  test("after passing all near members the deck shows members abroad", async () => {
    await set("UPDATE profiles SET country = 'NL' WHERE name LIKE 'Member%' AND gender = 'female' AND country <> 'NL'");
    await set(
      "INSERT INTO swipes (member_id, profile_id, liked, at) SELECT ?, id, 0, ? - rowid FROM profiles WHERE name LIKE 'Member%' AND gender = 'female' AND status = 'active' AND has_photo = 1 ORDER BY last_active_at DESC LIMIT 2500",
      me,
      NOON,
    );
    const rest =
      "name LIKE 'Member%' AND gender = 'female' AND has_photo = 1 AND id NOT IN (SELECT profile_id FROM swipes WHERE member_id = ?)";
    const left = await env.DB.prepare(`SELECT id FROM profiles WHERE ${rest} ORDER BY last_active_at DESC, id DESC LIMIT 3`)
      .bind(me)
      .all<{ id: string }>();
    const far = await addWoman("BE", NOON - 300 * DAY);
    const store = createSwipeStore(connect(env.DB));
    // After 2,500 passes the following profiles come.
    expect((await store.deck(man(), LIMITS)).cards.map(({ id }) => id)).toEqual(left.results.map(({ id }) => id));
    await set(`UPDATE profiles SET status = 'hidden' WHERE ${rest} AND country = 'NL'`, me);
    const d1 = countedD1(env.DB);
    const { cards: found } = await createSwipeStore(connect(d1.db)).deck(man(), LIMITS);
    expect(found.map(({ id }) => id)).toEqual([far]);
    // About seven rows per passed profile: no scan of the member's swipes.
    expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read > 2500 && read <= 18_000) });
    // A like that the day's limit refuses, or of somebody unknown, shows no deck and looks at nobody.
    const like = (profile: string) =>
      createSwipeStore(connect(d1.db)).add(man(), { profile, liked: true }, { now: NOON + 1, limit: 0, deck: LIMITS });
    expect([(await like(far)).kind, (await like("nobody")).kind]).toEqual(["limit", "unknown"]);
    expect(d1.take().rows).toBeLessThan(100);
  });
});

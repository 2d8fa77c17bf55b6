import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { cellOf } from "#db/cells.ts";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { tripDay } from "#tests/setup/trip-day.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import { createTripsStore } from "./trips.store.ts";
import { createTrips } from "./trips.ts";

const { accountsStore, members, ownProfile, swipe, trips, wishes } = servicesOf(env);
const AMSTERDAM = { country: "NL", region: "NL-NH", city: "Amsterdam" };
const GRONINGEN = { country: "NL", region: "NL-GR", city: "Groningen" };
const KOELN = { country: "DE", region: "DE-NW", city: "Köln" };
const VENLO = { country: "NL", region: "NL-LI", city: "Venlo" };
const day = (ahead: number) => new Date(NOON + ahead * DAY).toISOString().slice(0, 10);
const stay = (from: number, until = from, town: typeof AMSTERDAM = GRONINGEN) => ({
  ...town,
  from: day(from),
  until: day(until),
});

let ann: string;
let bob: string;

async function person(name: string, gender: string, town = AMSTERDAM): Promise<string> {
  const id = await addMember({ name });
  await runSql(
    `UPDATE profiles SET gender = ?2, looking_for = 'everyone', country = ?3, region = ?4, city = ?5, cell = ?6, main_photo = 'p',
      birth_date = '1990-03-01', last_active_at = ?7 WHERE id = ?1`,
    ...[id, gender, town.country, town.region, town.city, cellOf(town), NOON],
  );
  return id;
}

async function as(id: string, now = NOON): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, now + DAY)), "liaison", now);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now, preview: ["distance"] })) as MemberContext;
}

const near = async (id: string, now = NOON) =>
  (await members.members(await as(id, now), { country: "all", gender: "everyone", distance: "25" })).results.map(
    (card) => card.id,
  );
const cardOf = async (id: string, of: string, now = NOON) => (await members.member(await as(id, now), { id: of })).value.profile;

beforeEach(async () => {
  await runSql("UPDATE profiles SET status = 'hidden' WHERE status = 'active'");
  ann = await person("Ann", "female");
  bob = await person("Bob", "male", GRONINGEN);
});

test("from three days before a trip until its end both find each other there, and not at home", async () => {
  const cleo = await person("Cleo", "female");
  await trips.addTrip(await as(ann), stay(5, 7));
  const seen = async (now: number) => {
    await trips.sweep(now);
    return [await near(bob, now), await near(ann, now), await near(cleo, now)];
  };
  expect(await seen(NOON)).toEqual([[], [cleo], [ann]]);
  expect(await seen(NOON + DAY)).toEqual([[], [cleo], [ann]]);
  expect(await seen(NOON + 2 * DAY)).toEqual([[ann], [bob], []]);
  expect(await cardOf(bob, ann, NOON + 2 * DAY)).toMatchObject({ city: "Amsterdam", trip: stay(5, 7), distance: 5 });
  expect(await seen(NOON + 7 * DAY)).toEqual([[ann], [bob], []]);
  expect(await seen(NOON + 8 * DAY)).toEqual([[], [cleo], [ann]]);
  expect(await cardOf(bob, ann, NOON + 8 * DAY)).toMatchObject({ trip: null });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM trips WHERE member_id = ?").bind(ann).first("n")).toBe(0);
});

test("the deck and wishes measure from the town of the trip, and so does “only these” of both sides", async () => {
  await wishes.updateWishes(await as(ann), { distance: 25, only_these: true });
  const deck = async (id: string) => (await swipe.deck(await as(id))).cards.map((card) => card.id);
  expect([await deck(ann), await deck(bob)]).toEqual([[], []]);
  await trips.addTrip(await as(ann), stay(1));
  expect([await deck(ann), await deck(bob)]).toEqual([[bob], [ann]]);
});

test("a trip is seen by members and by no visitor, and goes with a block", async () => {
  await trips.addTrip(await as(ann), stay(0));
  const visitor = await contextOf({ now: NOON, settings: { logged_out_search: true } });
  const { results } = await members.members(visitor, { gender: "female", country: "NL" });
  expect(results.map(({ id, trip }) => [id, trip])).toEqual([[ann, null]]);
  expect((await cardOf(bob, ann)).trip).toEqual(stay(0));
  await runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", ann, bob);
  expect(await near(bob)).toEqual([]);
  await expect(cardOf(bob, ann)).rejects.toMatchObject({ code: "blocked" });
});

test("a trip ends with its removal, and a move of home meanwhile counts from then on", async () => {
  const { trips: list } = await trips.addTrip(await as(ann), stay(0));
  const cell = async () => env.DB.prepare("SELECT cell FROM profiles WHERE id = ?").bind(ann).first("cell");
  expect(await cell()).toBe(cellOf(GRONINGEN));
  await ownProfile.updateProfile(await as(ann), { region: "NL-UT", city: "Utrecht" });
  expect(await cell()).toBe(cellOf(GRONINGEN));
  await trips.removeTrip(await as(ann), { trip: list[0]?.id ?? "" });
  expect(await cell()).toBe(cellOf({ country: "NL", region: "NL-UT", city: "Utrecht" }));
});

test("a move at the same moment leaves nobody in the town of a trip that has gone", async () => {
  const cell = async () => env.DB.prepare("SELECT cell FROM profiles WHERE id = ?").bind(ann).first("cell");
  const move = async (region: string, city: string) => ownProfile.updateProfile(await as(ann), { region, city });
  const { trips: list } = await trips.addTrip(await as(ann), stay(0));
  const before = await as(ann);
  await move("NL-UT", "Utrecht");
  await trips.removeTrip(before, { trip: list[0]?.id ?? "" });
  expect(await cell()).toBe(cellOf({ country: "NL", region: "NL-UT", city: "Utrecht" }));
  // The cron has read the row, then the member moves, and the trip ends.
  const store = createTripsStore(connect(env.DB));
  await trips.addTrip(await as(ann), stay(0));
  const later = NOON + DAY;
  const due = await store.due(later, 10);
  expect(due.map(({ id }) => id)).toContain(ann);
  await move("NL-NH", "Haarlem");
  await store.settle(due, later);
  await trips.sweep(later);
  expect(await cell()).toBe(cellOf({ country: "NL", region: "NL-NH", city: "Haarlem" }));
});

test("all trips that begin at one midnight begin in one run", async () => {
  const many = await Promise.all(Array.from({ length: 105 }, (_, i) => person(`T${i}`, "female")));
  for (const id of many)
    await runSql(
      `INSERT INTO trips (id, member_id, country, region, city, cell, from_day, until_day, shown_at, ends_at, home_country, joined_at)
        VALUES (?1, ?2, 'NL', 'NL-GR', 'Groningen', ?3, '2026-01-01', '2026-01-02', ?4, ?5, 'NL', ?4)`,
      ...[`trip ${id}`, id, cellOf(GRONINGEN), NOON - 1, NOON + DAY],
    );
  await trips.sweep(NOON);
  const begun =
    "SELECT count(*) AS n FROM profiles JOIN trips ON trips.id = 'trip ' || profiles.id WHERE stay IS NOT NULL AND begun = 1";
  expect(await env.DB.prepare(begun).first("n")).toBe(many.length);
});

test("a search of one country or region by distance has whoever is on a trip out of it, last", async () => {
  const cleo = await person("Cleo", "female");
  await trips.addTrip(await as(ann), stay(0, 0, KOELN));
  const found = async (filter: { countryregion?: string; distance?: "100" }) =>
    (await members.members(await as(bob), { country: "NL", gender: "female", sort: "nearest", ...filter })).results.map(
      ({ id }) => id,
    );
  expect(await found({})).toEqual([cleo, ann]);
  expect(await found({ countryregion: "NL-NH" })).toEqual([cleo, ann]);
  await runSql("UPDATE profiles SET region = 'NL-LI', city = 'Venlo', cell = ?2 WHERE id = ?1", bob, cellOf(VENLO));
  expect(await found({ distance: "100" })).toEqual([ann]);
});

test("the members beside a profile do not tell a visitor of its trip by their order", async () => {
  const [near, far] = [await person("Near", "female"), await person("Far", "female", GRONINGEN)];
  for (const id of [near, far]) await runSql("UPDATE profiles SET looking_for = 'male' WHERE id = ?", id);
  const beside = async (who: string | null) => {
    const ctx = who ? await as(who) : await contextOf({ now: NOON, settings: { logged_out_search: true } });
    return (await members.similar(ctx, { id: ann })).results.map(({ id }) => id).filter((id) => id === near || id === far);
  };
  await runSql("UPDATE profiles SET shown_to_visitors = 1, looking_for = iif(id = ?, 'female', 'male')", bob);
  const before = await beside(null);
  expect(before).toEqual([near, far]);
  await trips.addTrip(await as(ann), stay(0));
  expect(await beside(null)).toEqual(before);
  expect(await beside(bob)).toEqual([far, near]);
});

test("the first day begins at midnight of the member's country, and the last one ends there", async () => {
  await trips.addTrip(await as(ann), stay(5));
  const { shown_at, ends_at } = (await env.DB.prepare("SELECT shown_at, ends_at FROM trips WHERE member_id = ?")
    .bind(ann)
    .first<{ shown_at: number; ends_at: number }>()) as { shown_at: number; ends_at: number };
  const local = (ms: number) => new Date(ms).toLocaleString("sv", { timeZone: "Europe/Amsterdam" });
  expect([local(shown_at), local(ends_at)]).toEqual([`${day(2)} 00:00:00`, `${day(6)} 00:00:00`]);
});

test("days are those of the member's country, also while UTC has the day before", async () => {
  const late = Date.parse("2026-11-30T23:30:00Z");
  const { earliest, trips: list } = await trips.addTrip(await as(ann, late), {
    ...GRONINGEN,
    from: tripDay(0, late),
    until: tripDay(1, late),
  });
  expect([earliest, list[0]?.until]).toEqual(["2026-12-01", "2026-12-02"]);
  expect(tripDay(0, late)).toBe(earliest);
});

test("two trips whose three days meet follow each other, one town at a time", async () => {
  await trips.addTrip(await as(ann), stay(0, 1));
  const { trips: list } = await trips.addTrip(await as(ann), stay(2, 3, KOELN));
  expect(list.map(({ city, shown }) => [city, shown])).toEqual([
    ["Groningen", true],
    ["Köln", false],
  ]);
  await trips.sweep(NOON + MINUTE);
  expect((await cardOf(bob, ann)).trip?.city).toBe("Groningen");
  await trips.sweep(NOON + 2 * DAY);
  expect((await cardOf(bob, ann, NOON + 2 * DAY)).trip?.city).toBe("Köln");
  // The search of a traveller begins where the trip is.
  expect((await members.members(await as(ann, NOON + 2 * DAY), {})).filter.country).toBe("DE");
});

test("a trip that has gone while it is changed is told as gone, not as one too many on these days", async () => {
  const store = createTripsStore(connect(env.DB));
  const { trips: list } = await trips.addTrip(await as(ann), stay(0));
  const change: typeof store.change = async (...wanted) => {
    await trips.removeTrip(await as(ann), { trip: list[0]?.id ?? "" });
    return store.change(...wanted);
  };
  const meanwhile = createTrips({ store: { ...store, change }, regionsOf });
  const wanted = { trip: list[0]?.id ?? "", ...stay(1) };
  await expect(meanwhile.changeTrip(await as(ann), wanted)).rejects.toMatchObject({ code: "not_found" });
});

test("the same trip again changes nothing, a change moves it, and three are the most", async () => {
  const { trips: one } = await trips.addTrip(await as(ann), stay(10));
  expect((await trips.addTrip(await as(ann), stay(10))).trips).toEqual(one);
  const id = one[0]?.id ?? "";
  expect((await trips.changeTrip(await as(ann), { trip: id, ...stay(12) })).trips).toEqual([{ id, ...stay(12), shown: false }]);
  await trips.addTrip(await as(ann), stay(20));
  await trips.addTrip(await as(ann), stay(30));
  await expect(trips.addTrip(await as(ann), stay(40))).rejects.toMatchObject({
    fields: [{ field: "from", code: "trip_limit", params: { max: 3 } }],
  });
  const other = await as(bob);
  await expect(trips.changeTrip(other, { trip: id, ...stay(50) })).rejects.toMatchObject({ code: "not_found" });
  await expect(trips.removeTrip(other, { trip: id })).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  [{ country: "ZZ" }, { field: "country", code: "unknown_option" }],
  [{ city: "Nowhere" }, { field: "city", code: "unknown_option" }],
  [{ city: "" }, { field: "city", code: "required" }],
  [{ from: "" }, { field: "from", code: "required" }],
  [{ from: "2026-02-30" }, { field: "from", code: "invalid_date" }],
  [{ from: day(-1) }, { field: "from", code: "in_the_past" }],
  [
    { from: day(181), until: day(181) },
    { field: "from", code: "too_far_ahead", params: { count: 180 } },
  ],
  [{ until: day(4) }, { field: "until", code: "ends_before_start" }],
  [
    { from: day(20), until: day(50) },
    { field: "until", code: "too_long_stay", params: { count: 30 } },
  ],
  [
    { from: day(8), until: day(9) },
    { field: "from", code: "trips_overlap" },
  ],
])("a trip that cannot be is refused at its field: %j", async (change, field) => {
  await trips.addTrip(await as(ann), { ...stay(9), ...AMSTERDAM });
  await expect(trips.addTrip(await as(ann), { ...stay(5, 6), ...change })).rejects.toMatchObject({
    code: "invalid",
    fields: [field],
  });
});

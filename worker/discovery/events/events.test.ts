import { env } from "cloudflare:workers";
import { getTableColumns } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { accounts, profiles } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { addAttendance, addEvent } from "#tests/setup/events.ts";
import { as, codeOf, events, go, LATER, man, person, seenBy } from "#tests/setup/guests.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { LIST_OPEN, MOST_AHEAD } from "./events.vocabulary.ts";

const COLUMNS = {
  accounts: Object.values(getTableColumns(accounts)).map(({ name }) => name),
  profiles: Object.values(getTableColumns(profiles)).map(({ name }) => name),
};

/** 130 copies of a row with other ids, which come before all others. */
function copiesOf(table: string, id: string, keys: string[]): string {
  const columns = COLUMNS[table as keyof typeof COLUMNS].filter((name) => name !== "slot");
  const values = columns.map((name) => (keys.includes(name) ? "'!' || j.value" : name));
  return `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${table},
    (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 130) SELECT value FROM n) j WHERE id = '${id}'`;
}

let walk = "";
beforeEach(async () => {
  await env.DB.exec("DELETE FROM events");
  walk = await addEvent(NOON);
});

test("who goes and is listed sees those who go and are listed, and nobody who is interested or not listed", async () => {
  const [ann, bob, cid, dan, eve] = [await person(), await man(), await man(), await man(), await person()];
  for (const id of [ann, bob, eve]) await go(id, walk);
  await go(cid, walk, { listed: false });
  await events.attend(await as(dan), { event: walk, attendance: "interested" });
  expect(await seenBy(ann, walk)).toEqual([bob]);
  expect((await seenBy(bob, walk)).toSorted()).toEqual([ann, eve].toSorted());
  for (const id of [cid, dan, await man()]) expect(await codeOf(seenBy(id, walk)), id).toBe("forbidden");
  const shown = async (id: string) => (await events.event(await as(id, LATER), { id: walk })).people;
  expect([await shown(ann), await shown(cid), await shown(dan)]).toEqual(["shown", "unlisted", "not_going"]);
});

test("where a site meets is told to no account that has not confirmed its address", async () => {
  const ann = await person();
  await go(ann, walk);
  await runSql("UPDATE accounts SET status = 'not_confirmed' WHERE id = ?", ann);
  const ctx = await as(ann, LATER);
  for (const call of [events.events(ctx, {}), events.event(ctx, { id: walk }), events.eventPeople(ctx, { id: walk })])
    expect(await codeOf(call)).toBe("not_confirmed");
  expect(await events.leaveEvent(ctx, { event: walk })).toEqual({ attendance: null });
});

const EXCLUDED: Record<string, (ann: string, bob: string) => Promise<unknown>> = {
  "was blocked": (ann, bob) => runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", ann, bob),
  "has blocked": (ann, bob) => runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", bob, ann),
  "does not want to be seen by people with this address": (ann, bob) =>
    runSql("INSERT INTO unseen (viewer_id, owner_id, print) VALUES (?, ?, 'a print')", ann, bob),
  "is invisible": (_, bob) => runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", bob),
  "has no photo": (_, bob) => runSql("UPDATE profiles SET main_photo = NULL WHERE id = ?", bob),
  "is banned or not confirmed": (_, bob) => runSql("UPDATE profiles SET status = 'disabled' WHERE id = ?", bob),
  "is leaving": (_, bob) => runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", bob),
  "is of another pool": (_, bob) => runSql("UPDATE profiles SET pool = 'elsewhere' WHERE id = ?", bob),
  "looks for another gender": (_, bob) => runSql("UPDATE profiles SET looking_for = 'male' WHERE id = ?", bob),
  "has a gender that the viewer does not look for": (_, bob) => runSql("UPDATE profiles SET gender = 'female' WHERE id = ?", bob),
  "shows themselves to younger members only": (_, bob) =>
    runSql("UPDATE profiles SET seen_from = 18, seen_to = 25 WHERE id = ?", bob),
  "shows themselves to nearer members only": async (ann, bob) => {
    await runSql("UPDATE profiles SET region = 'NL-LI', city = 'Maastricht', cell = 5085236069 WHERE id = ?", ann);
    await runSql("UPDATE profiles SET seen_within = 25 WHERE id = ?", bob);
  },
  "is older than the viewer wants": (ann) =>
    runSql(
      `INSERT INTO preferences (account_id, wishes, updated_at) VALUES (?, '{"ages":[18,25]}', 0)
        ON CONFLICT DO UPDATE SET wishes = excluded.wishes`,
      ann,
    ),
  "is fictional": (_, bob) => runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", bob),
  "goes without being listed": (_, bob) => runSql("UPDATE attendances SET listed = 0 WHERE member_id = ?", bob),
  "goes no more": (_, bob) => runSql("DELETE FROM attendances WHERE member_id = ?", bob),
  "is interested alone": (_, bob) => runSql("UPDATE attendances SET going = 0, listed = 0 WHERE member_id = ?", bob),
  "goes to another event": async (_, bob) =>
    runSql("UPDATE attendances SET event_id = ? WHERE member_id = ?", await addEvent(NOON), bob),
};

test.each(Object.keys(EXCLUDED))("nobody sees at an event somebody who %s", async (name) => {
  const [ann, bob, cid] = [await person(), await man(), await man()];
  for (const id of [ann, bob, cid]) await addAttendance(walk, id);
  expect((await seenBy(ann, walk)).toSorted()).toEqual([bob, cid].toSorted());
  await EXCLUDED[name]?.(ann, bob);
  const rest = await seenBy(ann, walk);
  expect(rest).not.toContain(bob);
  if (!name.includes("viewer wants") && !name.includes("nearer")) expect(rest).toEqual([cid]);
});

test("whoever lists somebody's address goes on seeing that person, as in every list", async () => {
  const [ann, bob] = [await person(), await man()];
  for (const id of [ann, bob]) await addAttendance(walk, id);
  await runSql("INSERT INTO unseen (viewer_id, owner_id, print) VALUES (?, ?, 'a print')", bob, ann);
  expect(await seenBy(ann, walk)).toEqual([bob]);
  expect(await seenBy(bob, walk)).toEqual([]);
});

test.each([
  ["who goes no more", "not_going", (id: string) => runSql("DELETE FROM attendances WHERE member_id = ?", id), NOON],
  ["who is invisible", "hidden", (id: string) => runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", id), NOON],
  ["without a photo", "no_photo", (id: string) => runSql("UPDATE profiles SET main_photo = NULL WHERE id = ?", id), NOON],
  ["of a cancelled event", "closed", () => runSql("UPDATE events SET status = 'cancelled'"), NOON],
] as const)("a member %s sees nobody", async (_, people, change, now) => {
  const [ann, bob] = [await person(), await man()];
  for (const id of [ann, bob]) await addAttendance(walk, id);
  expect(await seenBy(ann, walk)).toEqual([bob]);
  await change(ann);
  expect((await events.event(await as(ann, now), { id: walk })).people).toBe(people);
  expect(await codeOf(seenBy(ann, walk, now))).toBe("forbidden");
});

test("who went is seen for a day after the end, and the event is then gone for members", async () => {
  const [ann, bob] = [await person(), await man()];
  for (const id of [ann, bob]) await addAttendance(walk, id);
  const end = NOON + DAY + 2 * HOUR;
  expect(await seenBy(ann, walk, end + LIST_OPEN - 1)).toEqual([bob]);
  expect(await codeOf(seenBy(ann, walk, end + LIST_OPEN))).toBe("not_found");
});

test("a page of people looks on where nobody of the first ones may be shown, and ends", async () => {
  const ann = await person();
  await addAttendance(walk, ann);
  // Whom she does not look for: their ids come before his.
  await env.DB.batch(
    ["accounts", "profiles"].map((table) =>
      env.DB.prepare(copiesOf(table, ann, table === "accounts" ? ["id", "email"] : ["id", "name", "name_key"])),
    ),
  );
  await runSql("INSERT INTO attendances SELECT ?, id, 1, 1, 0 FROM profiles WHERE id LIKE '!%'", walk);
  const bob = await man();
  await addAttendance(walk, bob);
  const { people, cursor } = await events.eventPeople(await as(ann), { id: walk });
  const rest = cursor ? (await events.eventPeople(await as(ann), { id: walk, cursor })).people : [];
  expect([...people, ...rest].map(({ id }) => id)).toEqual([bob]);
});

test("the last place goes to one of two who take it at the same time, and a place that is given up is free", async () => {
  const dinner = await addEvent(NOON, { places: 2 });
  const [ann, bob, cid] = [await person(), await man(), await man()];
  await go(ann, dinner);
  const both = await Promise.all([codeOf(go(bob, dinner)), codeOf(go(cid, dinner))]);
  expect(both.toSorted()).toEqual(["done", "event_full"]);
  const winner = both[0] === "done" ? bob : cid;
  expect((await events.event(await as(ann), { id: dinner })).full).toBe(true);
  // Who has a place may still change how.
  expect(await go(winner, dinner, { listed: false })).toEqual({ attendance: "going", listed: false });
  await events.leaveEvent(await as(ann), { event: dinner });
  expect(await codeOf(go(winner === bob ? cid : bob, dinner))).toBe("done");
  await expect(runSql("UPDATE events SET places = 1 WHERE id = ?", dinner)).rejects.toThrow(/CHECK/);
});

test("a member goes to few events ahead, and has few changes of mind in a week", async () => {
  const ann = await person();
  const all = await Promise.all(Array.from({ length: MOST_AHEAD + 1 }, () => addEvent(NOON)));
  for (const event of all.slice(1)) await go(ann, event);
  const [one = ""] = all;
  expect(await codeOf(go(ann, one))).toBe("event_limit");
  expect(await codeOf(events.attend(await as(ann), { event: one, attendance: "interested" }))).toBe("done");
  const leave = async (now: number) => events.leaveEvent(await as(ann, now), { event: all[1] as string });
  // Before the list opens, leaving costs nothing.
  for (let change = 0; change < 11; change++) {
    await leave(NOON + 1);
    expect(await codeOf(go(ann, all[1] as string)), `${change}`).toBe("done");
  }
  for (let change = MOST_AHEAD; change < 10; change++) {
    await leave(LATER);
    expect(await codeOf(go(ann, all[1] as string)), `${change}`).toBe("done");
  }
  await leave(LATER);
  expect(await codeOf(go(ann, one))).toBe("too_many_requests");
});

test("nobody goes to what has begun, is cancelled, is a draft, is of another site or does not exist", async () => {
  const ann = await person();
  const begun = await addEvent(NOON, { starts_at: NOON - HOUR });
  const others = { cancelled: await addEvent(NOON, { status: "cancelled" }), draft: await addEvent(NOON, { status: "draft" }) };
  const elsewhere = await addEvent(NOON, { domain_id: "velvet" });
  const codes = [];
  for (const event of [begun, others.cancelled, others.draft, elsewhere, "nobodys"]) codes.push(await codeOf(go(ann, event)));
  expect(codes).toEqual(["event_over", "event_over", "not_found", "not_found", "not_found"]);
  const off = await memberContext(ann, { now: NOON, settings: { events: false } });
  expect(await codeOf(events.attend(off, { event: walk, attendance: "going" }))).toBe("not_found");
  expect(await codeOf(Promise.resolve().then(() => events.events(off, {})))).toBe("not_found");
});

test("the number that go is told in steps, and not below five", async () => {
  const ann = await person();
  const going = async () => (await events.event(await as(ann), { id: walk })).going;
  for (let n = 0; n < 4; n++) await addAttendance(walk, await man());
  expect(await going()).toBeNull();
  await addAttendance(walk, await man(), "unlisted");
  expect(await going()).toBe(5);
  await addAttendance(walk, await man(), "interested");
  for (let n = 0; n < 4; n++) await addAttendance(walk, await man());
  expect(await going()).toBe(5);
  await addAttendance(walk, await man());
  expect(await going()).toBe(10);
});

test("events are listed by time, by town, near the own town, from a day on, and page by page", async () => {
  const ann = await person();
  await env.DB.exec("DELETE FROM events");
  const [far, near, over] = [
    await addEvent(NOON, { region: "NL-LI", city: "Maastricht", starts_at: NOON + 3 * DAY }),
    await addEvent(NOON, { region: "NL-NH", city: "Haarlem", starts_at: NOON + 2 * DAY }),
    await addEvent(NOON, { starts_at: NOON - DAY }),
  ];
  const running = await addEvent(NOON, { starts_at: NOON - HOUR });
  const cancelled = await addEvent(NOON, { status: "cancelled" });
  await addEvent(NOON, { status: "draft" });
  await addEvent(NOON, { domain_id: "velvet" });
  const ids = async (input: object) => (await events.events(await as(ann), input)).events.map(({ id }) => id);
  const { towns, near: hasNear } = await events.events(await as(ann), {});
  expect(towns.map(({ city }) => city)).toEqual(["Amsterdam", "Haarlem", "Maastricht"]);
  expect(hasNear).toBe(true);
  expect(await ids({})).toEqual([running, near, far]);
  expect(await ids({ where: "near" })).toEqual([running, near]);
  const trip = JSON.stringify({ country: "NL", region: "NL-LI", city: "Maastricht", from: "2026-01-01", until: "2026-01-02" });
  await env.DB.prepare("UPDATE profiles SET stay = ? WHERE id = ?").bind(trip, ann).run();
  expect(await ids({ where: "near" })).toEqual([far]);
  expect(await ids({ where: towns[2]?.town })).toEqual([far]);
  expect(await ids({ from: new Date(NOON + 3 * DAY).toISOString().slice(0, 10) })).toEqual([far]);
  await addAttendance(cancelled, ann);
  await addAttendance(far, ann, "interested");
  await addAttendance(over, ann);
  expect(await ids({ where: "mine" })).toEqual([over, cancelled, far]);
  const many = await Promise.all(Array.from({ length: 20 }, () => addEvent(NOON, { starts_at: NOON + 5 * DAY })));
  const first = await events.events(await as(ann), {});
  expect(first.events).toHaveLength(20);
  const rest = await ids({ cursor: first.cursor });
  expect([...first.events.map(({ id }) => id), ...rest]).toEqual([running, near, far, ...many.toSorted()]);
});

import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { servicesWithPushes } from "#tests/setup/queued-pushes.ts";
import { createSearchStore } from "#worker/discovery/members/search.store.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { ProfileField, Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { createLooks } from "./looks.ts";
import { createSearchesStore } from "./searches.store.ts";
import { MOST_NEW } from "./searches.vocabulary.ts";

const { looks, domainsStore, notificationMails, outbox } = servicesOf(env);
let me: string;

/** On the site as it is with these settings. */
function looksOn(change: Partial<Settings>) {
  const db = connect(env.DB);
  const live = { tell: async () => {} };
  async function domainOf(id: string) {
    const domain = (await domainsStore.findById(id)) ?? expect.unreachable();
    return { ...domain, settings: { ...domain.settings, ...change } };
  }
  return createLooks({ store: createSearchesStore(db), search: createSearchStore(db), live, domainOf });
}

/** A member of the searched kind who signed up at that time. */
async function arrive(at: number, changes: Record<string, string | number> = {}): Promise<string> {
  const id = await addMember();
  const all = Object.entries({ created_at: at, gender: "male", looking_for: "everyone", hair: "red", ...changes });
  for (const [column, value] of all) await runSql(`UPDATE profiles SET ${column} = ? WHERE id = ?`, value, id);
  return id;
}

async function save(filter: Record<string, unknown> = {}, changes: Record<string, string | number> = {}): Promise<string> {
  const id = newId();
  const all = { gender: "male", country: "NL", hair: "red", ...filter };
  await runSql(
    `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, name, notify, seen_until, due_at, created_at)
     VALUES (?1, ?2, 'liaison', ?3, ?1, 'Red', 1, ?4, ?4, ?4)`,
    ...[id, me, JSON.stringify(all), NOON],
  );
  for (const [column, value] of Object.entries(changes))
    await runSql(`UPDATE saved_searches SET ${column} = ? WHERE id = ?`, value, id);
  return id;
}

const state = async (id: string) =>
  env.DB.prepare("SELECT fresh, found_at AS foundAt, seen_until AS until, due_at AS dueAt FROM saved_searches WHERE id = ?")
    .bind(id)
    .first<{ fresh: number; foundAt: number | null; until: number; dueAt: number }>();
const mails = async () => (await env.DB.prepare("SELECT kind, subject FROM news WHERE account_id = ?").bind(me).all()).results;

beforeEach(async () => {
  await env.DB.batch([env.DB.prepare("DELETE FROM saved_searches"), env.DB.prepare("UPDATE profiles SET status = 'hidden'")]);
  me = await addMember();
  await runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", NOON, me);
});

test("a look counts who signed up since the last one and fits, and hands that to the mails once", async () => {
  const search = await save();
  await arrive(NOON);
  await arrive(NOON + 1);
  await arrive(NOON + 2, { hair: "brown" });
  await arrive(NOON + 3);
  await arrive(NOON + 2 * HOUR);
  await looks.sweep(NOON + HOUR);
  expect(await state(search)).toEqual({ fresh: 2, foundAt: NOON + HOUR, until: NOON + HOUR, dueAt: NOON + HOUR + DAY });
  expect(await mails()).toEqual([{ kind: "search", subject: search }]);
  // One notice a day.
  await looks.sweep(NOON + 23 * HOUR);
  expect((await state(search))?.fresh).toBe(2);
  await looks.sweep(NOON + 25 * HOUR);
  expect(await state(search)).toMatchObject({ fresh: 3, foundAt: NOON + 25 * HOUR });
});

test("new members that a look found are pushed once; a look without a result pushes nothing", async () => {
  const { services, jobsFor } = servicesWithPushes();
  const search = await save();
  await services.looks.sweep(NOON + HOUR);
  expect(jobsFor(me)).toEqual([]);
  await arrive(NOON + HOUR + 1);
  await services.looks.sweep(NOON + 3 * HOUR);
  await services.looks.sweep(NOON + 4 * HOUR);
  expect(jobsFor(me)).toEqual([{ id: `search:${search}:${NOON + 3 * HOUR}`, kind: "search", to: me, subject: search }]);
});

test("one mail a day names the searches and no member, and none is sent after they were opened", async () => {
  await save({}, { name: "Red hair" });
  await save({ country: "all" }, { name: "Anywhere" });
  await arrive(NOON + 1, { name: "Noor" });
  await looks.sweep(NOON + HOUR);
  await notificationMails.sweep(NOON + HOUR);
  const sent = async () =>
    (await env.DB.prepare("SELECT id, template, subject, text, headers FROM outbox WHERE account_id = ?").bind(me).all()).results;
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    template: "new_in_search",
    text: expect.stringMatching(
      /Your searches: (Red hair and Anywhere|Anywhere and Red hair)[\s\S]*See who it is:\nhttp:\/\/[^/]+\/l/,
    ),
    headers: expect.stringContaining("List-Unsubscribe"),
  });
  expect(JSON.stringify(mail)).not.toContain("Noor");
  await runSql("UPDATE saved_searches SET due_at = ?, fresh = 0", NOON + 2 * HOUR);
  await arrive(NOON + HOUR + 1);
  await looks.sweep(NOON + 2 * HOUR);
  await notificationMails.sweep(NOON + 2 * HOUR);
  expect(await sent()).toHaveLength(1);
  await runSql("UPDATE saved_searches SET fresh = 0");
  await outbox.deliver(String(mail?.id), NOON + 3 * HOUR);
  expect(await env.DB.prepare("SELECT last_error FROM outbox WHERE id = ?").bind(mail?.id).first("last_error")).toBe("seen");
});

test("a look that finds nobody is repeated after an hour and tells nothing", async () => {
  const search = await save();
  await arrive(NOON + 1, { hair: "brown" });
  await looks.sweep(NOON + HOUR);
  expect(await state(search)).toEqual({ fresh: 0, foundAt: null, until: NOON + HOUR, dueAt: NOON + 2 * HOUR });
  expect(await mails()).toEqual([]);
});

test("members that the searching member must not see are not counted", async () => {
  const search = await save();
  await runSql("UPDATE profiles SET gender = 'male', hair = 'red', created_at = ? WHERE id = ?", NOON + 1, me);
  const [blocked, blocking] = [await arrive(NOON + 2), await arrive(NOON + 3)];
  for (const pair of [
    [me, blocked],
    [blocking, me],
  ])
    await runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", ...pair);
  for (const status of ["hidden", "disabled", "deleted"]) await arrive(NOON + 4, { status });
  await arrive(NOON + 5, { pool: "elsewhere" });
  await arrive(NOON + 6, { gender: "female" });
  await looks.sweep(NOON + HOUR);
  expect((await state(search))?.fresh).toBe(0);
  await arrive(NOON + HOUR + 1);
  await looks.sweep(NOON + 2 * HOUR);
  expect((await state(search))?.fresh).toBe(1);
});

test("a new member with a photo approved within a day is found by a search for photos", async () => {
  const search = await save({ photo: "1" });
  const ann = await arrive(NOON + 1);
  await looks.sweep(NOON + HOUR);
  expect(await state(search)).toMatchObject({ fresh: 0, until: NOON });
  await runSql("UPDATE profiles SET main_photo = 'key' WHERE id = ?", ann);
  await looks.sweep(NOON + DAY + HOUR);
  expect(await state(search)).toMatchObject({ fresh: 1, until: NOON + HOUR });
});

async function verify(id: string, at: number, status = "approved"): Promise<void> {
  const reason = status === "refused" ? "unclear" : null;
  await runSql(
    `INSERT INTO verifications (id, member_id, gesture, key, photos, status, reason, sent_at, decided_at)
     VALUES (?1, ?1, 'thumb_up', ?1, '[]', ?3, ?4, ?2, ?2)`,
    ...[id, at, status, reason],
  );
  if (status === "approved") await runSql("UPDATE profiles SET verified = 1 WHERE id = ?", id);
}

test("a search for verified members finds each newly verified member once, however long ago they joined, and nobody else", async () => {
  const search = await save({ verified: "1" });
  const [ann, bea, cas] = [await arrive(NOON - 300 * DAY), await arrive(NOON - 300 * DAY), await arrive(NOON + 1)];
  await arrive(NOON + 2);
  await looks.sweep(NOON + HOUR);
  expect(await state(search)).toMatchObject({ fresh: 0, until: NOON + HOUR - MINUTE });
  await verify(ann, NOON + 2 * HOUR);
  await verify(bea, NOON + 2 * HOUR, "refused");
  await verify(cas, NOON + 3 * DAY);
  await verify(await arrive(NOON, { hair: "brown" }), NOON + 2 * HOUR);
  await looks.sweep(NOON + 3 * HOUR);
  expect(await state(search)).toMatchObject({ fresh: 1, until: NOON + 3 * HOUR - MINUTE });
  await looks.sweep(NOON + 2 * DAY);
  expect((await state(search))?.fresh).toBe(1);
  await looks.sweep(NOON + 3 * DAY + HOUR);
  expect((await state(search))?.fresh).toBe(2);
});

test("a look ignores the presence filter and applies the distance filter", async () => {
  const [online, near] = [await save({ online: "1", new: "1" }), await save({ distance: "25" })];
  await arrive(NOON + 1, { last_active_at: NOON - DAY });
  await looks.sweep(NOON + HOUR);
  expect((await state(online))?.fresh).toBe(1);
  // The member names no town.
  expect((await state(near))?.fresh).toBe(0);
});

test.each<[string, () => Promise<unknown>]>([
  ["takes a break", () => runSql("INSERT INTO preferences (account_id, paused, updated_at) VALUES (?, 1, 0)", me)],
  ["is leaving", () => runSql("UPDATE accounts SET status = 'deleted', deleted_at = ? WHERE id = ?", NOON, me)],
  ["has stayed away for a month", () => runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", NOON - 31 * DAY, me)],
  ["searched on a site that is gone", () => runSql("UPDATE saved_searches SET domain_id = 'gone' WHERE member_id = ?", me)],
])("nobody is looked for while the member %s", async (_, change) => {
  const search = await save();
  await change();
  await arrive(NOON + 1);
  await looks.sweep(NOON + HOUR);
  expect(await state(search)).toEqual({ fresh: 0, foundAt: null, until: NOON, dueAt: NOON + HOUR + DAY });
});

test("a search without notices is not looked at", async () => {
  const search = await save({}, { notify: 0 });
  await arrive(NOON + 1);
  await looks.sweep(NOON + HOUR);
  expect((await state(search))?.until).toBe(NOON);
});

test("a saved search by an intimate interest finds nobody where only pairs see it", async () => {
  const search = await save({ interests: "sex,tea" });
  const found = await arrive(NOON + 1, { interests: '["sex","tea"]' });
  await looks.sweep(NOON + HOUR);
  expect(found).toBeTruthy();
  expect(await state(search)).toMatchObject({ fresh: 0, foundAt: null, dueAt: NOON + HOUR + DAY });
});

test("a saved search by a field that the site searches no more finds nobody, and is looked at a day later", async () => {
  const search = await save({ religion: "buddhist" });
  await arrive(NOON + 1, { religion: "buddhist" });
  const on = (more: ProfileField[]) => looksOn({ search_fields: ["hair", ...more] });
  await on([]).sweep(NOON + HOUR);
  expect(await state(search)).toMatchObject({ fresh: 0, foundAt: null, dueAt: NOON + HOUR + DAY });
  await on(["religion"]).sweep(NOON + HOUR + DAY);
  expect(await state(search)).toMatchObject({ fresh: 1 });
});

test("a saved search by an answer that the site does not ask finds nobody, and is looked at a day later", async () => {
  const search = await save({ answers: "climbing:lead" });
  const found = await arrive(NOON + 1, { answers: '{"climbing":"lead"}' });
  await looks.sweep(NOON + HOUR);
  expect(await state(search)).toMatchObject({ fresh: 0, foundAt: null, dueAt: NOON + HOUR + DAY });
  // As long as the site asks it and lets members search by it, the same search finds.
  const choices = ["lead", "boulder"].map((id) => ({ id, name: { en: id } }));
  const asked = (isSearched: boolean) =>
    looksOn({ questions: [{ id: "climbing", text: { en: "Climbing" }, choices, search: isSearched }] });
  await asked(false).sweep(NOON + 26 * HOUR);
  expect((await state(search))?.fresh).toBe(0);
  await asked(true).sweep(NOON + 51 * HOUR);
  expect((await state(search))?.fresh, found).toBe(1);
});

test("a look that fails holds up no other, and is made later", async () => {
  const [broken, sound] = [await save({}, { due_at: NOON - 1 }), await save({ country: "all" })];
  await runSql(
    `CREATE TRIGGER no_look BEFORE UPDATE OF seen_until ON saved_searches WHEN NEW.id = '${broken}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  await arrive(NOON + 1);
  await looks.sweep(NOON + HOUR);
  await runSql("DROP TRIGGER no_look");
  expect([(await state(broken))?.fresh, (await state(sound))?.fresh]).toEqual([0, 1]);
  await looks.sweep(NOON + HOUR + 11 * 60_000);
  expect((await state(broken))?.fresh).toBe(1);
});

test("a look of a site for men counts men, also for a search for women", async () => {
  const domainOf = async (id: string) => {
    const domain = await domainsStore.findById(id);
    return domain && { ...domain, settings: { ...domain.settings, genders: ["male" as const] } };
  };
  const [store, search] = [createSearchesStore(connect(env.DB)), createSearchStore(connect(env.DB))];
  const here = createLooks({ store, search, live: { tell: async () => {} }, domainOf });
  const ids = [await save({ gender: "female" }), await save({ gender: "everyone" })];
  await arrive(NOON + 1, { gender: "female" });
  await arrive(NOON + 2);
  await here.sweep(NOON + HOUR);
  expect(await Promise.all(ids.map(async (id) => (await state(id))?.fresh))).toEqual([1, 1]);
});

test("a look reads who signed up since the last one, and no more than 25 count", async () => {
  const d1 = countedD1(env.DB);
  const db = connect(d1.db);
  const counted = createLooks({
    store: createSearchesStore(db),
    search: createSearchStore(db),
    live: { tell: async () => {} },
    domainOf: (id) => domainsStore.findById(id),
  });
  const search = await save();
  for (let i = 0; i < 30; i++) await arrive(NOON - DAY - i);
  await arrive(NOON + 1);
  d1.take();
  await counted.sweep(NOON + HOUR);
  const { rows, trips } = d1.take();
  expect(trips).toBe(4);
  expect(rows).toBeLessThanOrEqual(40);
  expect((await state(search))?.fresh).toBe(1);
  for (let i = 0; i < 30; i++) await arrive(NOON + 2 * HOUR);
  await counted.sweep(NOON + 2 * DAY);
  expect((await state(search))?.fresh).toBe(MOST_NEW);
});

import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { CallInput, CallOutput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { MOST_SEARCHES } from "./searches.vocabulary.ts";

const { accountsStore, members, searches } = servicesOf(env);
let me: string;

async function as(id = me, settings: Partial<Settings> = {}): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, NOON + DAY)), "liaison", NOON);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), settings })) as MemberContext;
}
const save = async (input: Partial<CallInput<"saveSearch">> = {}, id = me) =>
  (await searches.saveSearch(await as(id), { name: "Mine", notify: true, ...input })).search;
const list = async (id = me) => (await searches.savedSearches(await as(id))).searches;

beforeEach(async () => {
  me = await addMember();
});

test("a search is saved with its defaults, and the same filters again change it instead of adding one", async () => {
  const first = await save({ name: "  Red \n hair ", hair: "red", min_age: 30 });
  expect(first).toMatchObject({
    name: "Red hair",
    filter: { gender: "male", country: "NL", hair: "red", min_age: 30 },
    sort: "last_active",
    notify: true,
    new_members: 0,
    found_at: null,
  });
  const again = await save({ name: "Again", min_age: 30, gender: "male", hair: "red", sort: "newest", notify: false });
  expect(again).toMatchObject({ id: first.id, name: "Again", sort: "newest", notify: false });
  await save({ hair: "red" });
  expect((await list()).map(({ name }) => name).toSorted()).toEqual(["Again", "Mine"]);
});

test("every filter of the search is saved", async () => {
  const flags = { new: "1", unopened: "1", unpassed: "1", photo: "1", checked: "1", verified: "1" } as const;
  const { filter } = await save(flags);
  expect(filter).toMatchObject(flags);
  expect((await list()).map((one) => one.filter)).toEqual([filter]);
});

test.each([
  [{ name: " " }, { field: "name", code: "required" }],
  [{ name: "x".repeat(61) }, { field: "name", code: "too_long", params: { max: 60 } }],
  [{ country: "ZZ" }, { field: "country", code: "unknown_option" }],
  [{ answered: "1" as const }, { field: "answered", code: "not_kept" }],
  [{ distance: "10" as const }, { field: "distance", code: "no_own_town" }],
])("a search that cannot be saved is named by its field: %j", async (input, field) => {
  await expect(save(input)).rejects.toMatchObject({ code: "invalid", fields: [field] });
  expect(await list()).toEqual([]);
});

test("a member keeps ten searches, however many requests come at once", async () => {
  const all = Array.from({ length: MOST_SEARCHES + 2 }, (_, i) => save({ min_age: 20 + i }));
  const refused = (await Promise.allSettled(all)).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(2);
  expect(await list()).toHaveLength(MOST_SEARCHES);
  const [one] = await list();
  await expect(save({ min_age: 70 })).rejects.toMatchObject({
    fields: [{ field: "name", code: "search_limit", params: { max: MOST_SEARCHES } }],
  });
  // A saved one may still be changed.
  expect((await save({ ...one?.filter, name: "Changed" })).id).toBe(one?.id);
});

test("name and notice are changed, and only the owner changes or removes a search", async () => {
  const { id } = await save({ hair: "red" });
  const other = await as(await addMember());
  await expect(searches.changeSearch(other, { search: id, name: "Theirs" })).rejects.toMatchObject({ code: "not_found" });
  await expect(searches.removeSearch(other, { search: id })).rejects.toMatchObject({ code: "not_found" });
  const ctx = await as();
  await expect(searches.changeSearch(ctx, { search: id, name: "" })).rejects.toMatchObject({ code: "invalid" });
  expect((await searches.changeSearch(ctx, { search: id, name: "Named" })).searches).toMatchObject([
    { name: "Named", notify: true },
  ]);
  expect((await searches.changeSearch(ctx, { search: id, notify: false })).searches).toMatchObject([
    { name: "Named", notify: false },
  ]);
  expect((await searches.removeSearch(ctx, { search: id })).searches).toEqual([]);
  await expect(searches.removeSearch(ctx, { search: id })).rejects.toMatchObject({ code: "not_found" });
});

test("a notice that was off tells of nobody who came meanwhile", async () => {
  const { id } = await save({ hair: "red", notify: false });
  await runSql("UPDATE saved_searches SET seen_until = 1, due_at = 1 WHERE id = ?", id);
  const seen = () => env.DB.prepare("SELECT seen_until, due_at > 1 AS later FROM saved_searches WHERE id = ?").bind(id).first();
  await searches.changeSearch(await as(), { search: id, name: "Named" });
  expect(await seen()).toEqual({ seen_until: 1, later: 0 });
  await searches.changeSearch(await as(), { search: id, notify: true });
  expect(await seen()).toEqual({ seen_until: NOON, later: 1 });
  await runSql("UPDATE saved_searches SET seen_until = 1, due_at = 1 WHERE id = ?", id);
  await save({ hair: "red" });
  expect(await seen()).toEqual({ seen_until: 1, later: 0 });
});

test("a site for men reads a search for women as one for men, also to mark it as seen", async () => {
  const { id, filter } = await save({ gender: "female", hair: "red" });
  const alike = await save({ gender: "everyone", hair: "red" });
  await runSql("UPDATE saved_searches SET fresh = 3 WHERE id IN (?, ?)", id, alike.id);
  const here = await as(me, { genders: ["male"] });
  const read = (await searches.savedSearches(here)).searches.find((one) => one.id === id);
  expect(read).toMatchObject({ id, new_members: 3, filter: { ...filter, gender: "male" } });
  const { saved } = await members.members(here, read?.filter ?? expect.unreachable());
  const shown = { name: "Mine", new_members: 3, current: true };
  expect(saved.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    [id, alike.id].toSorted().map((one) => ({ id: one, ...shown })),
  );
  await expect.poll(async () => (await list()).map((one) => one.new_members)).toEqual([0, 0]);
  expect((await list()).map(({ filter: saved }) => saved.gender).toSorted()).toEqual(["everyone", "female"]);
});

test("opening the search marks its new members as seen; a count or a prefetch does not", async () => {
  const { id } = await save({ hair: "red" });
  const other = (await save({ hair: "brown" })).id;
  await runSql("UPDATE saved_searches SET fresh = 3 WHERE member_id = ?", me);
  const cookie = `session=${await logIn(me)}`;
  const open = async (query: string, headers = {}) => {
    const answer = await exports.default.fetch(
      new Request(`http://localhost/api/members.php?${query}`, { headers: { cookie, ...headers } }),
    );
    expect(answer.status).toBe(200);
    return (await answer.json<CallOutput<"members">>()).saved;
  };
  const fresh = async () => (await list()).find((one) => one.id === id)?.new_members;
  await open("hair=red&only=count");
  await open("hair=red", { "sec-purpose": "prefetch" });
  await open("");
  expect(await open("hair=red")).toEqual(
    expect.arrayContaining([
      { id, name: "Mine", new_members: 3, current: true },
      { id: other, name: "Mine", new_members: 3, current: false },
    ]),
  );
  await expect.poll(fresh).toBe(0);
  expect((await list()).find((one) => one.id === other)?.new_members).toBe(3);
});

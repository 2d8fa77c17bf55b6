import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

const { accountsStore, members, ownProfile, searches, swipe } = servicesOf(env);
let ann: string;
let ben: string;

async function as(id: string, now = NOON, settings: Partial<Settings> = {}): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, NOON + 90 * DAY)), "liaison", now);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now, settings })) as MemberContext;
}
const tick = async (id: string, interests: CallInput<"updateProfile">["interests"], now = NOON, settings?: Partial<Settings>) =>
  ownProfile.updateProfile(await as(id, now, settings), { interests });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "accepted",
    ({ code, fields }: AppError) => fields.map((one) => `${one.field} ${one.code}`)[0] ?? code,
  );
const open = async (ctx: Context, id: string) => (await members.member(ctx, { id })).value.profile;
const both = async (viewer: string, of: string, now: number) => (await open(await as(viewer, now), of)).both;

beforeEach(async () => {
  await runSql("UPDATE profiles SET status = 'hidden' WHERE status = 'active'");
  [ann, ben] = [await addMember({ name: "Ann" }), await addMember({ name: "Ben" })];
  await runSql("UPDATE profiles SET gender = 'male', looking_for = 'female', shown_to_visitors = 1 WHERE id = ?", ben);
});

test("two who ticked the same see it of each other a day later, and nothing else of the other's", async () => {
  await tick(ann, ["coffee", "sex", "bondage"]);
  const own = await tick(ben, ["coffee", "sex", "threesome"], NOON + HOUR);
  expect(own.profile.interests).toEqual(["coffee", "sex", "threesome"]);
  expect(own.intimate_changes).toEqual({ left: 2, again_at: null });
  for (const [now, shown] of [[NOON + HOUR + DAY - 1, []] as const, [NOON + HOUR + DAY, ["sex"]] as const])
    expect([await both(ann, ben, now), await both(ben, ann, now)]).toEqual([shown, shown]);
  expect(await open(await as(ann, NOON + 3 * DAY), ben)).toMatchObject({ interests: ["coffee"], common: 1 });
  expect(await open(await contextOf({ now: NOON + 3 * DAY }), ben)).toMatchObject({
    interests: ["coffee"],
    both: [],
    common: 0,
  });
  await tick(ben, ["coffee", "threesome"], NOON + 3 * DAY);
  expect([await both(ann, ben, NOON + 3 * DAY), await both(ben, ann, NOON + 3 * DAY)]).toEqual([[], []]);
});

test("the search, the deck, the count of shared interests and the order by it know no intimate one, also of an older row", async () => {
  for (const id of [ann, ben]) await runSql(`UPDATE profiles SET interests = '["sex","tea"]' WHERE id = ?`, id);
  const other = await addMember({ name: "Cai" });
  await runSql(`UPDATE profiles SET gender = 'male', looking_for = 'female', interests = '["tea","wine"]' WHERE id = ?`, other);
  await runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", NOON - DAY, ben);
  const here = await as(ann);
  const wanted = { interests: "tea,sex", gender: "male" as const };
  expect(await refusal(members.members(here, wanted))).toBe("interests intimate_hidden");
  expect(await refusal(members.members(await contextOf(), wanted))).toBe("interests intimate_hidden");
  expect(await refusal(searches.saveSearch(here, { ...wanted, name: "Mine", notify: true }))).toBe("interests intimate_hidden");
  const { results } = await members.members(here, { gender: "male", sort: "common" });
  expect(results.map(({ name, common }) => [name, common])).toEqual([
    ["Cai", 1],
    ["Ben", 1],
  ]);
  await runSql("UPDATE profiles SET main_photo = 'photo' WHERE id = ?", ben);
  const { cards } = await swipe.deck(here);
  expect(cards.map(({ interests }) => interests)).toContainEqual(["tea"]);
  expect(cards.flatMap(({ interests }) => interests)).not.toContain("sex");
  await runSql(`UPDATE profiles SET interests = '["sex"]' WHERE id = ?`, ann);
  expect(await refusal(members.members(await as(ann), { sort: "common" }))).toBe("sort no_own_interests");
});

test("a domain that shows them to everybody searches them too", async () => {
  const all: Partial<Settings> = { intimate_interests: "open", search_fields: ["interests"] };
  expect((await tick(ben, ["sex", "tea"], NOON, all)).intimate_changes).toBeNull();
  const found = await members.members(await as(ann, NOON, all), { gender: "male", interests: "sex" });
  expect(found.results.map(({ name }) => name)).toEqual(["Ben"]);
  expect((await open(await as(ann, NOON, all), ben)).interests).toEqual(["tea", "sex"]);
});

test("a fourth change is refused at its field, and of two at once only one is made", async () => {
  const stale = await as(ann);
  const at = (interests: CallInput<"updateProfile">["interests"]) => ownProfile.updateProfile(stale, { interests });
  const outcomes = await Promise.all([refusal(at(["sex"])), refusal(at(["bondage"]))]);
  expect(outcomes.toSorted()).toEqual(["accepted", "conflict"]);
  await tick(ann, ["sex", "threesome"]);
  await tick(ann, ["lingerie"], NOON + DAY);
  expect(await refusal(tick(ann, ["lingerie", "sex"], NOON + 2 * DAY))).toBe("interests intimate_limit");
  const own = await tick(ann, ["coffee"], NOON + 2 * DAY);
  expect(own.profile.interests, "taking away always works").toEqual(["coffee"]);
  expect(own.intimate_changes?.left).toBe(0);
});

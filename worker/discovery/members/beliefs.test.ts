import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { BY_CONSENT } from "#db/schema/attribute-table.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { unlimitedMembers } from "#tests/setup/property-searches.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { BELIEFS_CONSENT } from "#worker/people/preferences/preferences.vocabulary.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const services = servicesOf(env);
const { ownProfile, preferences, signup } = services;
const members = unlimitedMembers(env);
const settings = { visible_profile_fields: [...BY_CONSENT], search_fields: [...BY_CONSENT] };
const SAID = { religion: "buddhist", diet: "vegan" } as const;

let id: string;
let searcher: string;

beforeAll(async () => {
  searcher = await addMember({ name: "Ben" });
  await env.DB.prepare("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?").bind(searcher).run();
});

beforeEach(async () => {
  id = await addMember({ name: "Ann" });
  await env.DB.prepare("UPDATE profiles SET gender = 'female', looking_for = 'male' WHERE id = ?").bind(id).run();
});

async function as(member: string): Promise<MemberContext> {
  const hash = await sha256(await logIn(member));
  const viewer = await services.accountsStore.findViewer(hash, "liaison", Date.now());
  return (await contextOf({ viewer, now: Date.now(), settings })) as MemberContext;
}

const found = async () => {
  const ctx = await as(searcher);
  const by = await Promise.all([
    members.members(ctx, { gender: "female", country: "all", religion: "buddhist" }),
    members.members(ctx, { gender: "female", country: "all", diet: "vegan" }),
  ]);
  return by.map(({ results }) => results.some((card) => card.id === id));
};
const stored = () => env.DB.prepare("SELECT religion, diet FROM profiles WHERE id = ?").bind(id).first();
const rows = async () =>
  (
    await env.DB.prepare(
      "SELECT version, language, withdrawn_at IS NULL AS stands FROM belief_consents WHERE account_id = ? ORDER BY accepted_at",
    )
      .bind(id)
      .all()
  ).results;

test("religion and diet are refused without their consent, and can always be cleared", async () => {
  const error = await ownProfile.updateProfile(await as(id), SAID).then(
    () => expect.unreachable("it was accepted"),
    (thrown: AppError) => thrown,
  );
  expect(error.fields).toEqual(BY_CONSENT.map((field) => ({ field, code: "consent_required" })));
  await ownProfile.updateProfile(await as(id), { religion: null, diet: null });
  expect(await stored()).toEqual({ religion: null, diet: null });
});

test("what the consent allows is shown to members and searched by, and gone the moment it is taken back", async () => {
  const { beliefs } = await preferences.updatePreferences(await as(id), { beliefs: true });
  expect(beliefs).toBe(true);
  expect(await rows()).toEqual([{ version: BELIEFS_CONSENT, language: "en", stands: 1 }]);
  expect((await signup.consents(await as(id))).beliefs).toMatchObject({ version: BELIEFS_CONSENT });
  const own = await ownProfile.updateProfile(await as(id), SAID);
  expect([own.profile, own.beliefs_consent]).toMatchObject([SAID, true]);
  expect(await found()).toEqual([true, true]);
  expect((await members.member(await as(searcher), { id })).value.profile).toMatchObject(SAID);
  const visitor = await contextOf({ viewer: null, settings: { ...settings, logged_out_search: true } });
  expect((await members.member(visitor, { id })).value.profile).toMatchObject({ religion: null, diet: null });

  await preferences.updatePreferences(await as(id), { beliefs: false });
  expect(await stored()).toEqual({ religion: null, diet: null });
  expect(await found()).toEqual([false, false]);
  expect(await rows()).toMatchObject([{ stands: 0 }]);
  expect((await signup.consents(await as(id))).beliefs).toBeNull();
});

test("agreeing anew keeps the earlier consent and brings nothing back", async () => {
  for (const beliefs of [true, true, false, true]) await preferences.updatePreferences(await as(id), { beliefs });
  expect((await rows()).map(({ stands }) => stands)).toEqual([0, 1]);
  expect(await stored()).toEqual({ religion: null, diet: null });
});

test("a form that was sent before the consent was taken back stores nothing", async () => {
  await preferences.updatePreferences(await as(id), { beliefs: true });
  const before = await as(id);
  await preferences.updatePreferences(await as(id), { beliefs: false });
  await ownProfile.updateProfile(before, SAID);
  expect(await stored()).toEqual({ religion: null, diet: null });
  expect(await found()).toEqual([false, false]);
});

test("deal-breakers and saved searches by religion or diet need the same consent, and go with it", async () => {
  const save = async (filter: object, name: string) =>
    services.searches.saveSearch(await as(id), { gender: "male", country: "all", name, notify: false, ...filter });
  const wish = async (dealbreakers: object) => services.wishes.updateWishes(await as(id), { dealbreakers });
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => expect.unreachable("it was accepted"),
      ({ fields }: AppError) => fields.map(({ field, code }) => `${field} ${code}`),
    );
  expect(await refused(save(SAID, "Both"))).toEqual(BY_CONSENT.map((field) => `${field} consent_required`));
  expect(await refused(wish({ diet: "vegan" }))).toEqual(["dealbreakers.diet unknown_option"]);
  expect((await services.wishes.wishes(await as(id))).fields).toEqual([]);

  await preferences.updatePreferences(await as(id), { beliefs: true });
  for (const [name, filter] of Object.entries({
    Faith: { religion: "buddhist" },
    Food: { diet: "vegan" },
    Young: { max_age: 30 },
  }))
    await save(filter, name);
  expect(await wish(SAID)).toMatchObject({ dealbreakers: SAID, fields: BY_CONSENT });
  await preferences.updatePreferences(await as(id), { beliefs: false });
  expect((await services.searches.savedSearches(await as(id))).searches.map(({ name }) => name)).toEqual(["Young"]);
  expect((await services.wishes.wishes(await as(id))).dealbreakers).toEqual({});
  const kept = await env.DB.prepare("SELECT wishes FROM preferences WHERE account_id = ?").bind(id).first<string>("wishes");
  expect(kept).not.toMatch(/religion|diet/);
});

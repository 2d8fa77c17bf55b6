import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { promptsOf } from "./prompts.vocabulary.ts";

const { ownProfile, accountsStore } = servicesOf(env);
let id: string;
let tokenHash: string;

async function context(settings: Partial<Settings> = {}): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(tokenHash, "liaison", Date.now());
  return (await contextOf({ viewer, settings })) as MemberContext;
}

const save = async (input: CallInput<"updateProfile">, settings?: Partial<Settings>) =>
  ownProfile.updateProfile(await context(settings), input);
const read = async (settings?: Partial<Settings>) => ownProfile.profile(await context(settings));

async function refused(input: CallInput<"updateProfile">, settings?: Partial<Settings>) {
  const before = (await read()).profile;
  const error = await save(input, settings).then(
    () => expect.unreachable("it was accepted"),
    (thrown: AppError) => thrown,
  );
  expect((await read()).profile, "nothing is stored").toEqual(before);
  return error.fields.map(({ field, code }) => `${field} ${code}`);
}

beforeAll(async () => {
  id = await addMember({ name: "Ann" });
  tokenHash = await sha256(await logIn(id));
});

test("a given field is stored, a missing one keeps its value, an empty one is cleared", async () => {
  await save({ hair: "red", eyes: "green", about: "  I bake.\r\nAnd eat.\u0000 ", interests: ["coffee", "wine", "coffee"] });
  expect((await read()).profile).toMatchObject({
    hair: "red",
    eyes: "green",
    about: "I bake.\nAnd eat.",
    interests: ["coffee", "wine"],
  });
  const { profile } = await save({ hair: null, interests: [], about: "" });
  expect(profile).toMatchObject({ hair: null, eyes: "green", interests: [], about: "" });
  expect((await read()).profile).toEqual(profile);
});

test("a profile under inspection can be edited and keeps its status", async () => {
  const fresh = await addMember({ status: "not_confirmed" });
  const viewer = await accountsStore.findViewer(await sha256(await logIn(fresh)), "liaison", Date.now());
  const { profile } = await ownProfile.updateProfile((await contextOf({ viewer })) as MemberContext, { body: "curvy" });
  expect(profile).toMatchObject({ id: fresh, status: "disabled", body: "curvy" });
});

test("a town belongs to its region, and both to the member's country", async () => {
  expect((await save({ region: "NL-NH", city: "Haarlem" })).profile).toMatchObject({ region: "NL-NH", city: "Haarlem" });
  expect((await save({ city: "Amsterdam" })).profile).toMatchObject({ region: "NL-NH", city: "Amsterdam" });
  expect(await refused({ city: "Rotterdam" })).toEqual(["city unknown_option"]);
  expect(await refused({ region: "DE-BY" })).toEqual(["region unknown_option"]);
  expect((await save({ region: "NL-ZH" })).profile).toMatchObject({ region: "NL-ZH", city: null });
  expect(await refused({ region: "NL-ZH" }, { region_data: "no" })).toEqual(["region unknown_option"]);
  expect((await save({ region: null }, { region_data: "no" })).profile).toMatchObject({ region: null, city: null });
});

test("a list of cards finds the member where they moved to", async () => {
  const count = async (region: string) =>
    (await env.DB.prepare("SELECT total FROM profile_counts WHERE pool = 'liaison' AND gender = 'female' AND region = ?")
      .bind(region)
      .first<number>("total")) ?? 0;
  const before = await count("NL-UT");
  await save({ region: "NL-UT" });
  expect(await count("NL-UT")).toBe(before + 1);
  await save({ region: null });
  expect(await count("NL-UT")).toBe(before);
});

test("ten interests at most, of the domain's; one that is offered no more may stay", async () => {
  const ten = ["art", "beach", "beer", "biking", "coffee", "cooking", "dancing", "fashion", "foodie", "gym"] as const;
  await save({ interests: [...ten, "art"] });
  expect((await read()).profile.interests).toEqual([...ten]);
  expect(await refused({ interests: [...ten, "wine"] })).toEqual(["interests too_many"]);
  expect(await refused({ interests: ["wine"] }, { interests: ["art"] })).toEqual(["interests unknown_option"]);
  expect((await save({ interests: ["art", "gym"] }, { interests: ["art"] })).profile.interests).toEqual(["art", "gym"]);
});

test("a domain asks for what it shows or searches by, and refuses the rest", async () => {
  const settings: Partial<Settings> = { visible_profile_fields: ["hair"], search_fields: ["reason"] };
  expect(await refused({ tattoos: "few", interests: [] }, settings)).toEqual([
    "tattoos unknown_field",
    "interests unknown_field",
  ]);
  await save({ hair: "grey", reason: "friends" }, settings);
  expect((await read()).profile).toMatchObject({ hair: "grey", reason: "friends" });
});

test("a height in centimetres and up to eight languages are said, and cleared again", async () => {
  const settings: Partial<Settings> = { visible_profile_fields: ["height", "languages"], search_fields: [] };
  const { profile } = await save({ height: 181, languages: ["nl", "en", "nl"] }, settings);
  expect(profile).toMatchObject({ height: 181, languages: ["nl", "en"] });
  const nine = ["ar", "bg", "cs", "da", "de", "el", "en", "es", "fi"] as const;
  expect(await refused({ languages: [...nine] }, settings)).toEqual(["languages too_many"]);
  expect(await refused({ height: 170, languages: ["nl"] }, { visible_profile_fields: ["hair"], search_fields: [] })).toEqual([
    "height unknown_field",
    "languages unknown_field",
  ]);
  expect((await save({ height: null, languages: [] }, settings)).profile).toMatchObject({ height: null, languages: [] });
});

test("a text of a thousand characters, as a reader counts them, without a way around the site", async () => {
  await save({ about: "👩‍👩‍👧".repeat(1000) });
  expect(await refused({ about: "e\u0301".repeat(1001) })).toEqual(["about too_long"]);
  expect(await refused({ about: "Write to ann@example.org" })).toEqual(["about contact_details"]);
  expect(await refused({ about: "Call 06 12 34 56 78", hair: "red", region: "XX" })).toEqual([
    "region unknown_option",
    "about contact_details",
  ]);
});

test("three answers of 200 characters at most, each to another question of the niche", async () => {
  const [first, second] = promptsOf(1) as [string, string];
  const own = { question: first, answer: " Lisbon,\n in spring " };
  expect((await save({ prompts: [own] })).profile.prompts).toEqual([{ question: first, answer: "Lisbon, in spring" }]);
  const long = "👩‍👩‍👧".repeat(200);
  expect((await save({ prompts: [{ question: second, answer: long }, own] })).profile.prompts).toEqual([
    { question: second, answer: long },
    { question: first, answer: "Lisbon, in spring" },
  ]);
  expect(await refused({ prompts: [{ question: "idol", answer: "Me" }] }), "of another niche").toEqual([
    "prompts.0.question unknown_option",
  ]);
  expect(await refused({ prompts: [own, own] })).toEqual(["prompts.1.question repeated"]);
  expect(await refused({ prompts: [{ question: "", answer: "  " }] })).toEqual([
    "prompts.0.question required",
    "prompts.0.answer required",
  ]);
  const wrong = { question: first, answer: `${long}!` };
  expect(await refused({ prompts: [wrong, { question: second, answer: "ann@example.org" }] })).toEqual([
    "prompts.0.answer too_long",
    "prompts.1.answer contact_details",
  ]);
  const four = promptsOf(1)
    .slice(0, 4)
    .map((question) => ({ question, answer: "Yes" }));
  expect(await refused({ prompts: four })).toEqual(["prompts too_many"]);
  expect((await save({ prompts: [] })).profile.prompts).toEqual([]);
});

test("an answer to a question of another niche may stay", async () => {
  const held = [{ question: "idol", answer: "Freddie" }];
  await save({ prompts: held }, { niche: 7 });
  expect((await save({ prompts: held, hair: "red" })).profile.prompts).toEqual(held);
  await save({ prompts: [] });
});

test("a member can look for somebody else, and is found by others then", async () => {
  expect((await save({ looking_for: "everyone" })).looking_for).toBe("everyone");
  expect((await read()).looking_for).toBe("everyone");
  await save({ hair: "red" });
  expect((await read()).looking_for).toBe("everyone");
});

test("on a domain for men nobody can newly look for others, and an earlier choice may stay", async () => {
  const men = { genders: ["male" as const] };
  await save({ looking_for: "everyone" });
  expect(await refused({ looking_for: "female" }, men)).toEqual(["looking_for unknown_option"]);
  expect((await save({ looking_for: "everyone", hair: "red" }, men)).looking_for).toBe("everyone");
  expect((await save({ looking_for: "male" }, men)).looking_for).toBe("male");
});

test("a domain hides and refuses the texts that it does not ask for", async () => {
  await save({ about: "I bake.", prompts: [{ question: "laugh", answer: "Geese" }] });
  const settings: Partial<Settings> = { visible_profile_notes: ["about"] };
  const { profile, prompt_questions, completeness } = await read(settings);
  expect(profile).toMatchObject({ about: "I bake.", prompts: [] });
  expect(prompt_questions).toEqual([]);
  expect(completeness.missing).not.toContain("prompts");
  expect(await refused({ prompts: [] }, settings)).toEqual(["prompts unknown_field"]);
  expect((await read({ visible_profile_notes: [] })).profile).toMatchObject({ about: "", prompts: [] });
  await save({ about: "", prompts: [] });
});

test("a position finds the nearest town of the domain's countries", async () => {
  const at = { lat: 52.4, lon: 4.65 };
  expect(ownProfile.geocode(await context(), at)).toMatchObject({ country: "NL", region: "NL-NH", city: "Haarlem" });
  const german = await context({ countries: ["DE"] });
  expect(() => ownProfile.geocode(german, { lat: 40, lon: -30 })).toThrow(expect.objectContaining({ code: "not_found" }));
});

test("completeness weighs what the domain asks for by its effect", async () => {
  await save({ hair: "red", reason: null, eyes: null, interests: [], about: "", region: null });
  const settings: Partial<Settings> = { visible_profile_fields: ["hair", "interests"], search_fields: ["reason"] };
  expect((await read(settings)).completeness).toEqual({
    percent: 3,
    missing: ["photo", "region", "reason", "interests", "about", "prompts"],
  });
  expect((await read({ ...settings, region_data: "no" })).completeness.percent).toBe(4);
  const own = { question: "laugh", answer: "Geese" } as const;
  const one = await save({ region: "NL-NH", reason: "chat", interests: ["tea"], about: "Tea?", prompts: [own] }, settings);
  expect(one.completeness).toEqual({ percent: 45, missing: ["photo", "prompts"] });
  const two = [own, { question: "perfect_sunday", answer: "Pancakes" } as const];
  expect((await save({ prompts: two }, settings)).completeness).toEqual({ percent: 60, missing: ["photo"] });
  const photo = (status: string) =>
    env.DB.prepare(
      "INSERT OR REPLACE INTO photos (id, profile_id, key, position, status, created_at) VALUES ('counted', ?, 'k', 0, ?, 0)",
    )
      .bind(id, status)
      .run();
  await photo("rejected");
  expect((await read(settings)).completeness.missing).toEqual(["photo"]);
  await photo("inspection");
  expect((await read(settings)).completeness).toEqual({ percent: 100, missing: [] });
});

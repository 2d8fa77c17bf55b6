import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { cellOf } from "#db/cells.ts";
import { connect } from "#db/client.ts";
import { type Gender, LOOKING_FOR, type LookingFor, SAID_IDENTITIES, SHOWN_IN, type ShownIn } from "#db/schema/attributes.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { createSwipeStore } from "#worker/discovery/swipe/swipe.store.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { candidateFilterOf } from "./candidate-filter.ts";

const { accountsStore, looks, match, members, ownProfile } = servicesOf(env);
const deck = createSwipeStore(connect(env.DB));
const HAARLEM = { country: "NL", region: "NL-NH", city: "Haarlem" };
const ANSWERS = JSON.stringify({ goal: "chat", pace: "slow", first: "coffee", evening: "home" });
const MORE: Partial<Settings> = { more_genders: ["non_binary", "trans_woman"], logged_out_search: true };
const OWN = { code: "non_binary", shown: true, agreed: { version: "1", language: "en", at: 0 } };

interface One {
  id: string;
  gender: ShownIn;
  lookingFor: LookingFor;
}
const all: One[] = [];

async function person(gender: ShownIn, lookingFor: LookingFor): Promise<One> {
  const id = await addMember();
  const set = {
    ...{ gender, looking_for: lookingFor, ...HAARLEM, cell: cellOf(HAARLEM), birth_date: "1990-03-01", main_photo: "photo" },
    ...{ last_active_at: NOON, created_at: NOON - 3600_000, shown_to_visitors: 1, hair: "red" },
    identity: gender === "both" ? JSON.stringify(OWN) : null,
  };
  const columns = Object.keys(set).map((name) => `${name} = ?`);
  await runSql(`UPDATE profiles SET ${columns.join(", ")} WHERE id = ?`, ...Object.values(set), id);
  await runSql("INSERT INTO match_answers (member_id, answers, answered_at) VALUES (?, ?, 0)", id, ANSWERS);
  return { id, gender, lookingFor };
}

async function as({ id }: Pick<One, "id">, now = NOON, settings: Partial<Settings> = {}): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, NOON + 90 * DAY)), "liaison", now);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now, settings: { ...MORE, ...settings } })) as MemberContext;
}

const save = async (one: Pick<One, "id">, input: CallInput<"updateProfile">, now = NOON) =>
  ownProfile.updateProfile(await as(one, now), input);
const refused = (work: Promise<unknown>) =>
  work.then(
    () => ["accepted"],
    ({ code, fields }: AppError) => (fields.length > 0 ? fields.map((one) => `${one.field} ${one.code}`) : [code]),
  );
const open = async (ctx: Context, { id }: One) => (await members.member(ctx, { id })).value.profile;

/** The rule in one line: both look for somebody who is shown there. */
const seeks = (who: One, whom: One) => who.lookingFor === "everyone" || whom.gender === "both" || who.lookingFor === whom.gender;
const fits = (viewer: One, other: One) => viewer !== other && seeks(viewer, other) && seeks(other, viewer);

beforeAll(async () => {
  await runSql("UPDATE profiles SET status = 'hidden' WHERE status = 'active'");
  for (const gender of SHOWN_IN) for (const lookingFor of LOOKING_FOR) all.push(await person(gender, lookingFor));
});

test.each(SHOWN_IN)("everybody is in the lists of those alone whom they fit both ways: shown in %s", async (gender) => {
  expect(all).toHaveLength(9);
  for (const viewer of all.filter((one) => one.gender === gender)) {
    const ctx = await as(viewer);
    const wanted = all.filter((other) => fits(viewer, other)).map(({ id }) => id);
    const found = await members.members(ctx, {});
    const lists = {
      search: found.results,
      narrow: (await members.members(ctx, { hair: "red", min_age: 30, max_age: 40 })).results,
      online: (await members.members(ctx, { online: "1" })).results,
      nearest: (await members.members(ctx, { sort: "nearest" })).results,
      deck: (await deck.deck(candidateFilterOf(ctx), { since: 0, hidden: 0, size: 20 })).cards,
      match: (await match.matchFinder(ctx)).results,
    };
    for (const [name, rows] of Object.entries(lists))
      expect([viewer.gender, viewer.lookingFor, name, rows.map(({ id }) => id).toSorted()]).toEqual([
        ...[viewer.gender, viewer.lookingFor, name, wanted.toSorted()],
      ]);
    expect(found.numResults).toBe(wanted.length);
    // Similar members are those of the viewer's search for one of two: those in both are among them, and never alone.
    for (const like of all.filter((one) => one !== viewer && one.lookingFor === "everyone")) {
      const { results } = await members.similar(ctx, { id: like.id });
      const side = like.gender === "both" ? (viewer.lookingFor === "male" ? "male" : "female") : like.gender;
      const asked = viewer.lookingFor === side || viewer.lookingFor === "everyone";
      const beside = (one: One) => one.gender === side || one.gender === "both";
      const same = all.filter((one) => asked && one !== like && beside(one) && fits(viewer, one)).map(({ id }) => id);
      expect([viewer, like, results.map(({ id }) => id).toSorted()]).toEqual([viewer, like, same.toSorted()]);
    }
  }
});

test("a saved search for women or for men tells of a new member who is in both, and of nobody else", async () => {
  const fresh = async (gender: Gender, who: One) => {
    await runSql("DELETE FROM saved_searches");
    await runSql(
      `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, notify, seen_until, due_at, created_at)
       VALUES (?1, ?1, 'liaison', ?2, '', 1, 0, 0, 0)`,
      who.id,
      JSON.stringify({ gender, country: "NL" }),
    );
    await looks.sweep(NOON);
    return env.DB.prepare("SELECT fresh FROM saved_searches").first<number>("fresh");
  };
  const viewer = all.find(({ gender, lookingFor }) => gender === "female" && lookingFor === "everyone") ?? expect.unreachable();
  for (const gender of ["female", "male"] as const) {
    const wanted = all.filter((one) => one !== viewer && seeks({ ...viewer, lookingFor: gender }, one) && seeks(one, viewer));
    expect(await fresh(gender, viewer)).toBe(wanted.length);
  }
});

test("a client that knows two genders reads the one it looks for, and visitors see nobody of both searches", async () => {
  const [both, forWomen, forMen] = [
    await person("both", "everyone"),
    await person("male", "female"),
    await person("female", "male"),
  ];
  const more = { identity: "non_binary", gender_said: false };
  expect(await open(await as(forWomen), both)).toMatchObject({ gender: "female", ...more });
  expect(await open(await as(forMen), both)).toMatchObject({ gender: "male", ...more });
  const visitor = await contextOf({ now: NOON, settings: MORE });
  expect(await refused(members.member(visitor, { id: both.id }))).toEqual(["not_found"]);
  expect((await members.member(await as(forMen), { id: both.id })).value.open).toBe(false);
  for (const gender of LOOKING_FOR) {
    const { results, numResults } = await members.members(visitor, { gender });
    const people = [...all, forWomen, forMen].filter((one) => gender === "everyone" || one.gender === gender);
    const seen = people.filter((one) => one.gender !== "both").map(({ id }) => id);
    expect([numResults, results.map(({ id }) => id).toSorted()]).toEqual([seen.length, seen.toSorted()]);
  }
  const { results } = await members.similar(visitor, { id: forMen.id });
  expect(results.map(({ id }) => id).toSorted()).toEqual(
    all
      .filter((one) => one.gender === "female")
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(results.every((one) => one.identity === null && one.gender_said)).toBe(true);
  await save(both, { identity_shown: false });
  expect(await open(await as(forMen), both)).toMatchObject({ gender: "male", identity: null, gender_said: true });
  expect(await ownProfile.profile(await as(both))).toMatchObject({
    ...{ own_identity: { code: "non_binary", shown: false }, shown_in: "both", self_changes: { left: 2 } },
  });
  for (const { id } of [both, forWomen, forMen]) await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", id);
});

test("whoever reads, an identity that is hidden, or that the site does not offer, changes nothing of what they read", async () => {
  const readers = await Promise.all(LOOKING_FOR.map((sought) => person("female", sought)));
  const written = async (shown_in: ShownIn, identity: string | null, settings: Partial<Settings>, hidden: One) => {
    await runSql("UPDATE profiles SET gender = ?, identity = ? WHERE id = ?", shown_in, identity, hidden.id);
    const contexts = await Promise.all(readers.map((one) => as(one, NOON, settings)));
    return Promise.all(
      contexts.map(async (ctx) => [
        await open(ctx, hidden),
        (await members.members(ctx, {})).results.filter(({ id }) => id === hidden.id),
      ]),
    );
  };
  const hidden = await person("both", "everyone");
  for (const shown_in of SHOWN_IN) {
    const plain = await written(shown_in, null, { more_genders: [...SAID_IDENTITIES] }, hidden);
    for (const code of SAID_IDENTITIES) {
      const words = code === "own" ? { words: "demigirl and proud" } : {};
      const [secret, shown] = [false, true].map((one) => JSON.stringify({ ...OWN, ...words, code, shown: one })) as [
        string,
        string,
      ];
      expect([code, await written(shown_in, secret, { more_genders: [...SAID_IDENTITIES] }, hidden)]).toEqual([code, plain]);
      expect([code, await written(shown_in, shown, { more_genders: [] }, hidden)]).toEqual([code, plain]);
    }
  }
  for (const { id } of [hidden, ...readers]) await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", id);
});

test("an identity is given up at any time, and stays erased beside a change that was sent at once", async () => {
  const one = await person("both", "everyone");
  const stored = async () =>
    env.DB.prepare("SELECT gender, identity, self_changes FROM profiles WHERE id = ?").bind(one.id).first();
  const spent = JSON.stringify([NOON - 2, NOON - 1]);
  await runSql("UPDATE profiles SET self_changes = ? WHERE id = ?", spent, one.id);
  expect(await refused(save(one, { identity: "trans_woman", identity_consent: true }))).toEqual(["identity self_limit"]);
  const [first, second] = [await as(one), await as(one)];
  await ownProfile.updateProfile(first, { identity: null, gender: "male" });
  const given = { gender: "male", identity: null, self_changes: spent };
  expect(await stored()).toEqual(given);
  expect(await refused(ownProfile.updateProfile(second, { identity_shown: false }))).toEqual(["conflict"]);
  expect(await stored()).toEqual(given);
  expect(await refused(save(one, { gender: "female" }))).toEqual(["gender self_limit"]);
});

test("who looks for nobody of the site's one gender gives up both searches for either of two", async () => {
  for (const gender of ["female", "male"] as const) {
    const one = await person("both", "female");
    const ctx = await as(one, NOON, { genders: ["male"] });
    expect(await refused(ownProfile.updateProfile(ctx, { identity: null, gender }))).toEqual(["accepted"]);
  }
});

test("a client that knows two genders saves what it reads and takes nobody out of both searches", async () => {
  const one = await person("both", "male");
  const { profile } = await ownProfile.profile(await as(one));
  const saved = await save(one, { gender: profile.gender, about: "I bake." });
  expect(saved).toMatchObject({ shown_in: "both", self_changes: { left: 2 }, profile: { gender: "male", about: "I bake." } });
  expect(await save(one, { gender: "female" })).toMatchObject({ shown_in: "female", self_changes: { left: 1 } });
});

test("an identity needs its consent and a site that offers it, and searches for both need an identity", async () => {
  const one = await person("male", "female");
  expect(await refused(save(one, { shown_in: "both" }))).toEqual(["shown_in unknown_option"]);
  const asked = { identity: "trans_woman", shown_in: "both" } as const;
  expect(await refused(save(one, asked))).toEqual(["identity_consent consent_required"]);
  expect(await refused(save(one, { identity: "agender", shown_in: "both", identity_consent: true }))).toEqual([
    "identity unknown_option",
  ]);
  const here = await contextOf({ viewer: (await as(one)).viewer, now: NOON, settings: { more_genders: [] } });
  expect(await refused(ownProfile.updateProfile(here as MemberContext, { ...asked, identity_consent: true }))).toEqual([
    ...["identity unknown_option", "shown_in unknown_option"],
  ]);
  const saved = await save(one, { ...asked, identity_shown: true, identity_consent: true });
  expect(saved).toMatchObject({
    own_identity: { code: "trans_woman", shown: true },
    shown_in: "both",
    self_changes: { left: 1 },
  });
  // A trans woman is a woman to a client that knows two genders, whomever its member looks for.
  expect(await open(await as(all[0] ?? expect.unreachable()), one)).toMatchObject({ gender: "female", identity: "trans_woman" });
  // Who gives the identity up says in whose searches to be.
  expect(await refused(save(one, { identity: null }))).toEqual(["gender unknown_option"]);
  await save(one, { identity: null, gender: "male" });
  const stored = "SELECT gender, identity, self_changes FROM profiles WHERE id = ?";
  expect(await env.DB.prepare(stored).bind(one.id).first()).toEqual({
    ...{ gender: "male", identity: null, self_changes: JSON.stringify([NOON, NOON]) },
  });
  expect(await refused(save(one, { ...asked, identity_consent: true }))).toEqual(["gender self_limit", "identity self_limit"]);
  const seeker = await person("female", "female");
  expect((await members.members(await as(seeker), {})).results.map(({ id }) => id)).not.toContain(one.id);
});

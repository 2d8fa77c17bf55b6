import { expect, test } from "vitest";
import { COUNTRIES, PLACES } from "#db/places.ts";
import { ATTRIBUTES, type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import { GENDERS } from "#db/schema/attributes.ts";
import { INTERESTS } from "#db/schema/interests.ts";
import { runs } from "#tests/setup/properties.ts";
import { checkPrompts } from "#worker/discovery/members/prompts.ts";
import { promptsOf } from "#worker/discovery/members/prompts.vocabulary.ts";
import { DEMO_LOGINS } from "./logins.ts";
import { HANDLE_WORDS } from "./people/username.ts";
import { type Person, person } from "./people.ts";
import { ageGroup, portraitSvg, SCENERIES } from "./portrait.ts";
import { MAIN_POOL, memberOf, membersOf } from "./seed-data.ts";
import { type Pool, pools } from "./seed-pools.ts";

const now = Date.UTC(2026, 10, 21, 12);
const options = { seed: "test", countries: COUNTRIES, now, niche: 1 } as const;
const people = (count: number, more: Partial<Parameters<typeof person>[1]> = {}) =>
  Array.from({ length: count }, (_, index) => person(index, { ...options, ...more }));
const MANY = people(3000);

function age(birth: string, at: number): number {
  const [year = 0, month = 0, day = 0] = birth.split("-").map(Number);
  const today = new Date(at);
  const had = today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (had ? 0 : 1);
}

test("the same index gives the same person, another seed another one", () => {
  expect(people(50)).toEqual(people(50));
  expect(person(3, options)).not.toEqual(person(3, { ...options, seed: "other" }));
  const later = person(3, { ...options, now: now + 1000 });
  expect({ ...later, last_active_at: 0, created_at: 0 }).toEqual({ ...person(3, options), last_active_at: 0, created_at: 0 });
});

test("many people have as many usernames and addresses, all of them allowed", () => {
  const many = runs(100_000);
  const names = new Set<string>();
  const mails = new Set<string>();
  for (let index = 0; index < many; index++) {
    const { username, email } = person(index, options);
    if (!/^[A-Za-z0-9_.-]{3,20}$/.test(username) || /\d{6}/.test(username)) expect.fail(username);
    if (!/^[a-z0-9_-]+@example\.(com|org|net)$/.test(email)) expect.fail(email);
    names.add(username.toLowerCase());
    mails.add(email);
  }
  expect(names.size).toBe(many);
  expect(mails.size).toBe(many);
});

test("people are called by their names; only a name that is taken carries an initial", () => {
  const names = people(600).map(({ username }) => username);
  const firsts = new Set(names.filter((name) => /^[A-Z][a-z]+$/.test(name)));
  expect(firsts.size).toBeGreaterThan(200);
  // The log-ins have their names to themselves.
  const known = new Set([...firsts, "Anna", "Ben"]);
  for (const name of names.filter((one) => !firsts.has(one))) {
    expect(name).toMatch(/^[A-Z][a-z]+\.?[A-Z]$/);
    expect(known).toContain(name.replace(/\.?[A-Z]$/, ""));
  }
  expect(names).not.toContain("Anna");
});

test("no handle word ends in another, which is what keeps usernames apart beyond any sample", () => {
  const words = Object.values(HANDLE_WORDS).flat();
  expect(new Set(words).size).toBe(words.length);
  for (const word of words)
    expect(
      words.filter((other) => other !== word && word.endsWith(other)),
      word,
    ).toEqual([]);
});

test("a username of the ten-millionth person still fits", () => {
  for (let index = 10_000_000; index < 10_000_300; index++)
    expect(person(index, options).username.length).toBeLessThanOrEqual(20);
});

test("every code is one of the vocabulary and every place lies where it says", () => {
  const vocabularies = {
    ...{ gender: GENDERS, looking_for: GENDERS },
    ...eachAttribute<Record<Attribute, readonly string[]>>((attribute) => ATTRIBUTES[attribute].codes),
  };
  const fields = Object.entries(vocabularies) as [keyof typeof vocabularies, readonly string[]][];
  for (const [index, one] of MANY.entries()) {
    const wrong: string[] = fields.filter(([field, codes]) => !codes.includes(one[field])).map(([field]) => field);
    const { interests, sexuality, gender, looking_for } = one;
    if (interests.length < 2 || interests.length > 8) wrong.push("number of interests");
    if (new Set(interests).size !== interests.length) wrong.push("an interest twice");
    if (!interests.every((interest) => INTERESTS.includes(interest))) wrong.push("interests");
    const region = PLACES[one.country].regions.find(({ code }) => code === one.region);
    if (!region?.towns.some(({ name }) => name === one.city)) wrong.push("city");
    if (sexuality === "hetero" && looking_for === gender) wrong.push("hetero");
    const both = sexuality === "gay" ? "male" : sexuality === "lesbian" ? "female" : null;
    if (both && (gender !== both || looking_for !== both)) wrong.push(sexuality);
    if (wrong.length > 0) expect.fail(`person ${index}: ${wrong.join(", ")}`);
  }
});

test.each([now, Date.UTC(2028, 1, 29, 0, 0, 1), Date.UTC(2027, 0, 1), Date.UTC(2026, 11, 31, 23, 59)])(
  "all are 18 to 75 at %d",
  (at) => {
    for (const one of people(runs(10_000), { now: at })) {
      const years = age(one.birth_date, at);
      if (!(years >= 18 && years <= 75)) expect.fail(`${one.birth_date} ${years}`);
    }
  },
);

test("the portrait shows what the profile says", () => {
  for (const one of MANY) {
    const { look } = one;
    expect(look).toMatchObject({
      gender: one.gender,
      hair: one.hair,
      eyes: one.eyes,
      body: one.body,
      tattoos: one.tattoos,
      ageGroup: ageGroup(age(one.birth_date, now)),
    });
    expect(one.photos[0]).toEqual({ kind: "portrait", look });
    expect(one.photos.length).toBeLessThanOrEqual(4);
    const known = one.photos.map((photo) =>
      photo.kind === "scenery" ? SCENERIES[photo.index] !== undefined : photo.look === look,
    );
    expect(known).not.toContain(false);
    expect(new Set(one.photos.map((photo) => JSON.stringify(photo))).size).toBe(one.photos.length);
  }
});

test("no two members of a pool show the same picture, whatever site of it shows them", () => {
  const found = pools();
  expect(found.length).toBeGreaterThan(4);
  for (const pool of found) {
    const count = membersOf(pool.id, MAIN_POOL, 600);
    expect(count).toBeGreaterThanOrEqual(96);
    const drawn = Array.from({ length: count }, (_, index) => portraitSvg(memberOf(pool, index, now).look));
    expect(new Set(drawn).size, pool.id).toBe(count);
  }
});

test("people are seen from near, to the waist and whole, and many look past the viewer; on two sites most show a figure", () => {
  for (const [niche, figures] of [
    [1, 0.2],
    [4, 0.65],
    [5, 0.65],
  ] as const) {
    const looks = people(400, { niche }).map(({ look }) => look);
    const share = (is: (look: (typeof looks)[number]) => boolean) => looks.filter(is).length / looks.length;
    expect(new Set(looks.map(({ frame }) => frame)).size).toBe(3);
    expect(share(({ frame }) => frame !== "bust")).toBeGreaterThan(figures);
    expect(share(({ gaze }) => Math.abs(gaze) > 4)).toBeGreaterThan(0.3);
    expect(share(({ turn }) => Math.abs(turn) > 8)).toBeGreaterThan(0.4);
  }
});

test("people write in the language of the site that shows them", () => {
  const written = new Map(pools().map((pool) => [pool.id, Array.from({ length: 96 }, (_, index) => memberOf(pool, index, now))]));
  const words = { en: /\b(the|and|my|you)\b/i, nl: /\b(ik|een|het|niet)\b/i, de: /\b(ich|und|nicht|oder)\b/i };
  const check = (people: readonly Person[], tongue: keyof typeof words) => {
    const texts = people.map(({ about }) => about);
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((about) => words[tongue].test(about)).length / texts.length, tongue).toBeGreaterThan(0.6);
    for (const [other, known] of Object.entries(words))
      if (other !== tongue) expect(texts.filter((about) => known.test(about))).toEqual([]);
  };
  for (const [pool, tongue] of [
    ["curves", "en"],
    ["velvet", "en"],
    ["kompaan", "nl"],
    ["spaetsommer", "de"],
  ] as const)
    check(written.get(pool) ?? [], tongue);
  // Each pools() reads the domain files.
  const liaison = pools().find(({ id }) => id === "liaison") as Pool;
  const shared = Array.from({ length: 600 }, (_, index) => memberOf(liaison, index, now));
  check(
    shared.filter(({ country }) => ["NL", "BE"].includes(country)),
    "nl",
  );
  check(
    shared.filter(({ country }) => ["DE", "AT", "CH"].includes(country)),
    "de",
  );
});

test("600 people read differently, in the language of their country, without gaps in the sentences", () => {
  const crowd = people(600);
  const texts = Map.groupBy(crowd, (one) => one.about);
  // A line on its own may come twice or three times, nothing else repeats.
  expect(texts.size).toBeGreaterThan(560);
  for (const [about, same] of texts) expect(same.length, about).toBeLessThan(about.length > 60 ? 3 : 8);
  const lengths = crowd.map(({ about }) => about.length);
  for (const [from, to] of [
    [0, 60],
    [60, 180],
    [180, 600],
  ] as const)
    expect(lengths.filter((length) => length >= from && length < to).length, `${from} to ${to}`).toBeGreaterThan(60);
  for (const { about } of crowd) {
    expect(about).toMatch(/[.?!]$/);
    expect(about).not.toMatch(/[{}]|undefined|null|\s\s/);
    expect(about.length).toBeLessThanOrEqual(1000);
  }
  const dutch = people(80, { countries: ["NL"] })
    .map((one) => one.about)
    .join(" ");
  const german = people(80, { countries: ["DE"] })
    .map((one) => one.about)
    .join(" ");
  expect(dutch).toMatch(/\bik\b/i);
  expect(dutch).not.toMatch(/\b(the|ich)\b/);
  expect(german).toMatch(/\bich\b/i);
  expect(german).not.toMatch(/\b(the|ik)\b/);
});

test("most people answer questions that their niche asks, in a form that the site itself accepts", () => {
  for (const niche of [1, 2, 3, 4, 5, 6, 7] as const) {
    const crowd = people(200, { niche, questions: promptsOf(niche) });
    expect(crowd.filter(({ prompts }) => prompts.length > 0).length).toBeGreaterThan(120);
    for (const { prompts } of crowd) expect(checkPrompts(prompts, [], niche)).toEqual({ prompts, problems: [] });
  }
  for (const { prompts } of DEMO_LOGINS) expect(checkPrompts([...prompts], [], 1).problems).toEqual([]);
});

test("demo people are active after joining and not in the future, some right now", () => {
  const crowd = people(2000);
  for (const one of crowd) expect(one.created_at < one.last_active_at && one.last_active_at <= now).toBe(true);
  const since = (ms: number) => crowd.filter((one) => now - one.last_active_at <= ms).length / crowd.length;
  expect(since(15 * 60_000)).toBeGreaterThan(0.02);
  expect(since(21 * 24 * 3_600_000)).toBeGreaterThan(0.7);
});

test("demo people fit their niche: gay, bbw, milf, gilf", () => {
  for (const one of people(300, { niche: 7 })) expect(one.looking_for).toBe(one.gender);
  for (const only of GENDERS)
    for (const niche of [1, 7] as const)
      for (const one of people(200, { niche, only }))
        expect([one.gender, one.looking_for, one.look.gender]).toEqual([only, only, only]);
  const women = (niche: 4 | 5 | 6) => {
    const found = people(300, { niche }).filter(({ gender }) => gender === "female");
    expect(found.length).toBeGreaterThan(50);
    return found;
  };
  for (const one of women(4)) expect(["curvy", "full"]).toContain(one.body);
  for (const one of women(6)) expect(age(one.birth_date, now)).toBeGreaterThanOrEqual(32);
  for (const one of women(5)) expect(age(one.birth_date, now)).toBeGreaterThanOrEqual(52);
});

test("countries without places are passed over; none left is an error", () => {
  expect(person(1, { ...options, countries: ["LU", "BE"] }).country).toBe("BE");
  expect(() => person(1, { ...options, countries: ["LU"] })).toThrow("LU");
});

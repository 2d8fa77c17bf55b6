import { type CountryCode, isCountry, PLACES } from "#db/places.ts";
import type { Attribute, CodeOf } from "#db/schema/attribute-table.ts";
import type { Gender, PromptAnswer } from "#db/schema/attributes.ts";
import { INTERESTS, type Interest } from "#db/schema/interests.ts";
import type { Spoken } from "#db/schema/spoken.ts";
import { DEMO_LOGINS } from "./logins.ts";
import { aboutText } from "./people/about.ts";
import { drawFacts } from "./people/facts.ts";
import { FIRST_NAMES, familyOf } from "./people/names.ts";
import { type Tongue, tongueOf } from "./people/phrases.ts";
import { drawPhotos, drawPortrait, lookOf, type Picture } from "./people/pictures.ts";
import { drawPrompts } from "./people/prompts.ts";
import { plainNames, username } from "./people/username.ts";
import { ageGroup, type PortraitSpec } from "./portrait.ts";
import { createRandom, type Random } from "./random.ts";

export interface PersonOptions {
  /** Usernames are unique within a seed only. */
  seed: number | string;
  /** ISO 3166; skips countries without places. */
  countries: readonly string[];
  /** Milliseconds since 1970: all ages and times count back from here. */
  now: number;
  niche: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  only?: Gender | null;
  questions?: readonly string[];
  /** By country; without one, people write the language of their region. */
  tongues?: Readonly<Record<string, Tongue>>;
}

type Said = { [A in Attribute]: CodeOf<A> };

export interface Person extends Said {
  username: string;
  email: string;
  gender: Gender;
  looking_for: Gender;
  birth_date: string;
  country: CountryCode;
  region: string;
  city: string;
  height: number;
  languages: Spoken[];
  interests: Interest[];
  about: string;
  prompts: PromptAnswer[];
  last_active_at: number;
  created_at: number;
  look: PortraitSpec;
  photos: Picture[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The largest town of each region counts three times. */
const TOWNS = new Map(
  Object.entries(PLACES).map(([country, { regions }]) => [
    country,
    regions.flatMap((region) =>
      region.towns.flatMap(
        (town, i) => Array(i === 0 ? 3 : 1).fill({ region: region.code, city: town.name }) as { region: string; city: string }[],
      ),
    ),
  ]),
);

const EXPLICIT = new Set<Interest>([
  "analsex",
  "bondage",
  "exchanging_pictures",
  "masturbating",
  "one_night_stand",
  "oral_sex",
  "public_sex",
  "sadomasochism",
  "sex",
  "sex_toys",
  "threesome",
]);
const INTIMATE = new Set<Interest>(["hugging", "kissing", "lingerie", "massages", "relationship", "safe_sex"]);

/** Repeats interests by weight: a draw is faster than weighing fifty of them. */
function interestBag(niche: number): Interest[] {
  const kink = new Set<Interest>(niche === 3 ? ["bondage", "sadomasochism", "lingerie", "sex_toys"] : []);
  return INTERESTS.flatMap((interest) =>
    Array<Interest>(kink.has(interest) ? 24 : EXPLICIT.has(interest) ? 1 : INTIMATE.has(interest) ? 6 : 16).fill(interest),
  );
}
const BAGS = Array.from({ length: 8 }, (_, niche) => interestBag(niche));

const AGES: readonly (readonly [readonly [number, number], number])[] = [
  [[18, 21], 8],
  [[22, 25], 15],
  [[26, 30], 20],
  [[31, 35], 17],
  [[36, 40], 13],
  [[41, 45], 10],
  [[46, 50], 8],
  [[51, 58], 6],
  [[59, 66], 3],
  [[67, 75], 1.5],
];

function drawAge(random: Random, niche: number, gender: Gender): number {
  if (niche === 6 && gender === "female") return random.int(32, 52);
  if (niche === 5 && gender === "female") return random.int(52, 75);
  const [min, max] = random.weighted(AGES);
  return random.int(min, max);
}

/** Never on the day of `now`: 29 February could make the person a year younger. */
function birthDate(random: Random, age: number, now: number): string {
  const today = new Date(now);
  return new Date(Date.UTC(today.getUTCFullYear() - age, today.getUTCMonth(), today.getUTCDate() - random.int(1, 364)))
    .toISOString()
    .slice(0, 10);
}

function drawHeart(
  random: Random,
  { niche, only = null }: PersonOptions,
): { gender: Gender; sexuality: CodeOf<"sexuality">; looking_for: Gender } {
  const isForOne = niche === 7 || only !== null;
  const drawn: Gender = niche === 7 ? (random.chance(0.88) ? "male" : "female") : random.chance(0.5) ? "female" : "male";
  const gender = only ?? drawn;
  const other: Gender = gender === "male" ? "female" : "male";
  const kind = isForOne
    ? random.weighted([
        ["same", 80],
        ["bi", 20],
      ])
    : random.weighted([
        ["other", 87],
        ["bi", 8],
        ["same", 5],
      ]);
  if (kind === "other") return { gender, sexuality: "hetero", looking_for: other };
  if (kind === "same") return { gender, sexuality: gender === "male" ? "gay" : "lesbian", looking_for: gender };
  return { gender, sexuality: "bi", looking_for: isForOne || random.chance(0.5) ? gender : other };
}

function drawTimes(random: Random, now: number): { last_active_at: number; created_at: number } {
  const [from, to] = random.weighted<readonly [number, number]>([
    [[0, 15 * MINUTE], 5],
    [[15 * MINUTE, 4 * HOUR], 12],
    [[4 * HOUR, 2 * DAY], 28],
    [[2 * DAY, 14 * DAY], 32],
    [[14 * DAY, 45 * DAY], 17],
    [[45 * DAY, 150 * DAY], 6],
  ]);
  const last_active_at = Math.round(now - from - random.next() * (to - from));
  return { last_active_at, created_at: Math.round(last_active_at - HOUR - random.next() ** 2 * 720 * DAY) };
}

function drawInterests(random: Random, niche: number): Interest[] {
  const bag = BAGS[niche] as Interest[];
  const wanted = random.int(2, 8);
  const found = new Set<Interest>();
  while (found.size < wanted) found.add(random.pick(bag));
  return [...found];
}

/** People of a seed with a plain name; later ones have a handle. */
const NAMED = 2000;
const named = new Map<string, (string | null)[]>();

/** So that a search in the countries of the demo's logins and niches finds a page of people. */
const WEIGHTS: Partial<Record<CountryCode, number>> = { NL: 5, DE: 3, BE: 2, GB: 2 };

/** By seed, countries and niche: later people must know the names of all earlier ones. */
function plainName(index: number, options: PersonOptions): string | null {
  if (index >= NAMED) return null;
  const key = JSON.stringify([options.seed, options.countries, options.niche, options.only]);
  let names = named.get(key);
  if (!names) {
    const people = Array.from({ length: NAMED }, (_, i) => drawBasics(createRandom(options.seed, i), options));
    names = plainNames(
      people,
      DEMO_LOGINS.map(({ name }) => name),
    );
    named.set(key, names);
  }
  return names[index] ?? null;
}

/** The first draws of a person. @throws Error when no country has places */
function drawBasics(random: Random, options: PersonOptions) {
  const { countries, niche } = options;
  const known = countries.filter(isCountry);
  if (known.length === 0) throw new Error(`no country with places among: ${countries.join(", ")}`);
  const country = random.weighted(known.map((one) => [one, WEIGHTS[one] ?? 1]));
  const { region, city } = random.pick(TOWNS.get(country) ?? []);
  const heart = drawHeart(random, options);
  const age = drawAge(random, niche, heart.gender);
  const portrait = drawPortrait(random, heart.gender, ageGroup(age), niche);
  const family = familyOf(country, region);
  return { country, region, city, heart, age, portrait, family, first: random.pick(FIRST_NAMES[family][heart.gender]) };
}

/** Deterministic by index, seed, countries and niche; only dates follow `now`. @throws Error if no country has places */
export function person(index: number, options: PersonOptions): Person {
  const { seed, now, niche, questions = [] } = options;
  const random = createRandom(seed, index);
  const { country, region, city, heart, age, portrait, family, first } = drawBasics(random, options);
  const { gender } = heart;
  const look = lookOf(portrait, index, options);
  const tongue = options.tongues?.[country] ?? tongueOf(family);
  const handle = username(random, index, tongue, first);
  const name = plainName(index, options) ?? handle;
  const relationship = random.weighted<Person["relationship"]>([
    ["single", 62],
    ["divorced", age > 33 ? 16 : 1],
    ["widowed", age > 55 ? 12 : 0.3],
    ["open", 5],
    ["complicated", 5],
    ["in_a_relationship", 4],
    ["married", age > 28 ? 4 : 1],
  ]);
  const coupled = relationship === "open" || relationship === "married" || relationship === "in_a_relationship";
  const reason = random.weighted<Person["reason"]>(
    coupled
      ? [
          ["chat", 4],
          ["flirt", 4],
          ["casual", 3],
          ["friends", 3],
          ["swap", 2],
        ]
      : [
          ["relationship", 34],
          ["chat", 18],
          ["flirt", 16],
          ["friends", 16],
          ["casual", 14],
        ],
  );
  const interests = drawInterests(random, niche);
  return {
    username: name,
    email: `${name.toLowerCase()}@example.${random.pick(["com", "org", "net"])}`,
    ...heart,
    birth_date: birthDate(random, age, now),
    country,
    region,
    city,
    hair: look.hair,
    eyes: look.eyes,
    body: niche === 4 && gender === "female" && look.body !== "curvy" ? "full" : look.body,
    relationship,
    tattoos: look.tattoos,
    reason,
    interests,
    about: aboutText(random, tongue, city, interests, reason),
    ...drawTimes(random, now),
    look,
    photos: drawPhotos(random, look, interests),
    prompts: drawPrompts(random, tongue, questions),
    // The last draw: what was drawn before stays as it is.
    smoking: random.weighted<Person["smoking"]>([
      ["never", 6],
      ["sometimes", 3],
      ["often", 1],
    ]),
    ...drawFacts(random, { age, gender, country, tongue }),
  };
}

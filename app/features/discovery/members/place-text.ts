import { typedLine } from "#worker/platform/typed.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";

export interface Place {
  text: string;
  region: string;
  city: string;
}

/** Suggestions of the place field: each region, then its towns. */
export function placesOf(regions: readonly Region[]): Place[] {
  return regions.flatMap(({ code, name, cities }) => [
    { text: name, region: code, city: "" },
    ...cities.map((city) => ({ text: placeText(city, name), region: code, city })),
  ]);
}

export function placeText(city: string | null, region: string): string {
  return city ? `${city}, ${region}` : region;
}

/** The place of a typed name or its beginning. Null if it fits none, or more than one. */
export function placeIn(typed: string, regions: readonly Region[]): Omit<Place, "text"> | null {
  if (typedLine(typed) === "") return { region: "", city: "" };
  const [found, another] = fitting(typed, regions).certain;
  return found && !another ? { region: found.region, city: found.city } : null;
}

const MOST_OFFERS = 8;

/** What a name may mean that is not clear. Empty for one that fits nothing, or too much. */
export function placeOffers(typed: string, regions: readonly Region[]): Place[] {
  const { certain, possible } = fitting(typed, regions);
  if (certain.length === 1) return [];
  const offers = certain.length > 0 ? certain : possible;
  return offers.length > MOST_OFFERS ? [] : offers;
}

/** Shorter beginnings fit one place by chance. */
const SHORTEST = 3;

/** Of the ways to read a name the first that fits decides. `possible`: "Bergen" need not mean Bergen op Zoom. */
function fitting(typed: string, regions: readonly Region[]): { certain: Place[]; possible: Place[] } {
  const words = wordsOf(typed);
  if (words.length === 0) return { certain: [], possible: [] };
  const places = placesOf(regions).map((place) => ({ place, names: namesOf(place) }));
  const those = (fits: (name: string) => boolean) =>
    townsFirst(places.filter(({ names }) => names.some(fits)).map(({ place }) => place));
  const key = OTHER_NAMES[words.join("")] ?? words.join("");
  const bare = bareOf(words).join("");
  const isLong = (typed.match(/\p{L}/gu)?.length ?? 0) >= SHORTEST;
  const ways = [
    (name: string) => wordsOf(name).join("") === key,
    (name: string) => bareOf(wordsOf(name)).join("") === bare,
    (name: string) => bareOf(wordsOf(name.replace(QUALIFIER, ""))).join("") === bare,
    (name: string) => isLong && (endsWithin(wordsOf(name), key) || endsWithin(bareOf(wordsOf(name)), bare)),
  ];
  for (const way of ways) {
    const certain = those(way);
    if (certain.length > 0) return { certain, possible: [] };
  }
  return { certain: [], possible: those((name) => holdsAtEdge(bareOf(wordsOf(name)), bare)) };
}

function townsFirst(places: Place[]): Place[] {
  const towns = places.filter(({ city }) => city !== "");
  return towns.length > 0 ? towns : places;
}

/** Both names of Biel/Bienne, alone and with the region. */
function namesOf({ city, text }: Place): string[] {
  if (city === "") return [text];
  const names = [city, ...(city.includes("/") ? city.split("/") : [])];
  return names.flatMap((name) => [name, text.replace(city, name)]);
}

/** Names that share no letters with the listed ones. */
const OTHER_NAMES: Record<string, string> = { denbosch: "shertogenbosch", sgravenhage: "denhag" };

/** Additions that distinguish towns of one name. Residents leave them out. */
const QUALIFIER = /\s*\([^)]*\)|\s(?:am|im|an|in|i|aan|upon)\s[^,]*/;

const ARTICLES = new Set("a d de den el het il l la las le les lo los s t the".split(" "));
const LINKS = new Set(
  [...ARTICLES].concat("aan am an da del della der di do du em en et i im in nell of on op sous sur under und upon y".split(" ")),
);

/** Without articles and the small words between: "Frankfurt/Oder" is "Frankfurt an der Oder". */
function bareOf(words: string[]): string[] {
  const [first = "", ...rest] = words;
  const own = rest.filter((word) => !LINKS.has(word));
  return ARTICLES.has(first) && own.length > 0 ? own : [first, ...own];
}

/** `beginning` is one of the joined words that ends inside a word. */
function endsWithin(words: string[], beginning: string): boolean {
  if (!words.join("").startsWith(beginning)) return false;
  let end = 0;
  for (const word of words) if ((end += word.length) === beginning.length) return false;
  return true;
}

function holdsAtEdge(words: string[], joined: string): boolean {
  return words.some((_, at) => words.slice(0, at).join("") === joined || words.slice(at).join("") === joined);
}

/** Letters that Unicode does not decompose. */
const WHOLE: Record<string, string> = { ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", ß: "ss" };

/** Compared words: without case and accents, each umlaut and its spelling by two letters as one letter. */
function wordsOf(text: string): string[] {
  return typedLine(text)
    .toLowerCase()
    .replace(/[øłđæœß]/g, (letter) => WHOLE[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .split(/[^\p{Ll}\p{Lo}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) =>
      word
        .replace(/^(?:saint|sankt|sint)/, "st")
        .replace(/^ft$/, "fort")
        .replace(/([aou])e|aa/g, (pair) => pair[0] ?? ""),
    );
}

import type { Attribute, CodeOf } from "#db/schema/attribute-table.ts";
import type { Gender } from "#db/schema/attributes.ts";
import type { Spoken } from "#db/schema/spoken.ts";
import type { Random } from "#demo/random.ts";

interface Who {
  age: number;
  gender: Gender;
  country: string;
  tongue: Spoken;
}

/** Languages of a country, beside the one that its people write here. */
const LANGUAGES_OF: Record<string, readonly Spoken[]> = {
  ...{ BE: ["nl", "fr"], CH: ["de", "fr"], LU: ["fr", "de"], FI: ["fi", "sv"], ES: ["es", "ca"] },
  ...{ FR: ["fr"], IT: ["it"], PL: ["pl"], SE: ["sv"], NO: ["no"], DK: ["da"], PT: ["pt"] },
};

/** In cm: the mean of two draws is near to the middle. */
function drawHeight(random: Random, gender: Gender): number {
  const [from, to] = gender === "male" ? [166, 198] : [154, 184];
  return Math.round((random.int(from, to) + random.int(from, to)) / 2);
}

function drawLanguages(random: Random, { country, tongue }: Who): Spoken[] {
  const own: Spoken[] = [tongue, ...(LANGUAGES_OF[country] ?? []).slice(0, random.int(1, 2))];
  if (random.chance(0.8)) own.push("en");
  if (random.chance(0.3)) own.push(random.pick(["de", "es", "fr", "it", "pl", "tr"]));
  return [...new Set(own)];
}

type Facts = { [A in Exclude<Attribute, "smoking" | Asked>]: CodeOf<A> } & { height: number; languages: Spoken[] };
/** Drawn together with the picture or the wishes of a person. */
type Asked = "sexuality" | "hair" | "eyes" | "body" | "relationship" | "tattoos" | "reason";

/** What came after the first attributes, as people of this age usually say it. */
export function drawFacts(random: Random, who: Who): Facts {
  const { age } = who;
  const grown = age > 48;
  const children = random.weighted<Facts["children"]>([
    ["none", age < 30 ? 12 : 4],
    ["at_home", age < 26 || grown ? 1 : 5],
    ["elsewhere", grown ? 8 : 1],
  ]);
  return {
    children,
    wants_children: random.weighted<Facts["wants_children"]>([
      ["yes", grown ? 0.2 : 5],
      ["maybe", grown ? 1 : 4],
      ["no", grown || children !== "none" ? 9 : 2],
    ]),
    drinking: random.weighted<Facts["drinking"]>([
      ["never", 2],
      ["sometimes", 7],
      ["often", 1],
    ]),
    education: random.weighted<Facts["education"]>([
      ["school", 3],
      ["vocational", 4],
      ["bachelor", age < 21 ? 0.2 : 4],
      ["master", age < 24 ? 0.2 : 3],
      ["doctorate", age < 28 ? 0.1 : 0.6],
    ]),
    work: random.weighted<Facts["work"]>([
      ["employed", age < 66 ? 12 : 1],
      ["self_employed", age > 24 ? 3 : 1],
      ["studies", age < 27 ? 8 : 0.2],
      ["household", 0.6],
      ["looking", 0.8],
      ["retired", age > 63 ? 20 : 0.01],
    ]),
    pets: random.weighted<Facts["pets"]>([
      ["none", 6],
      ["dog", 3],
      ["cat", 3],
      ["several", 1],
      ["other", 0.6],
    ]),
    sport: random.weighted<Facts["sport"]>([
      ["never", 1],
      ["sometimes", 4],
      ["weekly", 5],
      ["daily", 1.5],
    ]),
    religion: random.weighted<Facts["religion"]>([
      ["none", 10],
      ["christian", 6],
      ["muslim", 1.2],
      ["jewish", 0.2],
      ["hindu", 0.2],
      ["buddhist", 0.4],
      ["spiritual", 2],
      ["other", 0.3],
    ]),
    diet: random.weighted<Facts["diet"]>([
      ["everything", 12],
      ["vegetarian", 3],
      ["vegan", 1.2],
      ["halal", 0.8],
      ["kosher", 0.1],
      ["other", 0.6],
    ]),
    height: drawHeight(random, who.gender),
    languages: drawLanguages(random, who),
  };
}

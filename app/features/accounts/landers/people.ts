import type { Gender } from "#db/schema/attributes.ts";
import type { Interest } from "#db/schema/interests.ts";
import { faceOf, type NichePrefix } from "#worker/sites/domains/niches.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** An invented, drawn person for landing pages; no profile exists. */
export interface LanderPerson {
  name: string;
  age: number;
  gender: Gender;
  interests: readonly [Interest, Interest, Interest];
  /** Number of the portrait in `demo` to draw (tools/pictures/lander-pictures.ts). */
  portrait: number;
}

const person = (name: string, age: number, gender: Gender, portrait: number, ...interests: LanderPerson["interests"]) => ({
  name,
  age,
  gender,
  interests,
  portrait,
});

export const LANDER_PEOPLE: readonly LanderPerson[] = [
  person("Mila", 27, "female", 136, "dancing", "art", "coffee"),
  person("Noor", 26, "female", 128, "music", "tattoos", "video_games"),
  person("Ida", 28, "female", 64, "tea", "photography", "hiking"),
  person("Elin", 25, "female", 68, "fashion", "party", "travelling"),
  person("Romy", 29, "female", 106, "foodie", "beach", "movies"),
  person("Ayo", 34, "female", 80, "dancing", "cooking", "outdoors"),
  person("Mei", 33, "female", 130, "reading", "sushi", "theater"),
  person("Jo", 35, "female", 66, "animals", "wine", "massages"),
  person("Amara", 36, "female", 144, "coffee", "music", "art"),
  person("Ines", 37, "female", 84, "reading", "politics", "wine"),
  person("Hanna", 38, "female", 14, "gardening", "hugging", "bbq"),
  person("Luz", 39, "female", 108, "gym", "beach", "dancing"),
  person("Clara", 41, "female", 74, "art", "cooking", "astrology"),
  person("Vera", 49, "female", 22, "hiking", "wine", "theater"),
  person("Nadia", 51, "female", 122, "shopping", "travelling", "kissing"),
  person("Ruth", 52, "female", 110, "biking", "photography", "foodie"),
  person("Greta", 55, "female", 54, "animals", "music", "movies"),
  person("Leila", 61, "female", 86, "cooking", "dancing", "tea"),
  person("Maud", 63, "female", 35, "reading", "gardening", "travelling"),
  person("Astrid", 66, "female", 132, "art", "wine", "outdoors"),
  person("Iris", 68, "female", 100, "coffee", "theater", "hugging"),
  person("Leo", 26, "male", 117, "party", "music", "sports"),
  person("Omar", 27, "male", 63, "cooking", "gym", "movies"),
  person("Tom", 28, "male", 65, "reading", "biking", "beer"),
  person("Finn", 29, "male", 141, "hiking", "bbq", "animals"),
  person("Dion", 33, "male", 135, "photography", "coffee", "dancing"),
  person("Malik", 35, "male", 69, "foodie", "travelling", "sports"),
  person("Nils", 37, "male", 139, "music", "video_games", "sushi"),
  person("Kofi", 42, "male", 67, "outdoors", "massages", "cooking"),
  person("Bruno", 44, "male", 89, "wine", "hugging", "bbq"),
  person("Samir", 49, "male", 133, "theater", "cooking", "adventure"),
  person("Ewan", 53, "male", 31, "biking", "beer", "music"),
  person("Rolf", 57, "male", 121, "gardening", "art", "coffee"),
  person("Jan", 64, "male", 125, "reading", "travelling", "wine"),
  person("Cesar", 66, "male", 129, "dancing", "outdoors", "kissing"),
];

/** Who is drawn to the waist too, with the pose of both arms; the first ones of each cast. */
export const FIGURES = {
  Mila: ["relaxed", "hip"],
  Omar: ["cup", "relaxed"],
  Clara: ["hip", "relaxed"],
  Malik: ["pocket", "relaxed"],
  Amara: ["hip", "relaxed"],
  Elin: ["hair", "relaxed"],
  Noor: ["relaxed", "hip"],
  Bruno: ["relaxed", "pocket"],
  Romy: ["hip", "relaxed"],
  Hanna: ["relaxed", "cup"],
  Jo: ["hair", "hip"],
  Iris: ["relaxed", "cup"],
  Jan: ["pocket", "relaxed"],
  Vera: ["hip", "relaxed"],
  Samir: ["pocket", "relaxed"],
  Finn: ["relaxed", "hip"],
} as const satisfies Partial<Record<string, readonly [string, string]>>;

/** People per niche in order of priority: small layouts show only the first ones. */
const SHOWN: Record<NichePrefix, string> = {
  none: "Mila Omar Clara Malik Amara Finn Romy Kofi Vera Ewan Elin Leo",
  she: "Amara Elin Vera Malik Mei Noor Luz Tom Ayo Ruth Kofi Ida",
  bdsm: "Noor Bruno Ines Dion Vera Samir Ayo Nils Nadia Malik Clara Rolf",
  bbw: "Romy Bruno Hanna Jo Ines Finn Ruth Nadia Ewan Vera Rolf Astrid",
  gilf: "Iris Jan Maud Cesar Astrid Rolf Leila Ewan Greta Samir Ruth Bruno",
  milf: "Vera Samir Nadia Clara Malik Ruth Luz Ewan Greta Finn Hanna Kofi",
  gay: "Malik Finn Leo Samir Omar Bruno Dion Ewan Tom Kofi Nils Jan",
};

/** Twelve people of the site's genders; the cast comes first. */
export function peopleOf(settings: Pick<Settings, "niche" | "face" | "genders">): LanderPerson[] {
  const cast = SHOWN[faceOf(settings).cast].split(" ");
  const first = cast.flatMap((name) => LANDER_PEOPLE.filter((one) => one.name === name));
  const all = new Set([...first, ...LANDER_PEOPLE]);
  return [...all].filter(({ gender }) => settings.genders.includes(gender)).slice(0, first.length);
}

export function portraitOf({ name }: LanderPerson): string {
  return `/landers/${name.toLowerCase()}.svg`;
}

/** To the waist and turned to the right, where it is drawn; else the portrait. */
export function figureOf(person: LanderPerson): string {
  return person.name in FIGURES ? `/landers/${person.name.toLowerCase()}-figure.svg` : portraitOf(person);
}

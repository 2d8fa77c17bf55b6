import type { Random } from "#demo/random.ts";
import type { Tongue } from "./phrases.ts";

const split = (text: string) => text.trim().split(/\s+/);

/** Invariant: no word ends in another one, in any language. `username` relies on it for uniqueness. */
export const HANDLE_WORDS: Record<"en" | "nl" | "de", readonly string[]> = {
  en: split(`
    sky rain river cloud ocean summer winter spring autumn sunset coffee cocoa honey maple cedar willow daisy poppy
    robin falcon otter fox bear tiger panda koala zebra jazz blues disco tango vinyl piano banjo drums novel poem
    story comet galaxy orbit lunar solar pixel amber coral ruby opal silver indigo violet cherry peach mango lemon
    olive basil ginger pepper waffle pancake cookie muffin picnic travel nomad hiker runner surfer dancer dreamer
    smiles wonder magic breeze meadow forest valley canyon harbor island lagoon desert prairie sunny lucky breezy
    cosy vivid zesty gentle mellow
  `),
  nl: split(`
    zee wolk duin strand storm zomer herfst lentezon vuur vlam druppel regen zonnetje maan ster vlinder hert vos uil
    eend kikker tulp roosje madelief klaver bloem appel kers citroen munt kaneel stroop koffie thee taart drop fiets
    wandel zwerver dromer danser lezer kokkie bakker muziek liedje viool gitaar boek verhaal rijm reis kompas kajuit
    zeil molen gracht brug polder weide bosrand heuvel eiland haven vuurtoren lach knipoog geluk avontuur vrijheid
    plezier gezellig rustig spontaan vrolijk lekkerbek buiten dorp stadse
  `),
  de: split(`
    meer wolke wind sturm sommer herbst funke licht regenbogen sonne mond stern falter igel fuchs eule ente frosch
    tulpe rose mohn klee blume apfel kirsche zitrone minze zimt honig kaffee tee kuchen brezel radler wandern pilger
    tanz leser koch backen musik lied geige gitarre buch gedicht reise anker segel garten wiese wald heide insel
    hafen lachen zwinkern zauber abenteuer freiheit funkel herzlich ruhig spontan munter freudig berg gipfel almhut
    bach tal quelle kiesel muschel feder laterne drachen ballon kirmes wolle
  `),
};

/** The index decides word and number, and the end of the name reveals both: no two indexes collide. */
export function username(random: Random, index: number, tongue: Tongue, first: string): string {
  const words = HANDLE_WORDS[tongue];
  const round = Math.floor(index / words.length);
  // Rounds 1 to 90 become 10 to 99 in a mixed order; later ones continue from 100.
  const number = round === 0 ? "" : round <= 90 ? String(10 + ((round * 37) % 90)) : String(round + 9);
  const word = words[index % words.length] as string;
  const joint = random.weighted([
    ["_", 4],
    ["-", 3],
    ["", 3],
  ]);
  const name = first.slice(0, 20 - joint.length - word.length - number.length);
  const tail =
    joint === "" ? word[0]?.toUpperCase() + word.slice(1) : random.chance(0.3) ? word[0]?.toUpperCase() + word.slice(1) : word;
  return (random.chance(0.35) && joint !== "" ? name.toLowerCase() : name) + joint + tail + number;
}

/** Characters of the shortest allowed username. */
const SHORTEST = 3;

const INITIALS = [..."BVMSDHKJRWPLGTNFC"];

/** Plain names for a seed's first people, with an initial if taken. They never equal a result of `username`. */
export function plainNames(people: readonly { first: string; age: number }[], reserved: readonly string[]): (string | null)[] {
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  return people.map(({ first, age }) => {
    const from = age % INITIALS.length;
    const initials = [...INITIALS.slice(from), ...INITIALS.slice(0, from)];
    const names = [first, ...initials.map((letter) => first + letter), ...initials.map((letter) => `${first}.${letter}`)];
    const free = names.find((name) => name.length >= SHORTEST && name.length <= 20 && !taken.has(name.toLowerCase()));
    if (!free) return null;
    taken.add(free.toLowerCase());
    return free;
  });
}

import type { Random } from "./random.ts";

const TEMPLATES = [
  "Hi NAME, you look so lovely in your photos. I am hardly ever here, write to me on my other page, it is free for you",
  "Hello NAME, I made a lot of money with coins this year and would love to show you how. Ask me and I send you the address",
  "Hallo NAME, dein Profil gefällt mir sehr. Hier bin ich nur selten, schreib mir doch bitte auf meiner anderen Seite",
  "Bonjour NAME, je suis rarement ici mais ton sourire m'a plu. Viens me parler sur mon autre page, c'est gratuit pour toi",
  "Hola NAME, me encanta tu sonrisa. Casi nunca entro aquí, escríbeme en mi otra página y te mando más fotos mías",
  "Cześć NAME, bardzo podobają mi się twoje zdjęcia. Rzadko tu zaglądam, napisz do mnie na mojej drugiej stronie",
] as const;

const SMILES = ["😘", "❤️", "🔥", "👩‍❤️‍👨", ":-)", "<3", "!!", "…", "~"];
const TAILS = ["kisses", "see you", "xoxo", "ciao", "Anna", "ok", "promise", "today", "zzz", "hugs"];
/** Letters of other alphabets that look the same. */
const TWINS = new Map([..."aeopcxis"].map((letter, index) => [letter, [..."аеорсхіѕ"][index] as string]));
const DIGITS = new Map([..."oieast"].map((letter, index) => [letter, "013457"[index] as string]));
/** They show nothing. */
const INVISIBLE = ["\u200b", "\u200d", "\u2060", "\u00ad", "\ufe0f"];

type Vary = (text: string, random: Random) => string;

const someLetters = (text: string, random: Random, share: number, change: (letter: string) => string): string =>
  [...text].map((letter) => (/\p{L}/u.test(letter) && random.below(100) < share ? change(letter) : letter)).join("");
const someWords = (text: string, random: Random, change: (word: string) => string): string => {
  const words = text.split(/(\s+)/);
  const at = 2 * random.below(Math.ceil(words.length / 2));
  return words.map((word, index) => (index === at ? change(word) : word)).join("");
};

/** What a spammer does to the letters and signs. */
const DISGUISES: Record<string, Vary> = {
  "a number": (text, random) => `${random.below(100_000)} ${text} ${random.below(1000)}`,
  smiles: (text, random) => text.replaceAll(" ", () => (random.below(4) === 0 ? ` ${random.pick(SMILES)} ` : " ")),
  "upper case": (text, random) => someLetters(text, random, 40, (letter) => letter.toUpperCase()),
  "doubled letters": (text, random) => someLetters(text, random, 15, (letter) => letter.repeat(2 + random.below(3))),
  "other alphabets": (text, random) => someLetters(text, random, 50, (letter) => TWINS.get(letter) ?? letter),
  "digits for letters": (text, random) => someLetters(text, random, 50, (letter) => DIGITS.get(letter) ?? letter),
  "full-width letters": (text, random) =>
    someLetters(text, random, 50, (letter) =>
      /[a-z]/i.test(letter) ? String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0) : letter,
    ),
  "invisible characters": (text, random) => someLetters(text, random, 25, (letter) => letter + random.pick(INVISIBLE)),
  "letters apart": (text, random) => someLetters(text, random, 25, (letter) => letter + random.pick([" ", ".", "-", "_"])),
  accents: (text, random) =>
    someLetters(text, random, 25, (letter) => letter + random.pick(["\u0301", "\u0308", "\u0323", "\u0336"])),
  "other spaces": (text, random) => text.replaceAll(" ", () => random.pick([" ", "  ", "\n", "\u00a0", "\u2003"])),
};

/** What one does to the words. */
const EDITS: Record<string, Vary> = {
  none: (text) => text,
  "an appended word": (text, random) => `${text} ${random.pick(TAILS)} ${random.id(4)}`,
  "a word in front": (text, random) => `${random.pick(TAILS)}, ${text}`,
  "a word left out": (text, random) => someWords(text, random, () => ""),
  "a word replaced": (text, random) => someWords(text, random, () => random.pick(TAILS)),
  "a typing error": (text, random) => someWords(text, random, (word) => word.slice(0, -2) + word.slice(-1)),
  "sentences swapped": (text) =>
    text
      .split(/(?<=\.) /)
      .toReversed()
      .join(" "),
};

export const WAYS = Object.keys(DISGUISES).length + Object.keys(EDITS).length;

/** What a spammer sends to a receiver: a template with one edit and up to two disguises. */
export function spamTo(receiver: string, template: number, random: Random): { text: string; ways: string[] } {
  const edit = random.pick(Object.keys(EDITS));
  const disguises = random.shuffled(Object.keys(DISGUISES)).slice(0, random.below(3));
  const plain = (TEMPLATES[template % TEMPLATES.length] as string).replace("NAME", receiver);
  const edited = (EDITS[edit] as Vary)(plain, random);
  return {
    text: disguises.reduce((text, way) => (DISGUISES[way] as Vary)(text, random), edited),
    ways: [edit, ...disguises],
  };
}

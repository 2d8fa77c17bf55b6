import { z } from "zod";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { cleanLine } from "#worker/platform/text.ts";
import { paymentMethodSchema } from "#worker/sites/domains/method-id.vocabulary.ts";
import { withTexts } from "./field-texts.vocabulary.ts";

export const LANDERS = [
  "alonetonight",
  "collagelanding",
  "gallery",
  "iconslanding",
  "maplanding",
  "socialnetwork",
  "tinderswipe",
  "transitionsvideolanding",
  "video",
] as const;
export type LanderName = (typeof LANDERS)[number];

export type OwnText = Partial<Record<Language, string>>;

/** Stands for the town or region of a lander's address. */
const PLACE = "{{place}}";

const line = (length: number) =>
  z
    .string()
    .min(1)
    .max(length)
    .refine((text) => cleanLine(text) === text, "one line, without control characters or blanks at its ends");
/** A text of a niche in its languages. Any placeholder would stay as it is written. */
export const ownText = (length: number) =>
  z.partialRecord(
    z.enum(LANGUAGES),
    line(length).refine((text) => !text.includes("{{"), "takes no placeholder"),
  );
const placeText = z.partialRecord(
  z.enum(LANGUAGES),
  line(90).refine((text) => text.split("{{").length === 2 && text.includes(PLACE), `names the place once, as ${PLACE}`),
);

const question = z.strictObject(
  withTexts(
    { question: ownText(140), answer: ownText(700) },
    {
      question: ["The question, by language.", { en: "Do I need to be a climber?" }],
      answer: ["Its answer, by language.", { en: "No. Half of us only walk up for the cake." }],
    },
  ),
);

const lander = z.strictObject(
  withTexts(
    { title: ownText(90), here: placeText.optional(), text: ownText(240).optional() },
    {
      title: ["Headline of the landing page, by language.", { en: "Alone at the summit?" }],
      here: ["Its headline where the address names a town or region.", { en: "Alone on a summit near {{place}}?" }],
      text: ["The sentence below; without it, ours.", { en: "Somebody is lacing their boots right now." }],
    },
  ),
);

const paymentMethod = z.strictObject(
  withTexts(
    { name: ownText(40), how: ownText(140).optional() },
    {
      name: ["What the method is called, by language.", { en: "Bancontact", nl: "Bancontact" }],
      how: ["How one pays by it; without it, that the next page asks.", { en: "You scan a code with your bank's app." }],
    },
  ),
);

export const wordsSchema = z.strictObject(
  withTexts(
    {
      $schema: z.string().optional(),
      title: ownText(90).optional(),
      tagline: ownText(240).optional(),
      points: z.array(ownText(80)).max(3).default([]),
      picture: ownText(160).optional(),
      faq: z.array(question).max(10).default([]),
      landers: z.partialRecord(z.enum(LANDERS), lander).default({}),
      payment_methods: z.record(paymentMethodSchema, paymentMethod).default({}),
    },
    {
      $schema: ["The schema by which an editor completes this file.", "../schema.json#/properties/words"],
      title: ["Title of the front page, by language; it replaces `index_title`.", { en: "Love above the tree line" }],
      tagline: ["What the site is, by language; it replaces `description`.", { en: "Dating for people who love the mountains." }],
      points: ["Up to three lines under the front page's title, before our own.", [{ en: "Tours to join every weekend" }]],
      picture: ["What the hero picture shows, for those who do not see it.", { en: "Two hikers at a summit cross" }],
      faq: [
        "Questions that follow ours on the front page and on /faq.",
        [{ question: { en: "Where?" }, answer: { en: "Here." } }],
      ],
      landers: ["Words of single landing pages.", { alonetonight: { title: { en: "Alone at the summit?" } } }],
      payment_methods: ["Names of payment methods that we have no texts for.", { bancontact: { name: { en: "Bancontact" } } }],
    },
  ),
);
export type Words = z.output<typeof wordsSchema>;
type Path = (string | number)[];

/** Each text has all languages of the site, and no other. Words that break the schema are read as far as they can be. */
export function wordProblems(words: unknown, languages: readonly Language[]): { path: Path; message: string }[] {
  return textsOf(words).flatMap(({ path, value }) => textProblems(path, value, languages));
}

export function textProblems(path: Path, text: unknown, languages: readonly Language[]): { path: Path; message: string }[] {
  if (typeof text !== "object" || text === null || Array.isArray(text)) return [];
  const missing = languages.filter((tag) => !(tag in text));
  const foreign = LANGUAGES.filter((tag) => tag in text && !languages.includes(tag));
  return [
    ...missing.map((tag) => ({ path: [...path, tag], message: `is missing: the site speaks ${tag} too` })),
    ...foreign.map((tag) => ({ path: [...path, tag], message: `is a language that the site does not speak` })),
  ];
}

export interface Part {
  path: Path;
  value: unknown;
}

function textsOf(words: unknown): Part[] {
  const parts = partsOf({ path: [], value: words });
  const of = (...names: string[]) => parts.filter(({ path: [name = ""] }) => names.includes(String(name)));
  const inner = of("faq", "landers", "payment_methods").flatMap(partsOf).flatMap(partsOf);
  return [...of("title", "tagline", "picture"), ...of("points").flatMap(partsOf), ...inner.filter(isText)];
}

export function partsOf({ path, value }: Part): Part[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([name, part]) => ({
    path: [...path, Array.isArray(value) ? Number(name) : name],
    value: part,
  }));
}

/** An unknown name is a mistake of its own. */
function isText({ path }: Part): boolean {
  return ["question", "answer", "title", "here", "text", "name", "how"].includes(String(path.at(-1)));
}

export function withPlace(text: string, place: string): string {
  return text.replace(PLACE, () => place);
}

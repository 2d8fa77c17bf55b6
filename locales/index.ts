import rosetta from "rosetta";
import en from "./en.json" with { type: "json" };
import { bentName } from "./finnish.ts";
import { LANGUAGES, type Language } from "./languages.ts";

/** A text, or its plural forms (Unicode CLDR) chosen by the parameter `count`. */
type Plural = { other: string; one?: string; few?: string; many?: string };
type Leaves<T, P extends string = ""> = T extends string | Plural
  ? P
  : { [K in keyof T & string]: Leaves<T[K], P extends "" ? K : `${P}.${K}`> }[keyof T & string];

export type Key = Leaves<typeof en>;
/** Values of `{{name}}` placeholders; `npm run check` compares them across languages. */
type Values = Record<string, string | number>;

export interface Translate {
  (key: Key, values?: Values): string;
  language: Language;
  /** True if the catalogue has the key; for keys built from data. */
  has(key: string): key is Key;
  /** All plural forms of a text, for islands that count in the browser. */
  forms(key: Key): Record<string, string>;
}

type Catalogue = Record<string, unknown>;

// English is the fallback and bundled; the others load on demand.
const LOADERS: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  da: () => import("./da.json", { with: { type: "json" } }),
  de: () => import("./de.json", { with: { type: "json" } }),
  es: () => import("./es.json", { with: { type: "json" } }),
  fi: () => import("./fi.json", { with: { type: "json" } }),
  fr: () => import("./fr.json", { with: { type: "json" } }),
  it: () => import("./it.json", { with: { type: "json" } }),
  nb: () => import("./nb.json", { with: { type: "json" } }),
  nl: () => import("./nl.json", { with: { type: "json" } }),
  pl: () => import("./pl.json", { with: { type: "json" } }),
  sv: () => import("./sv.json", { with: { type: "json" } }),
};

/** Languages with a complete catalogue; only these are offered. */
export const AVAILABLE: readonly Language[] = LANGUAGES.filter((tag) => tag === "en" || tag in LOADERS);

// Translators hold no request data: all requests share one per language.
const translators = new Map<Language, Translate>();

/** Loads the catalogue and returns the language's translator. */
export async function translator(language: Language): Promise<Translate> {
  let found = translators.get(language);
  if (!found) {
    found = createTranslator(language, language === "en" ? en : (await LOADERS[language]()).default);
    translators.set(language, found);
  }
  return found;
}

const MARK = "\0";
/** Values that leave their names between marks. */
const NAMES = new Proxy<Values>({}, { get: (_, name) => `${MARK}${String(name)}${MARK}` });
/** In numbers whose plural category is kept. */
const MOST = 1000;

function createTranslator(language: Language, catalogue: Catalogue): Translate {
  const known = rosetta({ [language]: catalogue });
  const messages = new Map<string, string[]>();
  const categoryOf = createPlurals(language);
  const found = new Map<string, unknown>();
  const find = (key: string) => {
    const text = found.get(key) ?? lookup(catalogue, key);
    // Keys built from data are not kept unless they are known: their number has no bound.
    if (text !== undefined) found.set(key, text);
    return text;
  };
  const t = (key: Key, values: Values = {}) => {
    const message = find(key) as string | Plural | undefined;
    const form = typeof message === "object" ? formOf(message, categoryOf(Number(values.count))) : null;
    const text = form ? (message as Plural)[form] : (message as string | undefined);
    if (!text?.includes("{{")) return text ?? "";
    const parts = messages.get(text) ?? partsOf(form ? `${key}.${form}` : key);
    messages.set(text, parts);
    const given = language === "fi" && values.site ? withCases(values) : values;
    let filled = parts[0] as string;
    for (let at = 1; at < parts.length; at += 2) filled += `${given[parts[at] as string] ?? ""}${parts[at + 1]}`;
    return filled;
  };
  // The language is an argument: rosetta's `.locale()` is state shared across requests.
  const partsOf = (path: string) => (known.t(path, NAMES, language) as string).split(MARK);
  const has = (key: string): key is Key => find(key) !== undefined;
  const forms = (key: Key) => {
    const text = find(key);
    return typeof text === "string" ? { other: text } : { ...(text as Plural) };
  };
  return Object.assign(t, { language, has, forms });
}

/** Letters of scripts that are written from right to left: Hebrew to Arabic Extended, and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** A name that keeps its place beside numbers and other words (Unicode Standard Annex 9, 2.7). In HTML, `bdi` does it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** For mails and push messages: isolates every value. */
export function isolating(t: Translate): Translate {
  const isolate = (value: string | number) => (typeof value === "string" ? isolated(value) : value);
  const inside = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
  return Object.assign((key: Key, values?: Values) => t(key, values && inside(values)), {
    language: t.language,
    has: t.has,
    forms: t.forms,
  });
}

/** Puts marks around every text, so that a test finds untranslated text on a page. */
export function marked(t: Translate): Translate {
  const mark = (text: string) => `⟦${text}⟧`;
  const forms = (key: Key) => Object.fromEntries(Object.entries(t.forms(key)).map(([form, text]) => [form, mark(text)]));
  return Object.assign((key: Key, values?: Values) => mark(t(key, values)), { language: t.language, has: t.has, forms });
}

/** Adds the site's name in every Finnish case. */
function withCases(values: Values): Values {
  const bent = Object.entries(bentName(String(values.site))).map(([name, form]) => [`site_${name}`, form]);
  return { ...values, ...Object.fromEntries(bent) };
}

function createPlurals(language: Language): (count: number) => Intl.LDMLPluralRule {
  const rules = new Intl.PluralRules(language);
  const known = new Map<number, Intl.LDMLPluralRule>();
  return (count) => {
    const category = known.get(count) ?? rules.select(count);
    if (known.size < MOST) known.set(count, category);
    return category;
  };
}

function formOf(text: Plural, category: Intl.LDMLPluralRule): keyof Plural {
  return category in text ? (category as keyof Plural) : "other";
}

function lookup(catalogue: Catalogue, key: string): unknown {
  let at: unknown = catalogue;
  for (const part of key.split(".")) at = (at as Catalogue | undefined)?.[part];
  return at;
}

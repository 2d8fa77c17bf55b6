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

function createTranslator(language: Language, catalogue: Catalogue): Translate {
  const known = rosetta({ [language]: catalogue });
  const plurals = new Intl.PluralRules(language);
  const found = new Map<string, unknown>();
  const find = (key: string) => {
    const text = found.get(key) ?? lookup(catalogue, key);
    // Keys built from data are not kept unless they are known: their number has no bound.
    if (text !== undefined) found.set(key, text);
    return text;
  };
  const t = (key: Key, values: Values = {}) => {
    const text = find(key);
    if (typeof text === "string" && !text.includes("{{")) return text;
    const path = typeof text === "object" && text ? `${key}.${formOf(text as Plural, plurals, Number(values.count))}` : key;
    // The language is an argument: rosetta's `.locale()` is state shared across requests.
    return known.t(path, language === "fi" && values.site ? withCases(values) : values, language);
  };
  const has = (key: string): key is Key => find(key) !== undefined;
  const forms = (key: Key) => {
    const text = find(key);
    return typeof text === "string" ? { other: text } : { ...(text as Plural) };
  };
  return Object.assign(t, { language, has, forms });
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

function formOf(text: Plural, rules: Intl.PluralRules, count: number): string {
  const form = rules.select(count);
  return form in text ? form : "other";
}

function lookup(catalogue: Catalogue, key: string): unknown {
  let at: unknown = catalogue;
  for (const part of key.split(".")) at = (at as Catalogue | undefined)?.[part];
  return at;
}

import { CASES } from "#locales/finnish.ts";

/** A catalogue of texts, or a part of one. Plural forms are a tree of their own. */
export type Tree = { [key: string]: string | Tree };

/** Unicode CLDR, in the order in which catalogues write them. */
export const PLURAL_FORMS = ["zero", "one", "two", "few", "many", "other"] as const;
/** Finnish cases of the site's name: see locales/finnish.ts. */
const CASE = new RegExp(`(?<=^site)_(${CASES.join("|")})$`);

export function isPlural(tree: string | Tree): tree is Tree {
  if (typeof tree === "string") return false;
  const names = Object.keys(tree);
  return names.length > 1 && names.includes("other") && names.every((name) => PLURAL_FORMS.some((form) => form === name));
}

export function formsOf(tag: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  return PLURAL_FORMS.filter((form) => pluralCategories.includes(form));
}

/** Dotted keys; plural forms stay together. */
export function leaves(tree: Tree, prefix = "", found = new Map<string, string | Tree>()): Map<string, string | Tree> {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix ? `${prefix}.${name}` : name;
    if (typeof value === "string" || isPlural(value)) found.set(key, value);
    else leaves(value, key, found);
  }
  return found;
}

/** What is wrong with a text beside its English one. */
export function problemsOf(tag: string, key: string, source: string | Tree, text: string | Tree | undefined): string[] {
  if (text === undefined) return [`${tag}: ${key} is missing`];
  if (typeof source !== typeof text) return [`${tag}: ${key} has plural forms in one language only`];
  const lacking = typeof text === "string" ? [] : formsOf(tag).filter((form) => !(form in text));
  const forms = typeof text === "string" ? [text] : Object.values(text);
  // A plural form may omit its number ("one new message"): all forms count together.
  const [wanted, given] = [placesOf(source), placesOf(text)];
  return [
    ...lacking.map((form) => `${tag}: ${key} lacks the plural form "${form}"`),
    ...(wanted === given ? [] : [`${tag}: ${key} fills in {${given}}, English {${wanted}}`]),
    ...forms.flatMap((form) => (typeof form === "string" && form.trim() === "" ? [`${tag}: ${key} is empty`] : [])),
  ];
}

/** Names of its placeholders. */
export function placesOf(text: string | Tree): string {
  const all = typeof text === "string" ? text : Object.values(text).join(" ");
  const names = [...all.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name.replace(CASE, ""));
  return [...new Set(names)].sort().join(", ");
}

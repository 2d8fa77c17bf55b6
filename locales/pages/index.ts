import type { Language } from "#locales/languages.ts";

/**
 * Long legal and help texts: `<tag>/<page>.md`, in the Markdown subset of worker/platform/markdown.ts.
 *
 * `{{name}}` is a placeholder. `{{#flag}} … {{/flag}}` shows if the flag is true, `{{^flag}} … {{/flag}}` if it is false.
 * app/features/sites/legal/facts.ts defines names and flags.
 *
 * A test compares translations: ids, links, names, flags and the order of headings stay the same.
 */
export const PAGES = [
  "accessibility",
  "ban",
  "cookies",
  "faq",
  "imprint",
  "privacy",
  "return-policy",
  "service",
  "terms",
] as const;
export type PageName = (typeof PAGES)[number];

/** English only, for visitors of one country. */
export type OwnText = "privacy-us";

const FILES = import.meta.glob<string>("./*/*.md", { query: "?raw", import: "default" });

/** Loads a page's Markdown, on the server only. English is the fallback. */
export async function pageText(language: Language, page: PageName | OwnText): Promise<string> {
  const load = FILES[`./${language}/${page}.md`] ?? FILES[`./en/${page}.md`];
  if (!load) throw new Error(`no text ${page} in ${language}`);
  return load();
}

/** All texts as `<tag>/<page>`. */
export function textNames(): string[] {
  return Object.keys(FILES).map((path) => path.slice(2, -3));
}

import type { Language } from "../languages.ts";

/**
 * The long legal and help texts: `<tag>/<page>.md`, one file a page and language.
 *
 * They are Markdown of a few kinds only (app/features/legal/markdown.ts): one `# title`, `## heading {#id}`, `### heading`,
 * paragraphs, lists with `-` or `1.`, `> ` for what stands out, `**bold**` and `[link](/path)`.
 * `{{name}}` is filled in; `{{#flag}} … {{/flag}}` stands where the flag holds, `{{^flag}} … {{/flag}}` where it does not.
 * Names and flags are those of app/features/legal/facts.ts, with what they mean.
 *
 * A translation keeps ids, links, names and flags as they are, and the number and order of headings; a test compares them.
 */
export const PAGES = ["ban", "cookies", "faq", "privacy", "return-policy", "service", "terms"] as const;
export type PageName = (typeof PAGES)[number];

/** Texts that exist in English only, for visitors of one country. */
export type OwnText = "privacy-us";

const FILES = import.meta.glob<string>("./*/*.md", { query: "?raw", import: "default" });

/** The Markdown of a page; fetched when it is wanted, and only on the server. English is the fallback, as everywhere. */
export async function pageText(language: Language, page: PageName | OwnText): Promise<string> {
  const load = FILES[`./${language}/${page}.md`] ?? FILES[`./en/${page}.md`];
  if (!load) throw new Error(`no text ${page} in ${language}`);
  return load();
}

/** Which texts there are, as `<tag>/<page>`. */
export function textNames(): string[] {
  return Object.keys(FILES).map((path) => path.slice(2, -3));
}

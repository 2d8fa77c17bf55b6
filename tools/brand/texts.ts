import { LANGUAGES, type Language } from "#locales/languages.ts";
import { OWN_TEXTS, type OwnTextName, type OwnTexts } from "#worker/sites/legal/legal.vocabulary.ts";
import { readOwnText } from "#worker/sites/legal/own-text.ts";

/** In UTF-16 units. */
const MOST = 100_000;
const NAMED = new RegExp(`^(${OWN_TEXTS.join("|")})\\b(.*)\\.md$`);

/** `<name>.<language>.md`, and what was probably meant to be one. */
export function isOwnText(name: string): boolean {
  return partsOf(name) !== null;
}

function partsOf(file: string): { name: OwnTextName; language: Language | null } | null {
  const [, name, rest = ""] = NAMED.exec(file) ?? [];
  if (!name) return null;
  return { name: name as OwnTextName, language: LANGUAGES.find((tag) => rest === `.${tag}`) ?? null };
}

interface Reading {
  /** Of the site. */
  languages: readonly string[];
  /** Null after a reported problem. */
  read(file: string): string | null;
  say(file: string, message: string, line?: number): void;
  /** Returns the hash. */
  keep(file: string, text: string): string;
}

/** The legal texts of a folder; undefined without any. */
export function readTexts(files: readonly string[], { languages, read, say, keep }: Reading): OwnTexts | undefined {
  const today = new Date().toJSON().slice(0, 10);
  const texts: OwnTexts = {};
  const firstOf = new Map<OwnTextName, { file: string; version: string; ids: string }>();
  for (const file of files.toSorted()) {
    const parts = partsOf(file);
    if (!parts) continue;
    const { name, language } = parts;
    if (!language) {
      say(file, `names no language: ${name}.de.md, one of ${LANGUAGES.join(", ")}`);
      continue;
    }
    if (!languages.includes(language)) say(file, `is in ${language}, which the site does not speak`);
    const text = read(file)?.replaceAll("\r\n", "\n");
    if (text === undefined) continue;
    if (text.length > MOST) say(file, `has ${text.length} letters; ${MOST} at most`);
    const { version, ids, problems } = readOwnText(name, text, today);
    for (const { line, message } of problems) say(file, message, line);
    const first = firstOf.get(name) ?? { file, version, ids: ids.join() };
    firstOf.set(name, first);
    if (version !== first.version && version && first.version)
      say(file, `is of ${version}, and ${first.file} of ${first.version}`, 2);
    if (ids.join() !== first.ids) say(file, `has not the same headings, by their ids, as ${first.file}`);
    const own = texts[name] ?? { version: first.version, files: {} };
    texts[name] = { ...own, files: { ...own.files, [language]: { hash: keep(file, text) } } };
  }
  return firstOf.size > 0 ? texts : undefined;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkSource,
  FILES,
  hashOf,
  LICENCE,
  positionOf,
  type Say,
  type SourceFile,
  textIn,
} from "#worker/sites/brand/sources.ts";
import type { AssetSlot, Assets } from "#worker/sites/domains/assets.vocabulary.ts";
import { type Folder, WORDS_FILE } from "#worker/sites/domains/read-domains.ts";
import { isOwnText, readTexts } from "./texts.ts";

const KNOWN = [
  WORDS_FILE,
  LICENCE,
  ...Object.values(FILES).flatMap(({ name, endings }) => endings.map((end) => `${name}.${end}`)),
];
export function isOfNiche(name: string): boolean {
  return KNOWN.includes(name) || isOwnText(name);
}

const sources = new Map<string, SourceFile>();

/** The hash of a file's bytes, by which `sourceOf` finds it in this process. */
function keep(kind: string, source: SourceFile): string {
  const hash = hashOf(kind, source);
  sources.set(hash, source);
  return hash;
}

export function sourceOf(hash: string): SourceFile | null {
  return sources.get(hash) ?? null;
}

/** The folder beside `<base>.json`; undefined where there is none. */
export function readFolder(domains: string, base: string, languages: readonly string[]): Folder | undefined {
  const folder = join(domains, base);
  if (!existsSync(folder)) return undefined;
  const problems: string[] = [];
  const assets: Assets = {};
  const all = readdirSync(folder).filter((name) => !name.startsWith("."));
  const names = all.filter((name) => !name.endsWith(".md"));
  const sayOf =
    (name: string): Say =>
    (message, place) =>
      void problems.push(`db/domains/${base}/${name}:${place ? `${positionOf(place)}:` : ""} ${message}`);
  for (const name of names)
    if (!KNOWN.includes(name)) sayOf(name)(`is no file of a niche. It takes ${KNOWN.join(", ")} and *.md`);
  for (const [slot, { name, endings }] of Object.entries(FILES) as [AssetSlot, (typeof FILES)[AssetSlot]][]) {
    const found = endings.map((end) => `${name}.${end}`).filter((file) => names.includes(file));
    const [file, another] = found;
    if (another) sayOf(another)(`stands beside ${file}; keep one of them`);
    if (!file) continue;
    const licence =
      slot === "font" && names.includes(LICENCE) ? (textIn(readFileSync(join(folder, LICENCE)), sayOf(file)) ?? "") : "";
    const source = { bytes: readFileSync(join(folder, file)), licence, path: `db/domains/${base}/${file}` };
    keep(slot, source);
    Object.assign(assets, { [slot]: checkSource(slot, file, source, languages, sayOf(file)) });
  }
  if (names.includes(LICENCE) && !names.includes("font.woff2")) sayOf(LICENCE)("is the licence of no font.woff2");
  const legal = readTexts(all, {
    languages,
    read: (name) => textIn(readFileSync(join(folder, name)), sayOf(name)),
    say: (name, message, line) => void problems.push(`db/domains/${base}/${name}:${line ? `${line}:1:` : ""} ${message}`),
    keep: (name, text) => keep(name, { bytes: Buffer.from(text), licence: "", path: `db/domains/${base}/${name}` }),
  });
  if (legal) assets.legal = legal;
  const text = names.includes(WORDS_FILE) ? textIn(readFileSync(join(folder, WORDS_FILE)), sayOf(WORDS_FILE)) : null;
  const words = text === null ? null : { name: `${base}/${WORDS_FILE}`, text };
  return { words, assets, problems };
}

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { EncodingError, readText, textOf } from "#scripts/text-file.ts";
import type { AssetSlot, Assets, Picture } from "#worker/sites/domains/assets.vocabulary.ts";
import { type Folder, WORDS_FILE } from "#worker/sites/domains/read-domains.ts";
import { pictureSize } from "./picture-size.ts";
import { cleanSvg } from "./svg.ts";
import { isOwnText, readTexts } from "./texts.ts";
import { codePointsOf, coordinatesOf } from "./woff2.ts";

const KB = 1000;
/** Changes the addresses of all files when another build makes other files of them. */
const MADE = "1";
/** In bytes, of the files as they are handed in. */
const MOST = { svg: 60 * KB, png: 250 * KB, hero: 1500 * KB, font: 60 * KB, licence: 20 * KB } as const;
/** In pixels. */
const LEAST = { logo: 64, icon: 512, hero: 1600 } as const;
export const LICENCE = "font-licence.txt";
/** The endings that a file of a slot may have, by its name. */
export const FILES: Readonly<Record<AssetSlot, { name: string; endings: readonly string[] }>> = {
  logo: { name: "logo", endings: ["svg", "png"] },
  logo_dark: { name: "logo-dark", endings: ["svg", "png"] },
  icon: { name: "icon", endings: ["svg", "png"] },
  hero: { name: "hero", endings: ["webp", "jpg", "png"] },
  font: { name: "font", endings: ["woff2"] },
};
const KNOWN = [
  WORDS_FILE,
  LICENCE,
  ...Object.values(FILES).flatMap(({ name, endings }) => endings.map((end) => `${name}.${end}`)),
];
export function isOfNiche(name: string): boolean {
  return KNOWN.includes(name) || isOwnText(name);
}

/** Letters that a headline needs beside those of English. */
const LETTERS: Record<Language, string> = {
  ...{ da: "æøåÆØÅé", de: "äöüÄÖÜß", en: "", es: "áéíñóúüÁÉÍÑÓÚ¿¡", fi: "äöåÄÖÅ", fr: "àâæçéèêëîïôœùûÀÇÉÈÊ", it: "àèéìòùÀÈÉ" },
  ...{ nb: "æøåÆØÅé", nl: "éëïöüÉ", pl: "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", sv: "åäöÅÄÖé" },
};
const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'-";

export interface SourceFile {
  bytes: Buffer;
  licence: string;
  path?: string;
}
const sources = new Map<string, SourceFile>();

/** The hash of a file's bytes, by which `sourceOf` finds it in this process. */
function keep(kind: string, source: SourceFile): string {
  const hash = createHash("sha256").update(`${MADE} ${kind} ${source.licence}\n`).update(source.bytes).digest("hex").slice(0, 16);
  sources.set(hash, source);
  return hash;
}

export function sourceOf(hash: string): SourceFile | null {
  return sources.get(hash) ?? null;
}

type Say = (message: string, place?: { text: string; at: number }) => void;

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
    if (file) Object.assign(assets, { [slot]: readAsset(slot, file, folder, languages, sayOf(file)) });
  }
  if (names.includes(LICENCE) && !names.includes("font.woff2")) sayOf(LICENCE)("is the licence of no font.woff2");
  const legal = readTexts(all, {
    languages,
    read: (name) => textIn(join(folder, name), sayOf(name)),
    say: (name, message, line) => void problems.push(`db/domains/${base}/${name}:${line ? `${line}:1:` : ""} ${message}`),
    keep: (name, text) => keep(name, { bytes: Buffer.from(text), licence: "", path: `db/domains/${base}/${name}` }),
  });
  if (legal) assets.legal = legal;
  const text = names.includes(WORDS_FILE) ? textIn(join(folder, WORDS_FILE), sayOf(WORDS_FILE)) : null;
  const words = text === null ? null : { name: `${base}/${WORDS_FILE}`, text };
  return { words, assets, problems };
}

function readAsset(slot: AssetSlot, file: string, folder: string, languages: readonly string[], say: Say): Assets[AssetSlot] {
  const bytes = readFileSync(join(folder, file));
  const licence = slot === "font" && existsSync(join(folder, LICENCE)) ? (textIn(join(folder, LICENCE), say) ?? "") : "";
  const hash = keep(slot, { bytes, licence, path: `db/domains/${basename(folder)}/${file}` });
  if (slot === "font") return readFont(bytes, licence, languages, say) ? { hash } : undefined;
  if (slot === "hero") return readHero(hash, bytes, file, say);
  const picture = file.endsWith(".svg") ? readSvg(bytes, say) : readPng(bytes, say);
  if (!picture) return undefined;
  if (slot === "icon" && picture.width !== picture.height) say("is not square");
  const least = slot === "icon" ? LEAST.icon : LEAST.logo;
  if (picture.type === "png" && picture.height < least) say(`is ${picture.height} pixels high; ${least} at least`);
  if (slot !== "icon" && picture.width > 8 * picture.height) say("is more than eight times as wide as high");
  return { hash, ...picture };
}

/** Null after a reported problem. */
function textIn(from: string | Buffer, say: Say): string | null {
  try {
    return typeof from === "string" ? readText(from) : textOf(from);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    say(error.message);
    return null;
  }
}

function readSvg(bytes: Buffer, say: Say): Omit<Picture, "hash"> | null {
  const text = textIn(bytes, say);
  if (text === null) return null;
  isSmall(bytes, MOST.svg, say);
  const { width, height, problems } = cleanSvg(text);
  for (const { at, message } of problems) say(message, { text, at });
  return problems.length > 0 ? null : { type: "svg", width, height };
}

function readPng(bytes: Buffer, say: Say): Omit<Picture, "hash"> | null {
  isSmall(bytes, MOST.png, say);
  const size = pictureSize(bytes);
  if (size?.type === "png") return { ...size, type: "png" };
  say("is no PNG");
  return null;
}

function readHero(hash: string, bytes: Buffer, file: string, say: Say): Assets["hero"] {
  isSmall(bytes, MOST.hero, say);
  const size = pictureSize(bytes);
  if (!size || !file.endsWith(size.type)) {
    say(`is no ${file.split(".").at(-1)}`);
    return undefined;
  }
  const longer = Math.max(size.width, size.height);
  if (longer < LEAST.hero) say(`is ${size.width} × ${size.height} pixels; its longer side needs ${LEAST.hero} at least`);
  return { hash, type: size.type };
}

function readFont(bytes: Buffer, licence: string, languages: readonly string[], say: Say): boolean {
  isSmall(bytes, MOST.font, say, "; keep the letters of the site's languages only (a subset)");
  if (licence.trim() === "") say(`needs ${LICENCE} beside it: who made the font, and what its licence allows`);
  if (licence.length > MOST.licence) say(`has a licence of more than ${MOST.licence / KB} kB`);
  let covered: Set<number>;
  let beyond: number | undefined;
  try {
    covered = codePointsOf(bytes);
    beyond = coordinatesOf(bytes).find((value) => Math.abs(value) > 1);
  } catch {
    say("is no WOFF2 font");
    return false;
  }
  if (beyond !== undefined)
    say(
      `varies beyond its axes (to ${beyond.toFixed(4)}), so Firefox shows one weight only; make it with fontTools 4.66 or later`,
    );
  const needed =
    PLAIN +
    LANGUAGES.filter((tag) => languages.includes(tag))
      .map((tag) => LETTERS[tag])
      .join("");
  const missing = [...new Set(needed)].filter((letter) => !covered.has(letter.codePointAt(0) ?? 0));
  if (missing.length > 0) say(`lacks letters of the site's languages: ${missing.join(" ")}`);
  return true;
}

function isSmall(bytes: Buffer, most: number, say: Say, hint = ""): void {
  if (bytes.length > most) say(`has ${Math.ceil(bytes.length / KB)} kB; ${most / KB} kB at most${hint}`);
}

function positionOf({ text, at }: { text: string; at: number }): string {
  const before = text.slice(0, at);
  return `${before.split("\n").length}:${at - before.lastIndexOf("\n")}`;
}

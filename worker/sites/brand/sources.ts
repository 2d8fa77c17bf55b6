import { createHash } from "node:crypto";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { EncodingError, textOf } from "#worker/platform/utf8.ts";
import type { AssetSlot, Assets, Picture } from "#worker/sites/domains/assets.vocabulary.ts";
import { pictureSize } from "./picture-size.ts";
import { cleanSvg } from "./svg.ts";
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
/** Letters that a headline needs beside those of English. */
const LETTERS: Record<Language, string> = {
  ...{ da: "æøåÆØÅé", de: "äöüÄÖÜß", en: "", es: "áéíñóúüÁÉÍÑÓÚ¿¡", fi: "äöåÄÖÅ", fr: "àâæçéèêëîïôœùûÀÇÉÈÊ", it: "àèéìòùÀÈÉ" },
  ...{ nb: "æøåÆØÅé", nl: "éëïöüÉ", pl: "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", sv: "åäöÅÄÖé" },
};
const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'-";

/** A file of a niche as it was handed in. */
export interface SourceFile {
  bytes: Buffer;
  /** Of a font; else empty. */
  licence: string;
  path?: string;
  /** A PNG of an SVG, where this runtime draws none. */
  drawn?: Buffer;
}

/** Names the file in addresses. @param kind slot, or name of a text */
export function hashOf(kind: string, { bytes, licence }: SourceFile): string {
  return createHash("sha256").update(`${MADE} ${kind} ${licence}\n`).update(bytes).digest("hex").slice(0, 16);
}

/** Base64 characters of a row: D1 takes statements of 100 kB from the command, and an export lines of 40. */
const PART = 30_000;

/** Rows of a stored file. The last part comes first: with part 0 everything is there. */
export function partsOf(name: string, bytes: Buffer): { name: string; part: number; data: string }[] {
  const text = bytes.toString("base64");
  const parts = Array.from({ length: Math.max(1, Math.ceil(text.length / PART)) }, (_, part) => part);
  return parts.reverse().map((part) => ({ name, part, data: text.slice(part * PART, (part + 1) * PART) }));
}

export type Say = (message: string, place?: { text: string; at: number }) => void;

/** What a file of a slot is; undefined if it is not taken. Each mistake is said. @param name with its ending */
export function checkSource<S extends AssetSlot>(
  slot: S,
  name: string,
  source: SourceFile,
  languages: readonly string[],
  say: Say,
): Assets[S] | undefined {
  return checkedAsset(slot, name, source, languages, say) as Assets[S] | undefined;
}

function checkedAsset(
  slot: AssetSlot,
  name: string,
  source: SourceFile,
  languages: readonly string[],
  say: Say,
): Assets[AssetSlot] {
  const { bytes, licence } = source;
  const hash = hashOf(slot, source);
  if (slot === "font") return readFont(bytes, licence, languages, say) ? { hash } : undefined;
  if (slot === "hero") return readHero(hash, bytes, name, say);
  const picture = name.endsWith(".svg") ? readSvg(bytes, say) : readPng(bytes, say);
  if (!picture) return undefined;
  if (slot === "icon" && picture.width !== picture.height) say("is not square");
  const least = slot === "icon" ? LEAST.icon : LEAST.logo;
  if (picture.type === "png" && picture.height < least) say(`is ${picture.height} pixels high; ${least} at least`);
  if (slot !== "icon" && picture.width > 8 * picture.height) say("is more than eight times as wide as high");
  return { hash, ...picture };
}

/** Null after a reported problem. */
export function textIn(from: Buffer, say: Say): string | null {
  try {
    return textOf(from);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    say(error.message);
    return null;
  }
}

function readSvg(bytes: Buffer, say: Say): Omit<Picture, "hash"> | null {
  const text = textIn(bytes, say);
  if (text === null) return null;
  if (!isSmall(bytes, MOST.svg, say)) return null;
  const { width, height, problems } = cleanSvg(text);
  for (const { at, message } of problems) say(message, { text, at });
  return problems.length > 0 ? null : { type: "svg", width, height };
}

function readPng(bytes: Buffer, say: Say): Omit<Picture, "hash"> | null {
  if (!isSmall(bytes, MOST.png, say)) return null;
  const size = pictureSize(bytes);
  if (size?.type === "png") return { ...size, type: "png" };
  say("is no PNG");
  return null;
}

function readHero(hash: string, bytes: Buffer, file: string, say: Say): Assets["hero"] {
  if (!isSmall(bytes, MOST.hero, say)) return undefined;
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
  if (!isSmall(bytes, MOST.font, say, "; keep the letters of the site's languages only (a subset)")) return false;
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

/** A larger file is not read further. */
function isSmall(bytes: Buffer, most: number, say: Say, hint = ""): boolean {
  if (bytes.length > most) say(`has ${Math.ceil(bytes.length / KB)} kB; ${most / KB} kB at most${hint}`);
  return bytes.length <= most;
}

/** Line and column, from 1. */
export function positionOf({ text, at }: { text: string; at: number }): string {
  const before = text.slice(0, at);
  return `${before.split("\n").length}:${at - before.lastIndexOf("\n")}`;
}

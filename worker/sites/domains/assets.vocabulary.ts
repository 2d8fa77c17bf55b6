import { z } from "zod";
import { ownTextsSchema } from "#worker/sites/legal/legal.vocabulary.ts";

const hash = z.string().regex(/^[0-9a-f]{16}$/);
const size = z.int().min(1);
const picture = z.strictObject({ hash, type: z.enum(["svg", "png"]), width: size, height: size });

/** Files of a niche's folder, by the hash of their bytes. The commands fill this in; no operator writes it. */
export const assetsSchema = z.strictObject({
  logo: picture.optional(),
  logo_dark: picture.optional(),
  icon: picture.optional(),
  hero: z.strictObject({ hash, type: z.enum(["webp", "jpg", "png"]) }).optional(),
  font: z.strictObject({ hash }).optional(),
  legal: ownTextsSchema.optional(),
});
export type Assets = z.output<typeof assetsSchema>;
export type Picture = z.output<typeof picture>;
/** Files of which others are made. Legal texts are served as they are. */
export const ASSET_SLOTS = ["logo", "logo_dark", "icon", "hero", "font"] as const satisfies Exclude<keyof Assets, "legal">[];
export type AssetSlot = (typeof ASSET_SLOTS)[number];

/** A file as it was handed in; no address serves it. */
export const SOURCE_NAME = "source";
/** In pixels; a hero picture of another width is made smaller, never larger. */
export const HERO_WIDTHS = [480, 800, 1200, 1600] as const;
/** Served names by content type. */
const TYPES: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
};
const ADDRESS = /^\/brand\/([0-9a-f]{16})\/([a-z]+(?:-\d+)?\.(svg|png|webp|woff2|txt))$/;

/** The address changes with the file, so caches keep it for a year. */
export function assetAddress({ hash: of }: { hash: string }, name: string): string {
  return `/brand/${of}/${name}`;
}

export function logoName({ type }: Picture): string {
  return `logo.${type}`;
}

export function heroName(width: number): string {
  return `hero-${width}.webp`;
}

export const FONT_NAME = "font.woff2";
export const FONT_LICENCE_NAME = "licence.txt";
/** A PNG of the picture of which icons are made: another colour makes them anew. */
export const DRAWN_NAME = "drawn.png";
/** A logo for mail programs, which show no SVG. */
export const MAIL_LOGO_NAME = "mail.png";
/** In CSS pixels. */
export const MAIL_LOGO_HEIGHT = 32;

export function assetOfPath(path: string): { hash: string; name: string; type: string } | null {
  const [, of = "", name = "", ending = ""] = ADDRESS.exec(path) ?? [];
  const type = TYPES[ending];
  return type ? { hash: of, name, type } : null;
}

import { convertIndexedToRgb, decode } from "fast-png";
import { textOf } from "#worker/platform/utf8.ts";
import {
  type AssetSlot,
  type Assets,
  DRAWN_NAME,
  FONT_LICENCE_NAME,
  FONT_NAME,
  HERO_WIDTHS,
  heroName,
  logoName,
  MAIL_LOGO_HEIGHT,
  MAIL_LOGO_NAME,
  type Picture,
} from "#worker/sites/domains/assets.vocabulary.ts";
import { type IconSet, iconSet } from "#worker/sites/pwa/draw.ts";
import { pngOf } from "#worker/sites/pwa/icon.ts";
import { type IconPath, PNG_ICONS, SHARE_PICTURE, SVG_ICON } from "#worker/sites/pwa/icons.vocabulary.ts";
import { sharePicture } from "#worker/sites/pwa/share.ts";
import type { SourceFile } from "./sources.ts";
import { cleanSvg } from "./svg.ts";

/** In pixels, for dense screens. */
const LOGO_HEIGHT = 96;
/** Side of the picture of which icons are made. */
export const ICON_SIDE = 512;
/** Side of the picture inside the SVG icon of a PNG. */
const SVG_SIDE = 192;
/** The part of a maskable icon that every launcher shows. */
const SAFE = 0.8;
const PNG = "image/png";
type Made = Record<string, Buffer>;

interface Wish {
  /** In pixels; without one of them the picture keeps its shape. */
  width?: number;
  height?: number;
  format: "image/png" | "image/webp";
}
export type Resize = (bytes: Buffer, wish: Wish) => Promise<Buffer>;

/** Served files made from one source file, by name. */
export async function makeOf(slot: AssetSlot, assets: Assets, source: SourceFile, resize: Resize): Promise<Made> {
  const { bytes, licence } = source;
  if (slot === "font") return { [FONT_NAME]: bytes, [FONT_LICENCE_NAME]: Buffer.from(licence) };
  if (slot === "hero") {
    const made: Made = {};
    for (const width of HERO_WIDTHS) made[heroName(width)] = await resize(bytes, { width, format: "image/webp" });
    return made;
  }
  const picture = assets[slot] as Picture;
  const kept: Made = isIcon(slot, picture) ? { [DRAWN_NAME]: await raster(picture, source, ICON_SIDE, resize) } : {};
  // Its icons are stored with the domain.
  if (slot === "icon") return kept;
  const shown = {
    [logoName(picture)]: picture.type === "svg" ? vector(bytes) : await raster(picture, source, LOGO_HEIGHT, resize),
  };
  if (slot === "logo_dark") return shown;
  return { ...shown, ...kept, [MAIL_LOGO_NAME]: await raster(picture, source, 2 * MAIL_LOGO_HEIGHT, resize) };
}

/** Whether another runtime must draw it first: the Images service enlarges no drawing. */
export function needsDrawing(slot: AssetSlot, type: string): boolean {
  return type === "svg" && slot !== "logo_dark";
}

/** Icons are made of it. */
function isIcon(slot: AssetSlot, { width, height }: Picture): boolean {
  return slot === "icon" || (slot === "logo" && width === height);
}

/** The picture of the icons; null if they are drawn from the name. */
export function iconOf({ icon, logo }: Assets): Picture | null {
  return icon ?? (logo && isIcon("logo", logo) ? logo : null);
}

/** @param colour #rrggbb, behind a maskable icon. */
export async function iconsOf(
  picture: Picture,
  source: SourceFile,
  { name, colour }: { name: string; colour: string },
  resize: Resize,
): Promise<IconSet> {
  const inner = await raster(picture, source, ICON_SIDE, resize);
  const own = picture.type === "svg" ? vector(source.bytes) : framed(await raster(picture, source, SVG_SIDE, resize));
  const icons: [IconPath, Buffer][] = [
    [SVG_ICON, own],
    [SHARE_PICTURE.path, sharePicture({ name, colour })],
  ];
  for (const [path, { size, maskable }] of Object.entries(PNG_ICONS)) {
    const side = maskable ? Math.round(size * SAFE) : size;
    const drawn = await resize(inner, { height: side, format: PNG });
    icons.push([path as IconPath, maskable ? plate(drawn, size, colour) : drawn]);
  }
  return iconSet(icons);
}

function vector(bytes: Buffer): Buffer {
  return Buffer.from(cleanSvg(textOf(bytes)).svg);
}

async function raster(picture: Picture, { bytes, drawn }: SourceFile, height: number, resize: Resize): Promise<Buffer> {
  if (picture.type === "png") return resize(bytes, { height, format: PNG });
  if (drawn) return resize(drawn, { height, format: PNG });
  // Drawn at its size: enlarged pixels would blur.
  const { svg } = cleanSvg(textOf(bytes), { width: Math.round((picture.width / picture.height) * height), height });
  return resize(Buffer.from(svg), { height, format: PNG });
}

/** A drawing that is a square PNG. */
function framed(png: Buffer): Buffer {
  const href = `data:${PNG};base64,${png.toString("base64")}`;
  const size = `width="${SVG_SIDE}" height="${SVG_SIDE}"`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${SVG_SIDE} ${SVG_SIDE}"><image x="0" y="0" ${size} href="${href}"/></svg>`,
  );
}

/** A picture in the middle of a square of one colour, as maskable icons need it. */
function plate(png: Buffer, side: number, colour: string): Buffer {
  const { width, height, channels, at } = samplesOf(png);
  const ground = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  const pixels = Buffer.alloc(side * side * 4, Buffer.from([...ground, 255]));
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)];
  const isGrey = channels < 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * channels;
      const alpha = channels % 2 === 0 ? at(from + channels - 1) / 255 : 1;
      const to = ((y + top) * side + x + left) * 4;
      for (const [n, under] of ground.entries())
        pixels[to + n] = Math.round(under + (at(from + (isGrey ? 0 : n)) - under) * alpha);
    }
  return pngOf(pixels, side, side);
}

/** Samples of eight bits, row by row. */
function samplesOf(png: Buffer) {
  const picture = decode(png);
  const { width, height, depth, palette } = picture;
  const channels = palette ? (palette[0]?.length ?? 3) : picture.channels;
  const data = palette ? convertIndexedToRgb(picture) : picture.data;
  return { width, height, channels, at: (index: number) => (depth === 16 ? (data[index] ?? 0) >> 8 : (data[index] ?? 0)) };
}

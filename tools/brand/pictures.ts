import { textOf } from "#scripts/text-file.ts";
import {
  type AssetSlot,
  type Assets,
  FONT_LICENCE_NAME,
  FONT_NAME,
  HERO_WIDTHS,
  heroName,
  logoName,
  MAIL_LOGO_HEIGHT,
  MAIL_LOGO_NAME,
  type Picture,
} from "#worker/sites/domains/assets.vocabulary.ts";
import { type IconPath, PNG_ICONS, SVG_ICON } from "#worker/sites/pwa/icons.vocabulary.ts";
import type { SourceFile } from "./folder.ts";
import type { Resize } from "./images.ts";
import { cleanSvg } from "./svg.ts";

/** In pixels, for dense screens. */
const LOGO_HEIGHT = 96;
/** Side of the picture inside the SVG icon of a PNG. */
const SVG_SIDE = 192;
/** The part of a maskable icon that every launcher shows. */
const SAFE = 0.8;
const PNG = "image/png";
type Made = Record<string, Buffer>;

/** Served files made from one source file, by name. */
export async function makeOf(slot: AssetSlot, assets: Assets, { bytes, licence }: SourceFile, resize: Resize): Promise<Made> {
  if (slot === "font") return { [FONT_NAME]: bytes, [FONT_LICENCE_NAME]: Buffer.from(licence) };
  // Its icons are stored with the domain.
  if (slot === "icon") return {};
  if (slot === "hero") {
    const made: Made = {};
    for (const width of HERO_WIDTHS) made[heroName(width)] = await resize(bytes, { width, format: "image/webp" });
    return made;
  }
  const picture = assets[slot] as Picture;
  const shown = {
    [logoName(picture)]: picture.type === "svg" ? vector(bytes) : await raster(picture, bytes, LOGO_HEIGHT, resize),
  };
  if (slot === "logo_dark") return shown;
  return { ...shown, [MAIL_LOGO_NAME]: await raster(picture, bytes, 2 * MAIL_LOGO_HEIGHT, resize) };
}

/** @param colour #rrggbb, behind a maskable icon. */
export async function iconsOf(
  picture: Picture,
  source: Buffer,
  colour: string,
  resize: Resize,
): Promise<{ path: IconPath; bytes: Buffer }[]> {
  const inner = await raster(picture, source, 512, resize);
  const own = picture.type === "svg" ? vector(source) : plate(await raster(picture, source, SVG_SIDE, resize), SVG_SIDE, null);
  const icons: { path: IconPath; bytes: Buffer }[] = [{ path: SVG_ICON, bytes: own }];
  for (const [path, { size, maskable }] of Object.entries(PNG_ICONS)) {
    const drawing = plate(inner, size, maskable ? colour : null);
    icons.push({ path: path as IconPath, bytes: await resize(drawing, { height: size, format: PNG }) });
  }
  return icons;
}

function vector(bytes: Buffer): Buffer {
  return Buffer.from(cleanSvg(textOf(bytes)).svg);
}

async function raster({ type, width, height: own }: Picture, bytes: Buffer, height: number, resize: Resize): Promise<Buffer> {
  if (type === "png") return resize(bytes, { height, format: PNG });
  // Drawn at its size: enlarged pixels would blur.
  const { svg } = cleanSvg(textOf(bytes), { width: Math.round((width / own) * height), height });
  return resize(Buffer.from(svg), { height, format: PNG });
}

/** A square drawing around a PNG; with a colour as maskable icons need it. */
function plate(png: Buffer, side: number, colour: string | null): Buffer {
  const inside = colour ? Math.round(side * SAFE) : side;
  const from = (side - inside) / 2;
  const href = `data:${PNG};base64,${png.toString("base64")}`;
  const ground = colour ? `<rect width="${side}" height="${side}" fill="${colour}"/>` : "";
  const image = `<image x="${from}" y="${from}" width="${inside}" height="${inside}" href="${href}"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${ground}${image}</svg>`,
  );
}

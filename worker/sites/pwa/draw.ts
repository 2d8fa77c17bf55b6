import { createHash } from "node:crypto";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { pngIcon, svgIcon } from "./icon.ts";
import { type IconPath, PNG_ICONS, SHARE_PICTURE, SVG_ICON } from "./icons.vocabulary.ts";
import { sharePicture } from "./share.ts";

export interface IconSet {
  /** Hash of all icons; part of their addresses. */
  version: string;
  icons: { path: IconPath; base64: string }[];
}

export interface DrawnDomain extends IconSet {
  file: DomainFile;
}

const drawn = new Map<string, IconSet>();

export function withIcons(files: DomainFile[]): DrawnDomain[] {
  return files.map((file) => {
    const { name } = file.settings;
    const colour = themeOf(file.settings).primary;
    const key = `${colour} ${name}`;
    const icons = drawn.get(key) ?? draw(name, colour);
    drawn.set(key, icons);
    return { file, ...icons };
  });
}

function draw(name: string, colour: string): IconSet {
  const pngs = Object.entries(PNG_ICONS).map(
    ([path, { size, maskable }]) => [path as IconPath, pngIcon({ name, colour, maskable }, size)] as const,
  );
  const all = [
    [SVG_ICON, Buffer.from(svgIcon({ name, colour, maskable: false }))] as const,
    [SHARE_PICTURE.path, sharePicture({ name, colour })] as const,
    ...pngs,
  ];
  return iconSet(all);
}

/** The version changes with any of them. */
export function iconSet(all: readonly (readonly [path: IconPath, bytes: Buffer])[]): IconSet {
  const hash = createHash("sha256");
  for (const [path, bytes] of all) hash.update(`${path} ${bytes.length} `).update(bytes);
  return {
    version: hash.digest("hex").slice(0, 12),
    icons: all.map(([path, bytes]) => ({ path, base64: bytes.toString("base64") })),
  };
}

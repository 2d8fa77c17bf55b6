import { Buffer } from "node:buffer";
import { log } from "#worker/platform/log.ts";
import { iconOf, iconsOf, type Resize } from "#worker/sites/brand/pictures.ts";
import { DRAWN_NAME, SOURCE_NAME } from "#worker/sites/domains/assets.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { type IconSet, withIcons } from "#worker/sites/pwa/draw.ts";

/** Base64; null for an unknown file. */
export type FindAsset = (id: string, hash: string, name: string) => Promise<string | null>;
export type SiteIcons = ReturnType<typeof createSiteIcons>;

/** The icons of a changed site; null where they stay as they are. */
export function createSiteIcons({ findAsset, resize }: { findAsset: FindAsset; resize: Resize }) {
  return async function iconsFor(before: DomainFile, file: DomainFile): Promise<IconSet | null> {
    if (JSON.stringify(looksOf(before)) === JSON.stringify(looksOf(file))) return null;
    const picture = iconOf(file.assets);
    if (!picture) return withIcons([file])[0] ?? null;
    const read = async (name: string) => {
      const data = await findAsset(file.id, picture.hash, name);
      return data === null ? undefined : Buffer.from(data, "base64");
    };
    const [bytes, drawn] = [await read(SOURCE_NAME), await read(DRAWN_NAME)];
    // The command of an earlier build stored no PNG of a drawing: the next `apply` draws the icons.
    if (!bytes || (picture.type === "svg" && !drawn)) {
      log("warn", "icons not drawn", { site: file.id });
      return null;
    }
    return iconsOf(picture, { bytes, drawn, licence: "" }, { name: file.settings.name, colour: colourOf(file) }, resize);
  };
}

function colourOf({ settings }: DomainFile): string {
  return themeOf(settings).primary;
}

function looksOf(file: DomainFile): unknown[] {
  return [file.settings.name, colourOf(file), iconOf(file.assets)?.hash];
}

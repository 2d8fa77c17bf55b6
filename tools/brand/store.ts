import type { D1Database } from "@cloudflare/workers-types";
import { iconOf, iconsOf, makeOf, type Resize } from "#worker/sites/brand/pictures.ts";
import { partsOf, type SourceFile } from "#worker/sites/brand/sources.ts";
import {
  type AssetSlot,
  type Assets,
  DRAWN_NAME,
  FONT_LICENCE_NAME,
  SOURCE_NAME,
} from "#worker/sites/domains/assets.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { type DrawnDomain, type IconSet, withIcons } from "#worker/sites/pwa/draw.ts";
import { sourceOf } from "./folder.ts";

const TOGETHER = 20;
/** Its first part is written last, so that with it everything is there. */
const SOURCE = SOURCE_NAME;

const INSERT = "INSERT OR IGNORE INTO domain_assets (domain_id, hash, name, part, data) VALUES (?1, ?2, ?3, ?4, ?5)";
const PARTS = "SELECT data FROM domain_assets WHERE domain_id = ?1 AND hash = ?2 AND name = ?3 ORDER BY part";

type Db = Pick<D1Database, "prepare" | "batch">;
export class AssetError extends Error {}

/** Stores the files of the niches and draws their icons: everything that `applyDomains` needs. @throws AssetError */
export async function readyDomains(files: DomainFile[], db: Db): Promise<DrawnDomain[]> {
  const ready: DrawnDomain[] = [];
  for (const file of files) {
    await storeAssets(file, db);
    const [drawn] = withIcons([file]);
    if (drawn) ready.push((await ownIcons(file, db)) ?? drawn);
  }
  return ready;
}

/** @throws AssetError */
export async function storeAssets({ id, assets }: DomainFile, db: Db): Promise<void> {
  const slots = slotsOf(assets);
  const texts = textsOf(assets);
  if (slots.length + texts.length === 0) return;
  const { results } = await db
    .prepare("SELECT hash, name FROM domain_assets WHERE domain_id = ?1 AND name IN (?2, ?3) AND part = 0")
    .bind(id, SOURCE, DRAWN_NAME)
    .all<{ hash: string; name: string }>();
  const having = (wanted: string) => new Set(results.filter(({ name }) => name === wanted).map(({ hash }) => hash));
  const [stored, drawn] = [having(SOURCE), having(DRAWN_NAME)];
  const put = async (hash: string, made: Record<string, Buffer>) => {
    const rows = Object.entries(made).flatMap(([name, bytes]) => partsOf(name, bytes));
    for (let from = 0; from < rows.length; from += TOGETHER)
      await db.batch(
        rows.slice(from, from + TOGETHER).map(({ name, part, data }) => db.prepare(INSERT).bind(id, hash, name, part, data)),
      );
  };
  for (const { hash, name } of texts.filter((text) => !stored.has(text.hash)))
    await put(hash, { [SOURCE]: keptSource(hash, name, id).bytes });
  // An earlier build stored no picture for the icons.
  const lacksIcon = (hash: string) => hash === iconOf(assets)?.hash && !drawn.has(hash) && sourceOf(hash) !== null;
  const missing = slots.filter(([, { hash }]) => !stored.has(hash) || lacksIcon(hash));
  if (missing.length === 0) return;
  await withImages(async (resize) => {
    for (const [slot, { hash }] of missing) {
      const source = keptSource(hash, slot, id);
      const made = await makeOf(slot, assets, source, resize).catch(undrawn(source.path ?? `The ${slot} of ${id}`));
      await put(hash, { ...made, [SOURCE]: source.bytes });
    }
  });
}

/** @throws AssetError */
function keptSource(hash: string, name: string, id: string): SourceFile {
  const source = sourceOf(hash);
  if (!source) throw new AssetError(`The ${name} of ${id} is no longer kept, and is not the one in db/domains.`);
  return source;
}

/** Header and size were right; the rest is damaged. */
function undrawn(path: string): (error: Error) => never {
  return ({ message }) => {
    const [reason = ""] = message.split("\n", 1);
    throw new AssetError(`${path}: cannot be drawn, save it anew (${reason.split(": ").at(-1)})`);
  };
}

/** Few stores have a folder: the others start no second runtime. */
async function withImages<T>(work: (resize: Resize) => Promise<T>): Promise<T> {
  const images = await import("./images.ts");
  return images.withImages(work);
}

export function slotsOf(assets: Assets): [AssetSlot, NonNullable<Assets[AssetSlot]>][] {
  return Object.entries(assets).filter(([slot, asset]) => slot !== "legal" && asset !== undefined) as ReturnType<typeof slotsOf>;
}

/** Legal texts, with their names in the folder. */
export function textsOf({ legal = {} }: Assets): { name: string; hash: string }[] {
  return Object.entries(legal).flatMap(([name, text]) =>
    Object.entries(text?.files ?? {}).map(([language, { hash }]) => ({ name: `${name}.${language}.md`, hash })),
  );
}

/** A file as it was handed in, from this process or the store. */
export async function storedSource(id: string, hash: string, db: Db): Promise<SourceFile | null> {
  const known = sourceOf(hash);
  if (known) return known;
  const read = async (name: string) => {
    const { results } = await db.prepare(PARTS).bind(id, hash, name).all<{ data: string }>();
    return Buffer.from(results.map(({ data }) => data).join(""), "base64");
  };
  const bytes = await read(SOURCE);
  return bytes.length > 0 ? { bytes, licence: (await read(FONT_LICENCE_NAME)).toString("utf8") } : null;
}

const drawn = new Map<string, IconSet>();

/** Icons made from the niche's icon or a square logo; null if they are drawn. */
async function ownIcons(file: DomainFile, db: Db): Promise<DrawnDomain | null> {
  const picture = iconOf(file.assets);
  if (!picture) return null;
  const { name } = file.settings;
  const colour = themeOf(file.settings).primary;
  const key = `${picture.hash} ${colour} ${name}`;
  let icons = drawn.get(key);
  if (!icons) {
    const source = await storedSource(file.id, picture.hash, db);
    if (!source) throw new AssetError(`The icon of ${file.id} is no longer kept.`);
    icons = await withImages(async (resize) =>
      iconsOf(picture, source, { name, colour }, resize).catch(undrawn(source.path ?? `The icon of ${file.id}`)),
    );
    drawn.set(key, icons);
  }
  return { file, ...icons };
}

import { createHash } from "node:crypto";
import type { D1Database } from "@cloudflare/workers-types";
import { type DrawnDomain, withIcons } from "#tools/icons/draw.ts";
import {
  type AssetSlot,
  type Assets,
  FONT_LICENCE_NAME,
  type Picture,
  SOURCE_NAME,
} from "#worker/sites/domains/assets.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { type SourceFile, sourceOf } from "./folder.ts";
import type { Resize } from "./images.ts";
import { iconsOf, makeOf } from "./pictures.ts";

/** Base64 characters of a row: D1 takes statements of 100 kB, and an export lines of 40. */
const PART = 30_000;
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
    .prepare("SELECT hash FROM domain_assets WHERE domain_id = ?1 AND name = ?2 AND part = 0")
    .bind(id, SOURCE)
    .all<{ hash: string }>();
  const stored = new Set(results.map(({ hash }) => hash));
  const put = async (hash: string, made: Record<string, Buffer>) => {
    const rows = Object.entries(made).flatMap(([name, bytes]) => rowsOf(name, bytes));
    for (let from = 0; from < rows.length; from += TOGETHER)
      await db.batch(
        rows.slice(from, from + TOGETHER).map(({ name, part, data }) => db.prepare(INSERT).bind(id, hash, name, part, data)),
      );
  };
  for (const { hash, name } of texts.filter((text) => !stored.has(text.hash)))
    await put(hash, { [SOURCE]: keptSource(hash, name, id).bytes });
  const missing = slots.filter(([, { hash }]) => !stored.has(hash));
  if (missing.length === 0) return;
  await withImages(async (resize) => {
    for (const [slot, { hash }] of missing) {
      const source = keptSource(hash, slot, id);
      const drawn = await makeOf(slot, assets, source, resize).catch(undrawn(source.path ?? `The ${slot} of ${id}`));
      await put(hash, { ...drawn, [SOURCE]: source.bytes });
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

/** Last part first. */
function rowsOf(name: string, bytes: Buffer): { name: string; part: number; data: string }[] {
  const text = bytes.toString("base64");
  const parts = Array.from({ length: Math.max(1, Math.ceil(text.length / PART)) }, (_, part) => part);
  return parts.reverse().map((part) => ({ name, part, data: text.slice(part * PART, (part + 1) * PART) }));
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

const drawn = new Map<string, Omit<DrawnDomain, "file">>();

/** Icons made from the niche's icon or a square logo; null if they are drawn. */
async function ownIcons(file: DomainFile, db: Db): Promise<DrawnDomain | null> {
  const { icon, logo } = file.assets;
  const picture: Picture | null = icon ?? (logo && logo.width === logo.height ? logo : null);
  if (!picture) return null;
  const colour = themeOf(file.settings).primary;
  const key = `${picture.hash} ${colour}`;
  let icons = drawn.get(key);
  if (!icons) {
    const source = await storedSource(file.id, picture.hash, db);
    if (!source) throw new AssetError(`The icon of ${file.id} is no longer kept.`);
    const all = await withImages(async (resize) =>
      iconsOf(picture, source.bytes, colour, resize).catch(undrawn(source.path ?? `The icon of ${file.id}`)),
    );
    const hash = createHash("sha256");
    for (const { path, bytes } of all) hash.update(`${path} ${bytes.length} `).update(bytes);
    icons = {
      version: hash.digest("hex").slice(0, 12),
      icons: all.map(({ path, bytes }) => ({ path, base64: bytes.toString("base64") })),
    };
    drawn.set(key, icons);
  }
  return { file, ...icons };
}

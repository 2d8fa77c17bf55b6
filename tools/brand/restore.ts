import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { FILES, LICENCE } from "#worker/sites/brand/sources.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { WORDS_FILE } from "#worker/sites/domains/read-domains.ts";
import { wordsSchema } from "#worker/sites/domains/words.vocabulary.ts";
import { isOfNiche } from "./folder.ts";
import { AssetError, slotsOf, storedSource, textsOf } from "./store.ts";

interface Written {
  /** False if the version has no folder. */
  written: boolean;
  /** Names of files that the version does not have. */
  gone: string[];
}

/** Makes the folder say what the version says. @throws AssetError */
export async function writeFolder(folder: string, file: DomainFile, db: Pick<D1Database, "prepare" | "batch">): Promise<Written> {
  const named = slotsOf(file.assets).map(([slot, asset]) => ({
    name: `${FILES[slot].name}.${"type" in asset ? asset.type : "woff2"}`,
    hash: asset.hash,
  }));
  const sources = await Promise.all(
    [...named, ...textsOf(file.assets)].map(async ({ name, hash }) => {
      const source = await storedSource(file.id, hash, db);
      if (!source) throw new AssetError(`The ${name} of ${file.id} is no longer kept.`);
      return { name, ...source };
    }),
  );
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) if (isOfNiche(name)) rmSync(join(folder, name));
  const hasWords = JSON.stringify(file.words) !== JSON.stringify(wordsSchema.parse({}));
  const gone = () => names.filter((name) => isOfNiche(name) && !existsSync(join(folder, name)));
  if (!hasWords && sources.length === 0) return { written: names.length > 0, gone: gone() };
  mkdirSync(folder, { recursive: true });
  if (hasWords) writeFileSync(join(folder, WORDS_FILE), `${JSON.stringify(file.words, null, 2)}\n`);
  for (const { name, bytes, licence } of sources) {
    writeFileSync(join(folder, name), bytes);
    if (licence) writeFileSync(join(folder, LICENCE), licence);
  }
  return { written: true, gone: gone() };
}

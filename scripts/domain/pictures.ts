import { resolve } from "node:path";
import { createS3Bucket } from "#scripts/own/front/bucket.ts";
import { photoStoreOf } from "#scripts/own/own-store.ts";
import { openFiles, type StoredPicture } from "#scripts/picture-store.ts";
import { OWNER_HEADER } from "#worker/backoffice/transfer/transfer.ts";
import { type Ask, GONE } from "./operator-key.ts";
import type { Where } from "./options.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Pictures of a store, from where they are read fastest. */
export interface Pictures {
  /** What an operator is told. */
  from: string;
  /** Under way at a time. */
  atOnce: number;
  /** Names of all sizes, by the order of the keys. */
  sizesOf(keys: readonly string[]): Promise<string[][]>;
  /** Null for a picture that was erased meanwhile. */
  read(name: string): Promise<StoredPicture | null>;
  close(): void;
}

/** `ask` reaches the Worker, which has every picture. */
export function openPictures(where: Where, ask: Ask): Pictures {
  const s3 = photoStoreOf(where);
  return s3 ? inS3(s3) : ((where.remote ? null : onDisk(where.data)) ?? throughWorker(ask, where.remote));
}

function onDisk(data: string): Pictures | null {
  const files = openFiles(resolve(ROOT, data));
  if (!files) return null;
  const sizesOf = async (keys: readonly string[]) => keys.map(files.sizesOf);
  return { from: "the disk", atOnce: 16, sizesOf, read: files.read, close: files.close };
}

function inS3(settings: string): Pictures {
  const bucket = createS3Bucket(JSON.parse(settings));
  async function sizes(key: string): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bucket.list({ prefix: `${key}.`, cursor });
      found.push(...page.objects.map(({ key }) => key));
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor);
    return found;
  }
  return {
    from: "the store of PHOTOS_S3",
    atOnce: 32,
    sizesOf: (keys) => Promise.all(keys.map(sizes)),
    async read(name) {
      const object = await bucket.get(name);
      if (!object) return null;
      const owner = object.customMetadata?.profile;
      const type = object.httpMetadata?.contentType ?? "";
      return { type, ...(owner && { owner }), data: Buffer.from(await object.arrayBuffer()) };
    },
    close: () => {},
  };
}

function throughWorker(ask: Ask, remote: boolean): Pictures {
  return {
    from: "the Worker",
    atOnce: remote ? 32 : 8,
    async sizesOf(keys) {
      const query = new URLSearchParams(keys.map((key) => ["prefix", `${key}.`]));
      return (await ask(`objects?${query}`)).json() as Promise<string[][]>;
    },
    async read(name) {
      const answer = await ask(`objects/${name}`, { gone: true });
      if (answer.status === GONE) return null;
      const type = answer.headers.get("content-type") ?? "";
      const owner = answer.headers.get(OWNER_HEADER);
      return { type, ...(owner && { owner }), data: Buffer.from(await answer.arrayBuffer()) };
    },
    close: () => {},
  };
}

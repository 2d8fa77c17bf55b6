import { createHash, randomBytes } from "node:crypto";
import { globSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { R2Bucket } from "@cloudflare/workers-types";
import { StoreError } from "./sql-text.ts";

/** Key and SVG document of each picture. */
type Pictures = Iterable<readonly [key: string, svg: string]>;
export type PutPictures = (pictures: Pictures) => Promise<void>;

const TYPE = { contentType: "image/svg+xml" };
/** Pictures that are drawn before the store gets its turn: a blocked thread loses its connections. */
const AT_ONCE = 4;

function throughBucket(bucket: R2Bucket): PutPictures {
  return async (pictures) => {
    let some: Promise<unknown>[] = [];
    for (const [key, svg] of pictures) {
      some.push(bucket.put(key, svg, { httpMetadata: TYPE }));
      if (some.length < AT_ONCE) continue;
      await Promise.all(some);
      some = [];
    }
    await Promise.all(some);
  };
}

/** Into the files of a local store, in one transaction: the bucket syncs the disk for each of 2,000 pictures. */
export function intoFiles(bucket: R2Bucket, data: string): PutPictures {
  return async (pictures) => {
    const drawing = pictures[Symbol.iterator]();
    const first = drawing.next();
    if (first.done) return;
    // The bucket makes its tables with its first object. Drawing them all blocks the thread, and its connections are lost.
    await throughBucket(bucket)([first.value]);
    const files = filesOf(data);
    const others = { [Symbol.iterator]: () => drawing };
    if (!files) return throughBucket(bucket)(others);
    const index = new DatabaseSync(files.index, { timeout: 30_000 });
    try {
      index.exec("BEGIN IMMEDIATE");
      const insert = index.prepare(
        `INSERT OR REPLACE INTO _mf_objects (key, blob_id, version, size, etag, uploaded, checksums, http_metadata, custom_metadata)
         VALUES (?, ?, ?, ?, ?, ?, '{}', ?, '{}')`,
      );
      for (const [key, svg] of others) {
        const blob = randomBytes(40).toString("hex");
        const etag = createHash("md5").update(svg).digest("hex");
        writeFileSync(join(files.blobs, blob), svg);
        const version = randomBytes(16).toString("hex");
        insert.run(key, blob, version, Buffer.byteLength(svg), etag, Date.now(), JSON.stringify(TYPE));
      }
      index.exec("COMMIT");
    } finally {
      index.close();
    }
  };
}

function filesOf(data: string): { index: string; blobs: string } | null {
  const [index] = globSync("r2/miniflare-R2BucketObject/*.sqlite", {
    cwd: data,
    exclude: (path) => path.endsWith("metadata.sqlite"),
  });
  const [blobs] = globSync("r2/*/blobs", { cwd: data });
  return index && blobs ? { index: join(data, index), blobs: join(data, blobs) } : null;
}

export interface StoredPicture {
  type: string;
  /** A picture without one is a demo's. */
  owner?: string;
  data: Buffer;
}

interface Stored {
  blob_id: string | null;
  etag: string;
  http_metadata: string;
  custom_metadata: string;
}

export type PictureFiles = NonNullable<ReturnType<typeof openFiles>>;

/** Reads a local store beside its running server. Null for a store without pictures. */
export function openFiles(data: string) {
  const files = filesOf(data);
  if (!files) return null;
  const index = new DatabaseSync(files.index, { readOnly: true, timeout: 30_000 });
  const names = index.prepare("SELECT key FROM _mf_objects WHERE key >= ?1 AND key < ?2 ORDER BY key");
  const stored = index.prepare("SELECT blob_id, etag, http_metadata, custom_metadata FROM _mf_objects WHERE key = ?1");
  return {
    close: () => index.close(),

    /** "." sorts right before "/". */
    sizesOf: (key: string): string[] => names.all(`${key}.`, `${key}/`).map((row) => String(row.key)),

    /** Null for a picture that is gone. @throws StoreError for one whose bytes are not those that were stored */
    async read(name: string): Promise<StoredPicture | null> {
      const row = stored.get(name) as unknown as Stored | undefined;
      if (!row) return null;
      if (row.blob_id === null)
        throw new StoreError(`${name} was uploaded in parts, which is not how this product stores pictures.`);
      const data = await readFile(join(files.blobs, row.blob_id)).catch(() => null);
      // Erased between the two reads.
      if (!data && !stored.get(name)) return null;
      const isWhole = data && createHash("md5").update(data).digest("hex") === row.etag;
      if (!isWhole) throw new StoreError(`${name} is damaged or missing on the disk (${join(files.blobs, row.blob_id)}).`);
      const { profile } = JSON.parse(row.custom_metadata) as { profile?: string };
      const { contentType = "" } = JSON.parse(row.http_metadata) as { contentType?: string };
      return { type: contentType, ...(profile && { owner: profile }), data };
    },
  };
}

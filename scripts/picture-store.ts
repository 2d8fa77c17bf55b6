import { createHash, randomBytes } from "node:crypto";
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { R2Bucket } from "@cloudflare/workers-types";

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
    const all = [...pictures];
    // The bucket makes its tables with its first object.
    await throughBucket(bucket)(all.slice(0, 1));
    const [file] = globSync("r2/miniflare-R2BucketObject/*.sqlite", {
      cwd: data,
      exclude: (path) => path.endsWith("metadata.sqlite"),
    });
    const [blobs] = globSync("r2/*/blobs", { cwd: data });
    if (!file || !blobs) return throughBucket(bucket)(all.slice(1));
    const index = new DatabaseSync(join(data, file), { timeout: 30_000 });
    try {
      index.exec("BEGIN IMMEDIATE");
      const insert = index.prepare(
        `INSERT OR REPLACE INTO _mf_objects (key, blob_id, version, size, etag, uploaded, checksums, http_metadata, custom_metadata)
         VALUES (?, ?, ?, ?, ?, ?, '{}', ?, '{}')`,
      );
      for (const [key, svg] of all.slice(1)) {
        const blob = randomBytes(40).toString("hex");
        const etag = createHash("md5").update(svg).digest("hex");
        writeFileSync(join(data, blobs, blob), svg);
        const version = randomBytes(16).toString("hex");
        insert.run(key, blob, version, Buffer.byteLength(svg), etag, Date.now(), JSON.stringify(TYPE));
      }
      index.exec("COMMIT");
    } finally {
      index.close();
    }
  };
}

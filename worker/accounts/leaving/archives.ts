import { type ZipFile, zip } from "#worker/accounts/leaving/zip.ts";

const PREFIX = "archives/";
/** R2 requires equal part sizes of at least 5 MiB. */
const PART = 8 * 1024 * 1024;

export type Archives = ReturnType<typeof createArchives>;

export function createArchives(bucket: R2Bucket) {
  return {
    keyOf(accountId: string, secret: string): string {
      return `${PREFIX}${accountId}/${secret}`;
    },

    /** Writes a ZIP with one part and one file in memory; returns its bytes. */
    async write(key: string, files: AsyncIterable<ZipFile>): Promise<number> {
      const upload = await bucket.createMultipartUpload(key, { httpMetadata: { contentType: "application/zip" } });
      try {
        const parts: R2UploadedPart[] = [];
        let size = 0;
        for await (const part of partsOf(zip(files))) {
          parts.push(await upload.uploadPart(parts.length + 1, part));
          size += part.length;
        }
        await upload.complete(parts);
        return size;
      } catch (error) {
        await upload.abort();
        throw error;
      }
    },

    async read(key: string): Promise<R2ObjectBody | null> {
      return bucket.get(key);
    },

    async photo(key: string): Promise<Uint8Array | null> {
      const object = await bucket.get(`${key}.full`);
      return object && new Uint8Array(await object.arrayBuffer());
    },

    async remove(key: string): Promise<void> {
      await bucket.delete(key);
    },

    /** Also removes archives without a row. */
    async eraseAll(accountId: string): Promise<void> {
      for (;;) {
        const { objects, truncated } = await bucket.list({ prefix: `${PREFIX}${accountId}/` });
        if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
        if (!truncated) return;
      }
    },
  };
}

async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(PART);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(PART - filled, chunk.length - at);
      part.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < PART) continue;
      yield part;
      part = new Uint8Array(PART);
      filled = 0;
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}

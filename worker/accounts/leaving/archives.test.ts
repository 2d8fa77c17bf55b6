import { env } from "cloudflare:workers";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { unzip } from "#tests/setup/zip.ts";
import type { ZipFile } from "#worker/accounts/leaving/zip.ts";
import { createArchives } from "./archives.ts";

test("an archive without files is a valid ZIP", async () => {
  await createArchives(env.PHOTOS).write("archives/empty", (async function* () {})());
  const object = (await env.PHOTOS.get("archives/empty")) as R2ObjectBody;
  expect(unzip(new Uint8Array(await object.arrayBuffer())).size).toBe(0);
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test("an archive of 64 MB holds one part and one file in memory, and is aborted at the first part or file that fails", async () => {
  const megabyte = 2 ** 20;
  const drawn = { files: 0 };
  async function* files() {
    for (; drawn.files < 64; drawn.files++)
      yield { name: `${drawn.files}`, input: new Uint8Array(megabyte), lastModified: Date.now() };
  }
  const sent: number[] = [];
  const ahead: number[] = [];
  const ended = { complete: 0, abort: 0 };
  const bucketThatFailsAt = (failing: number) => ({
    createMultipartUpload: async () => ({
      async uploadPart(number: number, part: Uint8Array) {
        if (number === failing) throw new Error("R2 is away");
        sent.push(part.length);
        ahead.push(drawn.files * megabyte - sent.reduce((sum, size) => sum + size, 0));
      },
      complete: async () => void ended.complete++,
      abort: async () => void ended.abort++,
    }),
  });
  const write = (failing: number, input: AsyncIterable<ZipFile> = files()) =>
    createArchives(bucketThatFailsAt(failing) as unknown as R2Bucket).write("archives/large", input);

  const size = await write(0);
  expect(drawn.files).toBe(64);
  expect(sent.reduce((sum, part) => sum + part, 0)).toBe(size);
  expect(size).toBeGreaterThan(64 * megabyte);
  expect(sent.length).toBe(9);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(megabyte);
  expect(ended).toEqual({ complete: 1, abort: 0 });

  drawn.files = 0;
  await expect(write(1)).rejects.toThrow("R2 is away");
  expect(drawn.files).toBeLessThan(10);
  expect(ended).toEqual({ complete: 1, abort: 1 });

  async function* filesThatFail() {
    drawn.files = 0;
    for await (const file of files()) {
      if (drawn.files === 32) throw new Error("a photo is away");
      yield file;
    }
  }
  sent.length = 0;
  await expect(write(0, filesThatFail())).rejects.toThrow("a photo is away");
  expect(sent.length).toBe(4);
  expect(ended).toEqual({ complete: 1, abort: 2 });
});

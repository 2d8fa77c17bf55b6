import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { R2Bucket } from "@cloudflare/workers-types";
import { expect, onTestFinished, test } from "vitest";
import { createStore } from "./miniflare.ts";
import { intoFiles } from "./picture-store.ts";

test("pictures written into the files of a store are objects of its bucket", { timeout: 30_000 }, async () => {
  const data = mkdtempSync(join(tmpdir(), "pictures-"));
  const store = createStore(data);
  onTestFinished(async () => {
    await store.dispose();
    rmSync(data, { recursive: true, force: true });
  });
  const bucket = (await store.getR2Bucket("PHOTOS")) as unknown as R2Bucket;
  const pictures = ["one", "two", "drei ü"].map((text): [string, string] => [`demo-${text}.full`, `<svg>${text}</svg>`]);
  await intoFiles(bucket, data)(pictures);
  for (const [key, svg] of pictures) {
    const found = await bucket.get(key);
    expect([await found?.text(), found?.size, found?.httpMetadata?.contentType]).toEqual([
      svg,
      Buffer.byteLength(svg),
      "image/svg+xml",
    ]);
  }
});

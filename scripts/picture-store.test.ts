import { appendFileSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { R2Bucket } from "@cloudflare/workers-types";
import { expect, onTestFinished, test } from "vitest";
import { createStore } from "./miniflare.ts";
import { intoFiles, openFiles } from "./picture-store.ts";

test("pictures written into the files of a store are objects of its bucket", async () => {
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

test("pictures of a running store are read from its disk as they are, and damaged ones are not", async () => {
  const data = mkdtempSync(join(tmpdir(), "pictures-"));
  const store = createStore(data);
  onTestFinished(async () => {
    await store.dispose();
    rmSync(data, { recursive: true, force: true });
  });
  expect(openFiles(data)).toBeNull();
  const bucket = (await store.getR2Bucket("PHOTOS")) as unknown as R2Bucket;
  const names = ["anna.card", "anna.full", "anna.thumb", "anna2.full", "ann.full"];
  const options = { httpMetadata: { contentType: "image/webp" }, customMetadata: { profile: "anna" } };
  for (const name of names) await bucket.put(name, `bytes of ${name}`, name === "ann.full" ? {} : options);
  const files = openFiles(data);
  onTestFinished(() => files?.close());
  expect(files?.sizesOf("anna")).toEqual(names.slice(0, 3));
  expect(await files?.read("anna.full")).toEqual({ type: "image/webp", owner: "anna", data: Buffer.from("bytes of anna.full") });
  expect(await files?.read("ann.full")).toEqual({ type: "", data: Buffer.from("bytes of ann.full") });
  await bucket.delete("anna.card");
  expect([await files?.read("anna.card"), files?.sizesOf("anna")]).toEqual([null, ["anna.full", "anna.thumb"]]);
  for (const blob of globSync("r2/*/blobs/*", { cwd: data })) appendFileSync(join(data, blob), "x");
  await expect(files?.read("anna.full")).rejects.toThrow("anna.full is damaged");
});

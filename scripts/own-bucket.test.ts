import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { S3Double, WRITTEN } from "#tests/setup/s3-double.ts";
import { openPictures } from "./domain/pictures.ts";
import { createS3Bucket } from "./own/front/bucket.ts";

const s3 = new S3Double();
beforeAll(() => s3.listen());
afterAll(() => s3.close());

const KEYS = ["photos/a b/ü&1.webp", "photos/a b/2+(x).webp", "photos/a b/3'!*.webp"];

test("a photo is stored under a signature that S3 accepts, and comes back with its owner", async () => {
  const bucket = createS3Bucket(s3.settings);
  for (const key of KEYS)
    await bucket.put(key, `bytes of ${key}`, {
      httpMetadata: { contentType: "image/webp" },
      customMetadata: { profile: "anna" },
    });
  for (const key of KEYS) {
    const found = await bucket.get(key);
    expect(new TextDecoder().decode(await found?.arrayBuffer())).toBe(`bytes of ${key}`);
    expect(found).toMatchObject({ httpMetadata: { contentType: "image/webp" }, customMetadata: { profile: "anna" } });
    expect(await bucket.head(key)).toMatchObject({ key, customMetadata: { profile: "anna" } });
  }
  expect([await bucket.get("photos/none"), await bucket.head("photos/none"), s3.refused]).toEqual([null, null, []]);
});

test("a list goes on to its end, and what is deleted is gone", async () => {
  const bucket = createS3Bucket(s3.settings);
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix: "photos/a b/", cursor });
    listed.push(...page.objects.map(({ key }) => key));
    expect(page.objects.every(({ uploaded }) => uploaded.toISOString() === WRITTEN)).toBe(true);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  expect(listed.toSorted()).toEqual(KEYS.toSorted());
  await bucket.delete(KEYS);
  expect([s3.objects.size, s3.refused]).toEqual([0, []]);
});

test("an upload in parts is one photo, and a part that the store does not have ends it", async () => {
  const bucket = createS3Bucket(s3.settings);
  const upload = await bucket.createMultipartUpload("photos/large", { httpMetadata: { contentType: "image/jpeg" } });
  const parts = [await upload.uploadPart(1, "first "), await upload.uploadPart(2, "second")];
  await expect(upload.complete([...parts, { partNumber: 3, etag: '"none"' }])).rejects.toThrow("did not complete");
  await upload.complete(parts);
  expect(s3.objects.get("photos/large")).toMatchObject({ body: Buffer.from("first second"), type: "image/jpeg" });
});

test("a wrong key and a bucket that is not there are told, and nothing of them is a missing photo", async () => {
  const wrong = createS3Bucket({ ...s3.settings, secret: "another secret" });
  await expect(wrong.get("photos/large")).rejects.toThrow("403");
  await expect(createS3Bucket({ ...s3.settings, url: `${s3.settings.url}-none` }).put("a", "b")).rejects.toThrow(
    "no such bucket",
  );
});

test("an export reads pictures from a store that speaks S3, without the Worker", async () => {
  const bucket = createS3Bucket(s3.settings);
  const sizes = ["card", "full", "thumb"].map((size) => `moving.${size}`);
  for (const name of [...sizes, "moving2.full"])
    await bucket.put(name, `bytes of ${name}`, {
      httpMetadata: { contentType: "image/webp" },
      customMetadata: { profile: "anna" },
    });
  vi.stubEnv("PHOTOS_S3", JSON.stringify(s3.settings));
  const local = openPictures({ remote: false, data: "none", port: "1" }, async () => expect.unreachable());
  expect(local.from, "the shell's setting is a deployment's").toBe("the Worker");
  const pictures = openPictures({ remote: true, data: "", port: "1" }, async () => expect.unreachable());
  vi.unstubAllEnvs();
  expect(await pictures.sizesOf(["moving", "none"])).toEqual([sizes, []]);
  expect(await pictures.read("moving.full")).toEqual({
    type: "image/webp",
    owner: "anna",
    data: Buffer.from("bytes of moving.full"),
  });
  expect(await pictures.read("moving.none")).toBeNull();
});

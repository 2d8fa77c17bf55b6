import { env } from "cloudflare:workers";
import { encode } from "fast-png";
import { beforeAll, expect, test } from "vitest";
import { PORTRAITS, portraitSvg } from "#demo/portrait.ts";
import { inFull } from "#tests/setup/properties.ts";
import { type Grey, greyOf } from "./grey.ts";
import { createPhotoFiles } from "./photo-files.ts";
import { hashOf } from "./photo-hash.ts";
import { around, distanceOf, NEAR, type PhotoHash } from "./photo-hash.vocabulary.ts";

const SPECS = inFull(PORTRAITS.slice(0, 12), PORTRAITS.slice(12, 24));
/** In pixels. */
const WIDTH = 320;
const files = createPhotoFiles(env.PHOTOS, env.IMAGES);
const pictures: { bytes: Uint8Array; grey: Grey }[] = [];

const streamOf = (bytes: Uint8Array) => new Response(bytes as Uint8Array<ArrayBuffer>).body as ReadableStream<Uint8Array>;
async function drawn(bytes: Uint8Array, format: "image/png" | "image/jpeg" | "image/webp", width: number): Promise<Uint8Array> {
  const output = await env.IMAGES.input(streamOf(bytes)).transform({ width }).output({ format });
  return new Uint8Array(await output.response().arrayBuffer());
}

beforeAll(async () => {
  for (const spec of SPECS) {
    const bytes = await drawn(new TextEncoder().encode(portraitSvg(spec)), "image/webp", WIDTH);
    const grey = greyOf(await drawn(bytes, "image/png", WIDTH / 2));
    pictures.push({ bytes, grey: grey ?? expect.unreachable("no PNG") });
  }
});

function changed({ width, height, values }: Grey, change: (value: number) => number): Grey {
  return { width, height, values: values.map((value) => Math.max(0, Math.min(255, Math.round(change(value))))) };
}

/** Without this share of each edge. */
function cropped({ width, height, values }: Grey, share: number): Grey {
  const [dx, dy] = [Math.round(width * share), Math.round(height * share)];
  const rows = Array.from({ length: height - 2 * dy }, (_, y) => [
    ...values.subarray((y + dy) * width + dx, (y + dy + 1) * width - dx),
  ]);
  return { width: width - 2 * dx, height: height - 2 * dy, values: Uint8Array.from(rows.flat()) };
}

/** The hash of an upload, without its sizes. */
async function likeUpload(bytes: Uint8Array): Promise<PhotoHash> {
  const full = await env.IMAGES.input(streamOf(bytes)).transform({ width: 1280, height: 1600, fit: "scale-down" });
  const stored = await (await full.output({ format: "image/webp", quality: 82 })).response().arrayBuffer();
  const tiny = await env.IMAGES.input(streamOf(new Uint8Array(stored))).transform({ width: 96, height: 96, fit: "squeeze" });
  const png = await (await tiny.output({ format: "image/png" })).response().arrayBuffer();
  return hashOf(greyOf(new Uint8Array(png)) ?? expect.unreachable("no PNG"));
}

const COPIES: Record<string, (one: (typeof pictures)[number]) => Promise<PhotoHash> | PhotoHash> = {
  "the upload itself": ({ bytes }) => likeUpload(bytes),
  "as JPEG": async ({ bytes }) => likeUpload(await drawn(bytes, "image/jpeg", WIDTH)),
  "half as large": async ({ bytes }) => likeUpload(await drawn(bytes, "image/jpeg", WIDTH / 2)),
  "of another shape": async ({ bytes }) => {
    const squeezed = env.IMAGES.input(streamOf(bytes)).transform({ width: WIDTH, height: 1.1 * WIDTH, fit: "squeeze" });
    return likeUpload(new Uint8Array(await (await squeezed.output({ format: "image/jpeg" })).response().arrayBuffer()));
  },
  brighter: ({ grey }) => hashOf(changed(grey, (value) => value * 1.25)),
  darker: ({ grey }) => hashOf(changed(grey, (value) => value * 0.7)),
  "more contrast": ({ grey }) => hashOf(changed(grey, (value) => (value - 128) * 1.3 + 128)),
  "one percent cropped off each edge": ({ grey }) => hashOf(cropped(grey, 0.01)),
};

test("copies of demo pictures are found, and other pictures are not", async () => {
  const hashes = pictures.map(({ grey }) => hashOf(grey));
  let [found, copies, wrong, pairs] = [0, 0, 0, 0];
  const lost: string[] = [];
  for (const [name, copyOf] of Object.entries(COPIES))
    for (const [at, picture] of pictures.entries()) {
      const copy = await copyOf(picture);
      for (const [other, hash] of hashes.entries()) {
        const near = distanceOf(copy, hash) <= NEAR;
        if (other === at) [found, copies] = [found + Number(near), copies + 1];
        else [wrong, pairs] = [wrong + Number(near), pairs + 1];
        if (other === at && !near) lost.push(`${name}: ${distanceOf(copy, hash)}`);
      }
    }
  const all = SPECS.length;
  expect(all).toBeGreaterThanOrEqual(12);
  expect([copies, pairs]).toEqual([8 * all, 8 * all * (all - 1)]);
  const [recall, precision] = [found / copies, found / (found + wrong)];
  expect(recall, lost.join()).toBeGreaterThanOrEqual(0.95);
  expect(precision).toBeGreaterThanOrEqual(0.9);
});

test("an upload gets the hash that is compared above", async () => {
  for (const { bytes } of pictures.slice(0, 3)) expect((await files.make(bytes)).hash).toEqual(await likeUpload(bytes));
});

test("every hash within seven bits shares one of its four numbers but for one bit", () => {
  const hash: PhotoHash = [0x1234, 0, 0xffff, 0x8001];
  for (let n = 0; n < 2000; n++) {
    const bits = Array.from({ length: NEAR }, () => Math.floor(Math.random() * 64));
    const other = hash.map((band, index) =>
      bits.reduce((all, bit) => (bit >> 4 === index ? all ^ (1 << (bit & 15)) : all), band),
    ) as unknown as PhotoHash;
    expect(distanceOf(hash, other)).toBeLessThanOrEqual(NEAR);
    expect(other.some((band, index) => around(hash[index] ?? 0).includes(band))).toBe(true);
  }
});

test("only PNGs of eight bits a sample are read", async () => {
  const png = await drawn(pictures[0]?.bytes ?? expect.unreachable(), "image/png", 40);
  expect(greyOf(png)).toMatchObject({ width: 40, height: 50 });
  const deep = { width: 2, height: 1, depth: 16, channels: 1, data: new Uint16Array([0, 65_535]) } as const;
  expect(greyOf(encode(deep))).toBe(null);
  expect(() => greyOf(png.subarray(0, 90))).toThrow();
});

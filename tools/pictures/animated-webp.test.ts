import { expect, test } from "vitest";
import { animatedWebp } from "./animated-webp.ts";

/** A lossless picture of one pixel. */
const STILL = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

test("an animation names its size and holds each frame at its place, for its time", () => {
  const frames = [
    { x: 0, y: 0, width: 1, height: 1, duration: 500, still: STILL },
    { x: 4, y: 6, width: 1, height: 1, duration: 70_000, still: STILL },
  ];
  const picture = animatedWebp(300, 200, frames);
  expect(picture.toString("latin1", 0, 4) + picture.toString("latin1", 8, 12)).toBe("RIFFWEBP");
  expect(picture.readUInt32LE(4)).toBe(picture.length - 8);
  const chunks = chunksOf(picture);
  expect(chunks.map(({ name }) => name)).toEqual(["VP8X", "ANIM", "ANMF", "ANMF"]);
  expect([24, 27].map((at) => picture.readUIntLE(at, 3))).toEqual([299, 199]);
  const second = chunks[3]?.content as Buffer;
  expect([0, 3, 6, 9, 12].map((at) => second.readUIntLE(at, 3))).toEqual([2, 3, 0, 0, 70_000]);
  expect(second.subarray(16)).toEqual(STILL.subarray(12));
});

test("a picture of another format is refused", () => {
  const still = Buffer.from("GIF89a");
  expect(() => animatedWebp(2, 2, [{ x: 0, y: 0, width: 2, height: 2, duration: 100, still }])).toThrow("not a still WebP");
});

function chunksOf(picture: Buffer): { name: string; content: Buffer }[] {
  const chunks = [];
  for (let at = 12; at < picture.length; ) {
    const size = picture.readUInt32LE(at + 4);
    chunks.push({ name: picture.toString("latin1", at, at + 4), content: picture.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

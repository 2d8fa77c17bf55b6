import { expect, it } from "vitest";
import { greyJpeg, phonePhoto, segment } from "#tests/setup/pictures.ts";
import { isBrokenJpeg, repairScans } from "./jpeg.ts";

const PHONE = await phonePhoto().bytes();
/** With a small picture and a sector of zeros in its notes, as cameras write them. */
const notes = [0xff, 0xd8, 0xff, 0xd9, ...new Uint8Array(600)];
const NOTED = new Uint8Array([...PHONE.subarray(0, 2), ...segment(0xe1, notes), ...PHONE.subarray(2)]);

it.each([
  ["photo", PHONE],
  ["photo with a small picture in its notes", NOTED],
])("a %s is broken without its end, wherever it was cut", (_, whole) => {
  expect(isBrokenJpeg(whole)).toBe(false);
  expect(isBrokenJpeg(new Uint8Array([...whole, ...new Uint8Array(600)])), "bytes after the end").toBe(false);
  for (const share of [0.3, 0.6, 0.9]) expect(isBrokenJpeg(whole.slice(0, whole.length * share)), `${share}`).toBe(true);
});

it.each([
  ["the first codes mean a change of brightness", { dc: 2, ac: 0 }, true],
  ["the first codes mean a detail", { dc: 0, ac: 1 }, true],
  ["the first codes mean a plain area", { dc: 0, ac: 0 }, false],
  ["its scans refine each other", { dc: 2, ac: 1, frame: 0xc2 }, false],
])("a sector of zeros where %s", (_, codes, isBroken) => {
  expect(isBrokenJpeg(greyJpeg(codes, 512))).toBe(isBroken);
  expect(isBrokenJpeg(greyJpeg(codes, 511))).toBe(false);
});

it("a camera may fill up what comes before the end with zeros", () => {
  const [short, zeros] = [greyJpeg({ dc: 2, ac: 1 }, 0), new Uint8Array(600)];
  const [data, end] = [short.subarray(0, -2), short.subarray(-2)];
  expect(isBrokenJpeg(new Uint8Array([...data, ...zeros, ...end]))).toBe(false);
  expect(isBrokenJpeg(new Uint8Array([...data, ...zeros, 1, ...end]))).toBe(true);
});

it("judges JPEGs only", () => {
  expect(isBrokenJpeg(new Uint8Array())).toBe(false);
  expect(isBrokenJpeg(new TextEncoder().encode("GIF89a or words"))).toBe(false);
});

/** Bytes of the scan headers: how many components, then two for each, then three of spectral selection. */
const scansOf = (bytes: Uint8Array) =>
  [...bytes].flatMap((byte, at) => (byte === 0xff && bytes[at + 1] === 0xda ? [at + 5 + 2 * (bytes[at + 4] ?? 0)] : []));

it("puts the scan header of a sequential photo right, whatever a phone wrote, and changes nothing else", () => {
  expect(scansOf(PHONE)).toHaveLength(1);
  for (const odd of [
    [0, 0, 0],
    [1, 63, 0],
    [0, 63, 0x10],
    [0, 63, 1],
    [255, 255, 255],
  ]) {
    const bytes = NOTED.slice();
    bytes.set(odd, scansOf(bytes).at(-1));
    repairScans(bytes);
    expect(bytes, odd.join()).toEqual(NOTED);
  }
});

it("leaves progressive photos, other pictures and cut-off ones as they are", () => {
  const progressive = greyJpeg({ dc: 0, ac: 0, frame: 0xc2 }, 10);
  progressive.set([1, 5, 0x21], scansOf(progressive)[0]);
  const others = [
    progressive,
    new TextEncoder().encode("GIF89a or words"),
    PHONE.slice(0, (scansOf(PHONE)[0] ?? 0) + 1),
    new Uint8Array(),
  ];
  for (const bytes of others) {
    const before = bytes.slice();
    repairScans(bytes);
    expect(bytes).toEqual(before);
  }
});

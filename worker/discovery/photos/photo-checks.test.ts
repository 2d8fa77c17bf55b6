import { expect, test } from "vitest";
import type { AppError } from "#worker/platform/errors.ts";
import { checkBytes, checkSize, isPicture } from "./photo-checks.ts";

const WEBP = [..."RIFF", "\u0001", "\u0001", "\u0000", "\u0000", ..."WEBP"].map((letter) => letter.charCodeAt(0));
const of = (...bytes: number[]) => isPicture(new Uint8Array(bytes));

function codeOf(work: () => void): string {
  try {
    work();
    return "fits";
  } catch (error) {
    const { code, fields } = error as AppError;
    return [code, ...fields.map((one) => `${one.field} ${one.code}`)].join(" ");
  }
}

test("a picture is known by its first bytes, whatever it is called", () => {
  expect(of(0xff, 0xd8, 0xff, 0xe1)).toBe(true);
  expect(of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)).toBe(true);
  expect(of(...WEBP)).toBe(true);
  expect(of()).toBe(false);
  expect(of(0xff, 0xd8)).toBe(false);
  expect(of(...WEBP.slice(0, 8), 0x41, 0x56, 0x49, 0x20)).toBe(false);
  for (const text of ["GIF89a", "<svg xmlns=", "<html>", "%PDF-1.7", "PK\u0003\u0004"]) {
    expect(isPicture(new TextEncoder().encode(text)), text).toBe(false);
  }
});

test("ten megabytes are taken, a byte more is not", () => {
  const file = (size: number) => () => checkBytes(new Blob([new Uint8Array(size)]));
  expect(codeOf(file(10 * 1024 * 1024))).toBe("fits");
  expect(codeOf(file(10 * 1024 * 1024 + 1))).toBe("too_large file picture_too_large");
  expect(codeOf(file(0))).toBe("invalid file required");
});

test.each([
  [400, 400, "fits"],
  [399, 4000, "invalid file picture_too_small"],
  [4000, 399, "invalid file picture_too_small"],
  [8000, 5000, "fits"],
  [8001, 5000, "invalid file picture_too_many_pixels"],
])("%i × %i: %s", (width, height, expected) => {
  expect(codeOf(() => checkSize({ width, height }))).toBe(expected);
});

import { expect, it } from "vitest";
import { isCutOff } from "./cut-off.client.ts";

const bytesOf = (encoded: string) => new Uint8Array(Buffer.from(encoded, "base64"));
/** One pixel each. */
const PNG = bytesOf("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
const WEBP = bytesOf("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");

it.each([
  ["PNG", PNG],
  ["WebP", WEBP],
])("a %s is cut off without its end, wherever it was cut", (_, whole) => {
  expect(isCutOff(whole)).toBe(false);
  expect(isCutOff(new Uint8Array([...whole, 0, 0, 0])), "bytes after the end").toBe(false);
  for (const share of [0.3, 0.6, 0.9]) expect(isCutOff(whole.slice(0, whole.length * share)), `${share}`).toBe(true);
});

it("leaves to the browser what it cannot judge", () => {
  expect(isCutOff(new Uint8Array())).toBe(false);
  expect(isCutOff(new TextEncoder().encode("GIF89a or words"))).toBe(false);
});

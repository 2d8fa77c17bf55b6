import { expect, test } from "vitest";
import { keyedBlake3 } from "./blake3.ts";

/** Of BLAKE3's own test_vectors.json, keyed_hash: length of the message, first 64 bytes. */
const VECTORS: [length: number, hash: string][] = [
  [
    0,
    "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26b18171a2f22a4b94822c701f107153dba24918c4bae4d2945c20ece13387627d",
  ],
  [
    1,
    "6d7878dfff2f485635d39013278ae14f1454b8c0a3a2d34bc1ab38228a80c95b6568c0490609413006fbd428eb3fd14e7756d90f73a4725fad147f7bf70fd61c",
  ],
  [
    64,
    "ba8ced36f327700d213f120b1a207a3b8c04330528586f414d09f2f7d9ccb7e68244c26010afc3f762615bbac552a1ca909e67c83e2fd5478cf46b9e811efccc",
  ],
  [
    65,
    "c0a4edefa2d2accb9277c371ac12fcdbb52988a86edc54f0716e1591b4326e72d5e795f46a596b02d3d4bfb43abad1e5d19211152722ec1f20fef2cd413e3c22",
  ],
  [
    1023,
    "c951ecdf03288d0fcc96ee3413563d8a6d3589547f2c2fb36d9786470f1b9d6e890316d2e6d8b8c25b0a5b2180f94fb1a158ef508c3cde45e2966bd796a696d3",
  ],
  [
    1024,
    "75c46f6f3d9eb4f55ecaaee480db732e6c2105546f1e675003687c31719c7ba4a78bc838c72852d4f49c864acb7adafe2478e824afe51c8919d06168414c265f",
  ],
];

const KEY = new TextEncoder().encode("whats the Elvish word for friend");
const messageOf = (length: number) => Uint8Array.from({ length }, (_, i) => i % 251);

test.each(VECTORS)("a message of %d bytes has the published hash", (length, hash) => {
  expect(Buffer.from(keyedBlake3(KEY, messageOf(length))).toString("hex")).toBe(hash);
});

test("a key or a message of another length is refused", () => {
  expect(() => keyedBlake3(KEY.slice(1), messageOf(1))).toThrow(RangeError);
  expect(() => keyedBlake3(KEY, messageOf(1025))).toThrow(RangeError);
});

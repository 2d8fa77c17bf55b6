import { expect, test, vi } from "vitest";
import { newId, newNonce } from "./ids.ts";

test("ids and nonces have their length and alphabet, and none comes twice", () => {
  const ids = Array.from({ length: 2000 }, newId);
  const nonces = Array.from({ length: 2000 }, newNonce);
  expect(new Set(ids.filter((id) => /^[0-9a-z]{20}$/.test(id))).size).toBe(2000);
  expect(new Set(nonces.filter((nonce) => /^[A-Za-z0-9_-]{22}$/.test(nonce))).size).toBe(2000);
  expect(new Set(ids.join("")).size).toBe(36);
  expect(new Set(nonces.join("")).size).toBe(64);
});

test("a byte that no letter has an equal share in is passed over", () => {
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    (bytes as Uint8Array).fill(255, 0, -1).fill(7, -1);
    return bytes;
  });
  // The bytes that are left of the tests before are used up first.
  while (random.mock.calls.length === 0) newNonce();
  expect(newId()).toBe("7".repeat(20));
  random.mockRestore();
});

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { DAY } from "#worker/lib/durations.ts";
import { createMediaPaths, isMediaLink, VARIANTS, type Variant } from "./links.ts";

const SECRET = "a secret of media";
const NOW = 20_000.5 * DAY;
const shown = { key: "k-1", owner: "ann" };

function signatureIn(path: string): string {
  return new URL(path, "http://localhost").searchParams.get("s") ?? "";
}

function isValid(signature: string, changed: Partial<Parameters<typeof isMediaLink>[1]> = {}, viewer = "bea"): boolean {
  return isMediaLink(SECRET, { ...shown, variant: "full", day: 20_000, signature, ...changed }, viewer, NOW);
}

test("a signature is good for one viewer, owner, photo, size and day", () => {
  const paths = createMediaPaths(SECRET, "bea", NOW)(shown);
  const full = signatureIn(paths.full);
  expect(isValid(full)).toBe(true);
  expect(isValid(full, {}, "cleo")).toBe(false);
  for (const changed of [{ owner: "bea" }, { key: "k-2" }, { day: 19_999 }, { variant: "card" as const }])
    expect([changed, isValid(full, changed)]).toEqual([changed, false]);
  // Key and owner end where they end.
  expect(isValid(full, { key: "k", owner: "-1\nann" })).toBe(false);
  expect(isValid(full, { owner: "ann\u0161" })).toBe(false);
});

test("each size has 132 bits of its own", () => {
  const paths = createMediaPaths(SECRET, "bea", NOW)(shown);
  const signatures = VARIANTS.map((variant: Variant) => signatureIn(paths[variant]));
  expect(new Set(signatures).size).toBe(3);
  for (const signature of signatures) expect(signature).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(createMediaPaths("another", "bea", NOW)(shown).full).not.toBe(paths.full);
});

test("a page that was open during the upgrade keeps its pictures", () => {
  const former = createHmac("sha512", SECRET).update("k-1\nann\nbea\n20000").digest("base64url");
  expect(isValid(former.slice(0, 22))).toBe(true);
  expect(isValid(former.slice(22, 44), { variant: "card" })).toBe(true);
  expect(isValid(former.slice(22, 44))).toBe(false);
  expect(isValid(former.slice(0, 22), {}, "cleo")).toBe(false);
});

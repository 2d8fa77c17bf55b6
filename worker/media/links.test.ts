import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { DAY } from "#worker/lib/durations.ts";
import { isMediaLink, mediaPaths } from "./links.ts";
import { createPhotoAccess } from "./photo-access.ts";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, createHmac: vi.fn(crypto.createHmac) };
});

const SECRET = "a secret of media";
const NOW = 20_000 * DAY;
const shown = { key: "k-1", owner: "ann" };

test("a photo is signed once a day for each viewer and domain, and its links stay good", () => {
  const access = createPhotoAccess({ store: {} as never, hash: async (token) => token });
  const path = (viewer = "bea", domain = "liaison", now = NOW) =>
    mediaPaths(SECRET, shown, viewer, now, access.allow(shown, viewer, domain, now)).full;
  const made = (work: () => string) => {
    const { calls } = vi.mocked(createHmac).mock;
    const before = calls.length;
    return { path: work(), times: calls.length - before };
  };
  const first = made(() => path());
  expect(first.times).toBe(1);
  expect(made(() => path("bea", "liaison", NOW + DAY - 1))).toEqual({ path: first.path, times: 0 });
  const others = [made(() => path("cleo")), made(() => path("bea", "curves")), made(() => path("bea", "liaison", NOW + DAY))];
  expect(others.map(({ times }) => times)).toEqual([1, 1, 1]);
  expect(others.map((one) => one.path === first.path)).toEqual([false, true, false]);
  const signature = new URL(first.path, "http://localhost").searchParams.get("s") ?? "";
  const link = { ...shown, variant: "full" as const, day: 20_000, signature };
  expect([isMediaLink(SECRET, link, "bea", NOW), isMediaLink(SECRET, link, "cleo", NOW)]).toEqual([true, false]);
});

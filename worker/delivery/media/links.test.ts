import { expect, test } from "vitest";
import { DAY } from "#worker/platform/durations.ts";
import { isMediaLink, mediaPaths } from "./links.ts";
import { createPhotoAccess } from "./photo-access.ts";

const SECRET = "a secret of media";
const NOW = 20_000 * DAY;
const shown = { key: "k-1", owner: "ann" };

test("a photo is signed once a day for each viewer and domain, and its links stay good", () => {
  const access = createPhotoAccess({ store: {} as never, domainOf: async () => null, hash: async (token) => token });
  const made = (viewer = "bea", domain = "liaison", now = NOW) => {
    const cached = access.allow(shown, viewer, domain, now);
    const before = cached.day;
    return { path: mediaPaths(SECRET, shown, viewer, now, cached).full, before, cached };
  };
  const first = made();
  expect([first.before, first.cached.day]).toEqual([null, 20_000]);
  const { signed } = first.cached;
  // A signature made anew would not be this one.
  first.cached.signed = signed.replaceAll(/./g, "x");
  const later = made("bea", "liaison", NOW + DAY - 1);
  expect([later.before, later.path === first.path, later.path.endsWith(`s=${"x".repeat(22)}`)]).toEqual([20_000, false, true]);
  first.cached.signed = signed;
  expect(made("bea", "liaison", NOW + DAY - 1).path).toBe(first.path);

  const others = [made("cleo"), made("bea", "curves"), made("bea", "liaison", NOW + DAY)];
  expect(others.map(({ before }) => before)).toEqual([null, null, 20_000]);
  expect(others.map(({ cached }) => cached.day)).toEqual([20_000, 20_000, 20_001]);
  expect(others.map((one) => one.path === first.path)).toEqual([false, true, false]);
  const signature = new URL(first.path, "http://localhost").searchParams.get("s") ?? "";
  const link = { ...shown, variant: "full" as const, day: 20_000, signature };
  expect([isMediaLink(SECRET, link, "bea", NOW), isMediaLink(SECRET, link, "cleo", NOW)]).toEqual([true, false]);
});

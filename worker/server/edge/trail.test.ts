import { parse } from "hono/utils/cookie";
import { expect, test } from "vitest";
import { readTrail, type Trail, trailCookie } from "./trail.ts";

const written = (trail: Trail) => parse(trailCookie(trail, true).split(";")[0] ?? "").trail ?? null;
const NOTHING: Trail = { search: null, popup: null };

test("a trail comes back as it was stored, for the pages about members, until the browser is closed", () => {
  const search = "gender=female&country=NL&hair=red&cursor=a-b_c%3D";
  for (const trail of [NOTHING, { search, popup: null }, { search: null, popup: 0 }, { search, popup: 600 }]) {
    expect(readTrail(written(trail))).toEqual(trail);
  }
  const line = trailCookie({ search, popup: 3 }, true);
  expect(line).toMatch(/; Path=\/members; HttpOnly; Secure; SameSite=Lax$/);
  expect(trailCookie(NOTHING, false)).not.toContain("Secure");
});

test("a malformed trail cookie is ignored", () => {
  for (const cookie of [null, "", "popup=soon", "popup=-1", "popup=99999", `search=${"a".repeat(1001)}`, "%%%"]) {
    expect(readTrail(cookie)).toEqual(NOTHING);
  }
  expect(readTrail(written({ search: "a".repeat(1001), popup: null }))).toEqual(NOTHING);
});

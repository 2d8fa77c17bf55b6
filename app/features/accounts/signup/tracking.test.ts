import { expect, test } from "vitest";
import { placementOf } from "./tracking.ts";

test("a landing page's placement is one plain word, or nothing", () => {
  expect(placementOf("/members/abc/landing2/spring-banner-7")).toBe("spring-banner-7");
  expect(placementOf("/members/abc/landing3/blog?network=x")).toBe("blog");
  for (const path of [
    "/members/abc/landing2",
    "/members/abc/landing/blog",
    "/members/abc/landing2/",
    "/members/abc/landing2/Two%20Words",
    "/members/abc/landing2/a/b",
    "/members/abc/landing3/<script>",
    `/members/abc/landing3/${"a".repeat(41)}`,
    "/landers/video/amsterdam",
  ])
    expect(placementOf(path), path).toBeUndefined();
});

import { expect, test } from "vitest";
import { answerRobots } from "./robots.ts";

test("robots may read a site, and nothing of a preview of a branch", async () => {
  const robots = (indexed: boolean) => answerRobots(new URL("http://localhost/robots.txt"), indexed)?.text();
  expect(await robots(true)).toBe("User-agent: *\nDisallow: /api/\nDisallow: /media/\n");
  expect(await robots(false)).toBe("User-agent: *\nDisallow: /\n");
  expect(answerRobots(new URL("http://localhost/robots"), true)).toBeNull();
});

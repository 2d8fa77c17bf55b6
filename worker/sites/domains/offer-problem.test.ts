import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { readDomains } from "./read-domains.ts";

const demo = env.TEST_DOMAINS as { id: string; settings: object }[];
const curves = demo.find(({ id }) => id === "curves") ?? expect.unreachable();

function problemsOf(settings: object, more: object = {}): string[] {
  const file = { ...curves, ...more, settings: { ...curves.settings, ...settings } };
  return readDomains([{ name: "curves.json", text: JSON.stringify(file, null, 2) }]).problems;
}

describe("a discount for staying that equals an offer of the same member is refused", () => {
  test.each([
    ["the time bonus", { delete_discount: 25 }, "time_bonus"],
    ["the welcome discount", { delete_discount: 25, time_bonus: false }, "welcome_discount_hours"],
  ])("%s", (_, settings, other) => {
    expect(problemsOf(settings)).toEqual([
      expect.stringMatching(new RegExp(`settings\\.delete_discount.*takes as much off as ${other}`)),
    ]);
  });

  test.each([
    ["another percentage", { delete_discount: 24 }, {}],
    ["no other offer", { delete_discount: 25, time_bonus: false, welcome_discount_hours: 0 }, {}],
    ["both offers, of which a member has one", { delete_discount: 0, time_bonus: true, welcome_discount_hours: 48 }, {}],
    ["another server decides", { delete_discount: 25 }, { api: { mode: "proxy", upstream: "https://api.example.com" } }],
  ])("%s is not", (_, settings, more) => {
    expect(problemsOf(settings, more)).toEqual([]);
  });
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readDomains } from "./read-domains.ts";
import { sellsToEurope } from "./withdrawal.vocabulary.ts";

const demo = env.TEST_DOMAINS as { id: string; settings: Record<string, unknown> }[];
const curves = demo.find(({ id }) => id === "curves") ?? expect.unreachable();

function problemsOf(settings: object, more: object = {}): string[] {
  const file = { ...curves, ...more, settings: { ...curves.settings, ...settings } };
  return readDomains([{ name: "curves.json", text: JSON.stringify(file, null, 2) }]).problems;
}

test("a site that sells in the European Economic Area gives the 14 days of the law", () => {
  const countries = ["NL", "GB"];
  expect(problemsOf({ countries, refund_days: 14 })).toEqual([]);
  expect(problemsOf({ countries, refund_days: 13 })).toEqual([
    expect.stringMatching(/settings\.refund_days.*is 13; buyers in NL have 14 days by law/),
  ]);
  expect(problemsOf({ countries, refund_days: 0 }, { api: { mode: "proxy", upstream: "https://api.example.com" } })).toEqual([]);
});

test("the function is in sight while a site has packages, also when it sells no more", () => {
  const packages = { EUR: [] };
  expect(sellsToEurope({ countries: ["GB", "NO"], packages })).toBe(true);
  expect(sellsToEurope({ countries: ["GB", "US"], packages })).toBe(false);
  expect(sellsToEurope({ countries: ["NL"], packages: {} })).toBe(false);
});

import { expect, test } from "vitest";
import localhost from "#db/domains/localhost.json" with { type: "json" };
import { translator } from "#locales/index.ts";
import { pageText } from "#locales/pages/index.ts";
import { chooseSections } from "#worker/platform/markdown.ts";
import { featuresOf } from "#worker/sites/domains/features.ts";
import { type Settings, settingsSchema } from "#worker/sites/domains/settings.vocabulary.ts";
import { type Facts, factsOf, fill } from "./facts.ts";

const settings = settingsSchema.parse(localhost.settings);

async function shown(page: "imprint" | "accessibility", more: Partial<Settings>, language: "en" | "fr" = "en") {
  const features = featuresOf(settings, [], { local: false, built: [] });
  const { flags, places } = factsOf({
    settings: { ...settings, ...more },
    features,
    country: "NL",
    t: await translator(language),
  });
  return fill(
    chooseSections(await pageText(language, page), (flag) => flags[flag as keyof Facts["flags"]]),
    places,
  );
}

test("the imprint names the operator's points of contact, and the support where none is set", async () => {
  const bare = await shown("imprint", { languages: ["en", "de"] });
  expect(bare).toContain(`Digital Services reach us at ${settings.support_email}, in these languages: English and German.`);
  expect(bare).not.toMatch(/Represented by|legal representative/);
  const contact = {
    authorities: "law@example.com",
    languages: ["nl" as const],
    represented_by: "Anna Berger",
    eu_representative: "Example Ltd, Dublin",
  };
  const full = await shown("imprint", { contact });
  for (const part of [
    "reach us at law@example.com, in these languages: Dutch.",
    "Represented by Anna Berger",
    "Example Ltd, Dublin",
  ])
    expect(full).toContain(part);
});

test("the accessibility statement names what was tested, and what the operator adds", async () => {
  const bare = await shown("accessibility", {});
  expect(bare).toContain("WCAG 2.1");
  expect(bare).not.toMatch(/last looked|turn to/);
  const accessibility = { checked: "2026-11-01", authority: "Example authority, example.org" };
  expect(await shown("accessibility", { accessibility }, "fr")).toContain("1er novembre 2026");
  expect(await shown("accessibility", { accessibility })).toContain("Example authority, example.org");
});

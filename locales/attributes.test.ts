import { expect, test } from "vitest";
import * as attributes from "#db/schema/attributes.ts";
import { INTERESTS } from "#db/schema/interests.ts";
import { promptsOf } from "#worker/discovery/members/prompts.vocabulary.ts";
import { AVAILABLE, translator } from "./index.ts";

const NICHES = [1, 2, 3, 4, 5, 6, 7];

const FIELDS = {
  gender: attributes.GENDERS,
  sexuality: attributes.SEXUALITIES,
  hair: attributes.HAIR_COLOURS,
  eyes: attributes.EYE_COLOURS,
  body: attributes.BODY_TYPES,
  relationship: attributes.RELATIONSHIPS,
  tattoos: attributes.TATTOOS,
  reason: attributes.REASONS,
  interests: INTERESTS,
};

test.each(AVAILABLE)("every code of an attribute has a distinct label in %s", async (tag) => {
  const t = await translator(tag);
  for (const [field, codes] of Object.entries(FIELDS)) {
    const keys = codes.map((code) => `members.attributes.${field}.${code}`);
    expect(keys.filter((key) => !t.has(key))).toEqual([]);
    const words = keys.map((key) => t(key as Parameters<typeof t>[0]));
    expect(new Set(words).size).toBe(words.length);
  }
});

test.each(AVAILABLE)("every question of a profile has a distinct text in %s", async (tag) => {
  const t = await translator(tag);
  for (const niche of NICHES) {
    const asked = promptsOf(niche);
    expect(asked.length).toBeGreaterThanOrEqual(15);
    const keys = asked.map((id) => `members.prompts.questions.${id}`);
    expect(keys.filter((key) => !t.has(key))).toEqual([]);
    expect(new Set(keys.map((key) => t(key as Parameters<typeof t>[0]))).size).toBe(asked.length);
  }
});

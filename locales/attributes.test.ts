import { expect, test } from "vitest";
import { ATTRIBUTE_NAMES, ATTRIBUTES } from "#db/schema/attribute-table.ts";
import { GENDERS } from "#db/schema/attributes.ts";
import { INTERESTS } from "#db/schema/interests.ts";
import { promptsOf } from "#worker/discovery/members/prompts.vocabulary.ts";
import { AVAILABLE, translator } from "./index.ts";

const NICHES = [1, 2, 3, 4, 5, 6, 7];

const FIELDS: Record<string, readonly string[]> = {
  gender: GENDERS,
  ...Object.fromEntries(ATTRIBUTE_NAMES.map((attribute) => [attribute, ATTRIBUTES[attribute].codes])),
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

import { expect, test } from "vitest";
import { ATTRIBUTE_NAMES, attributeRow } from "#db/schema/attribute-table.ts";
import { translator } from "#locales/index.ts";
import { profileWords } from "./profile-words.ts";

test("the desk reads what a profile says in the words of its site's language, and no code", async () => {
  const said = { gender: "female", attributes: { hair: "brown", smoking: "never" }, interests: ["coffee"] };
  expect(profileWords(said, await translator("de"))).toEqual([
    ["Geschlecht", "Frau"],
    ["Haare", "Braun"],
    ["Rauchen", "Nie"],
    ["Interessen", "Kaffee"],
  ]);
  const every = Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, attributeRow(name).codes[0]]));
  for (const [name, value] of profileWords({ ...said, attributes: every }, await translator("fi")))
    expect([name, value]).not.toContain("");
});

import { expect, test } from "vitest";
import { nameProblem } from "#worker/people/identity/name.ts";
import { variantsOf } from "./free-name.ts";

const EMAIL = "anna@example.org";
const OWN = ["Liaison"];

test("a taken name becomes names like it that the rules of names accept", () => {
  const NAMES = [
    ["Anna", /^Anna\d{4}$/],
    ["Anna_", /^Anna_\d{4}$/],
    ["Anna1990", /^Anna\d{4}$/],
    ["A.Name.Of20Characters", /^A\.Name\.Of20Chara\d{4}$/],
    // Five digits and four would be a phone number.
    ["a1.2.3.4.5.", /^a1[.\d]*\d{4}$/],
    ["kik", /^ki\d{4}$/],
    ["12345", /^\d{4}$/],
    ["Дмитрий", /^Дмитрий\d{4}$/],
    ["محمد", /^محمد\d{4}$/],
    ["क्षितिज", /^क्षितिज\d{4}$/],
  ] as const;
  for (const [name, like] of NAMES) {
    const variants = variantsOf(name, EMAIL, OWN);
    expect(variants).toHaveLength(3);
    for (const one of variants) {
      expect(one).toMatch(like);
      expect(nameProblem(one, EMAIL, OWN), `${name}: ${one}`).toBe(null);
    }
  }
});

test("the digits are random", () => {
  const made = new Set(Array.from({ length: 20 }, () => variantsOf("Anna", EMAIL, OWN)).flat());
  expect(made.size).toBeGreaterThan(40);
});

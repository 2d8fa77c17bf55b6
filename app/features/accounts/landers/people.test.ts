import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { NICHE_PREFIXES } from "#worker/sites/domains/face.vocabulary.ts";
import { FIGURES, figureOf, LANDER_PEOPLE, peopleOf, portraitOf } from "./people.ts";

const casts = (genders: ("female" | "male")[]) => NICHE_PREFIXES.map((cast) => peopleOf({ niche: 1, face: { cast }, genders }));

test("a site for one gender draws twelve of it, those of its cast first; any other site the whole cast", () => {
  for (const gender of ["female", "male"] as const) {
    for (const [n, people] of casts([gender]).entries()) {
      expect(people.map((one) => one.gender)).toEqual(Array(12).fill(gender));
      const cast = casts(["female", "male"])[n]?.filter((one) => one.gender === gender) ?? [];
      expect(people.slice(0, cast.length)).toEqual(cast);
    }
  }
  const names = peopleOf({ niche: 1, face: {}, genders: ["male", "female"] }).map(({ name }) => name);
  expect(names.join(" ")).toBe("Mila Omar Clara Malik Amara Finn Romy Kofi Vera Ewan Elin Leo");
});

test("every picture of the drawn people is in the repository", () => {
  const shown = LANDER_PEOPLE.flatMap((person) => [portraitOf(person), figureOf(person)]);
  expect(shown.filter((path) => path.endsWith("-figure.svg"))).toHaveLength(Object.keys(FIGURES).length);
  expect(shown.filter((path) => !existsSync(`public${path}`))).toEqual([]);
});

import { expect, test } from "vitest";
import { GENDERS } from "#db/schema/attributes.ts";
import { AGE_GROUPS } from "./portrait/styles.ts";
import {
  hairWeights,
  lifeSpecs,
  lifeSvg,
  ownLook,
  PORTRAITS,
  portraitSpecs,
  portraitSvg,
  SCENERIES,
  scenerySpecs,
  scenerySvg,
} from "./portrait.ts";
import { createRandom } from "./random.ts";

const ALLOWED = new Set([
  "svg",
  "defs",
  "g",
  "path",
  "circle",
  "ellipse",
  "rect",
  "use",
  "clipPath",
  "linearGradient",
  "radialGradient",
  "stop",
  "filter",
  "feGaussianBlur",
  "feTurbulence",
  "feColorMatrix",
  "pattern",
]);

/** Checks balanced tags, unique ids and references to existing ids. */
function check(svg: string): void {
  expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600"')).toBe(true);
  expect(new TextEncoder().encode(svg).length).toBeLessThan(16 * 1024);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|style|<script|\son\w+=|&|https?:(?!\/\/www\.w3\.org\/2000\/svg")/);
  const open: string[] = [];
  const ids: string[] = [];
  const rest = svg.replaceAll(/<(\/?)(\w+)((?: [\w-]+="[^"<>]*")*)(\/?)>/gi, (_, close, name, attributes, self) => {
    const names = [...attributes.matchAll(/ ([\w-]+)=/g)].map((match) => match[1]);
    // `expect` itself is too slow for a million tags.
    if (!ALLOWED.has(name) || new Set(names).size !== names.length) expect.fail(`<${name}${attributes}>`);
    const id = / id="([^"]+)"/.exec(attributes)?.[1];
    if (id) ids.push(id);
    if (close) {
      if (open.pop() !== name) expect.fail(`</${name}>`);
    } else if (!self) open.push(name);
    return "";
  });
  expect(rest).toBe("");
  expect(open).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  const asked = [...svg.matchAll(/url\(#(\w+)\)|href="#(\w+)"/g)].map((match) => match[1] ?? match[2]);
  expect(asked.filter((id) => !ids.includes(id as string))).toEqual([]);
  expect(svg).not.toMatch(/href="[^#]/);
}

test("every portrait of the pool is small, well-formed and self-contained", () => {
  expect(PORTRAITS.length).toBeGreaterThan(100);
  for (const spec of PORTRAITS) check(portraitSvg(spec));
});

test("each person of the pool has two pictures from life, small, well-formed and self-contained", () => {
  const drawn = PORTRAITS.flatMap((portrait) => {
    const lives = lifeSpecs(portrait);
    expect(new Set(lives.map(({ scene }) => scene.motif)).size).toBe(2);
    const { gender, skin, hairStyle, hairShade, garment } = portrait;
    for (const { person } of lives) expect(person).toMatchObject({ gender, skin, hairStyle, hairShade, garment });
    return lives.map(lifeSvg);
  });
  for (const svg of drawn) check(svg);
  expect(new Set(drawn).size).toBe(drawn.length);
});

test("members' own pictures are small, well-formed and self-contained, and repeat with their seed", () => {
  for (const frames of ["figure", "face"] as const) {
    const drawn = PORTRAITS.map((like, index) => ownLook(createRandom("x", index), like, frames));
    expect(drawn).toEqual(PORTRAITS.map((like, index) => ownLook(createRandom("x", index), like, frames)));
    for (const look of drawn) check(portraitSvg(look));
  }
});

test("portraits of other seeds are small, well-formed and self-contained", () => {
  for (const spec of portraitSpecs("another", 300)) check(portraitSvg(spec));
});

test("every scenery is small, well-formed and self-contained", () => {
  expect(SCENERIES.length).toBeGreaterThan(10);
  for (const spec of SCENERIES) check(scenerySvg(spec));
  expect(new Set(SCENERIES.map(scenerySvg)).size).toBe(SCENERIES.length);
});

test("pools repeat with their seed and hold no picture twice", () => {
  expect(portraitSpecs("x", 240)).toEqual(portraitSpecs("x", 240));
  expect(portraitSpecs("x", 240)).not.toEqual(portraitSpecs("y", 240));
  expect(scenerySpecs("x", 48)).toEqual(scenerySpecs("x", 48));
  expect(new Set(PORTRAITS.map(portraitSvg)).size).toBe(PORTRAITS.length);
  expect(portraitSpecs("x", 10)).toHaveLength(10);
});

test("the pool has a portrait for every hair colour that occurs at an age", () => {
  for (const gender of GENDERS)
    for (const age of AGE_GROUPS) {
      for (const [hair] of hairWeights(gender, age)) {
        expect(
          PORTRAITS.some((spec) => spec.gender === gender && spec.ageGroup === age && spec.hair === hair),
          `${gender} ${age} ${hair}`,
        ).toBe(true);
      }
    }
  const women = PORTRAITS.filter((spec) => spec.gender === "female").length;
  expect(Math.abs(women - PORTRAITS.length / 2)).toBeLessThan(PORTRAITS.length / 10);
});

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { colourOf, contrast, tokensOf } from "#tests/setup/colour.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { BASE_THEME, type Theme, themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import sheet from "./tokens.css?raw";

const SURFACES = ["bg", "surface", "surface-sunken", "surface-raised"];
const SOFT = ["primary-soft", "secondary-soft", "success-soft", "danger-soft", "warning-soft"];
const TINTS = ["tint-1", "tint-2", "tint-3", "tint-4"];

/** Text tokens and their backgrounds. */
const TEXT: Record<string, string[]> = {
  text: [...SURFACES, ...SOFT, "primary-line"],
  "text-muted": [...SURFACES, "primary-soft"],
  "primary-text": [...SURFACES, "primary-soft"],
  "secondary-text": [...SURFACES, "primary-soft", "secondary-soft"],
  "success-text": [...SURFACES, "success-soft"],
  "danger-text": [...SURFACES, "primary-soft", "danger-soft"],
  "warning-text": [...SURFACES, "warning-soft"],
  "on-fill": ["primary", "primary-hover", "secondary", "secondary-hover", "success", "unread", "danger", "danger-hover"],
  "on-credit-low": ["credit-low"],
  "tint-ink": TINTS,
};
/** Non-text tokens that need contrast: field borders, focus ring, online dot, progress. */
const SHAPES: Record<string, string[]> = {
  "border-strong": SURFACES,
  "secondary-text": SURFACES,
  online: ["surface", "bg", "surface-raised"],
  "success-text": ["border"],
};

const niches = Array.from({ length: 7 }, (_, index): [string, Theme] => [
  `niche ${index + 1}`,
  themeOf({ niche: index + 1, theme: {} }),
]);
const domains = env.TEST_DOMAINS.map((file): [string, Theme] => {
  const { id, settings } = domainFileSchema.parse(file);
  return [id, themeOf(settings)];
});
/** Arbitrary operator colours: the hue circle in three lightnesses. */
const any = Array.from({ length: 36 }, (_, index): [string, Theme] => {
  const colour = (turn: number) => hexOf(((index % 12) * 30 + turn) % 360, [30, 50, 75][index % 3] as number);
  return [`any colours ${index + 1}`, { primary: colour(0), secondary: colour(120), success: colour(240), unread: colour(180) }];
});

test("the product's own colours stand in the style sheet", () => {
  const tokens = tokensOf(sheet, "light");
  for (const [name, colour] of Object.entries(BASE_THEME)) expect(tokens.get(`--brand-${name}`)).toBe(colour);
  expect(new Set(niches.map(([, { primary }]) => primary)).size, "every niche looks different").toBe(7);
});

describe.each(["light", "dark"] as const)("in the %s", (scheme) => {
  test.each([...niches, ...domains, ...any])("%s: what is read has 4.5:1, what must be seen 3:1", (_, theme) => {
    const tokens = tokensOf(sheet, scheme);
    for (const [name, colour] of Object.entries(theme)) tokens.set(`--brand-${name}`, colour);
    const low: string[] = [];
    for (const [pairs, least] of [
      [TEXT, 4.5],
      [SHAPES, 3],
    ] as const) {
      for (const [front, backs] of Object.entries(pairs)) {
        for (const back of backs) {
          const ratio = contrast(colourOf(`var(--${front})`, tokens), colourOf(`var(--${back})`, tokens));
          if (ratio < least) low.push(`${front} on ${back}: ${ratio.toFixed(2)}`);
        }
      }
    }
    expect(low).toEqual([]);
  });
});

/** Fully saturated colour as #rrggbb. */
function hexOf(hue: number, lightness: number): string {
  const spread = Math.min(lightness, 100 - lightness) / 100;
  const channel = (turn: number) => {
    const at = (turn + hue / 30) % 12;
    const value = lightness / 100 - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

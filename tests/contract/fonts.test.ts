import { globSync, readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { LANGUAGES } from "#locales/languages.ts";
import { codePointsOf } from "#worker/sites/brand/woff2.ts";
import { DISPLAY_FONTS } from "#worker/sites/domains/face.vocabulary.ts";

const at = (path: string) => `http://localhost:${inject("local")}${path}`;

/** Files with all text of the product: catalogues, demo members, towns and page sources. */
const WRITTEN = "{locales/**/*.{json,md},demo/people/*.ts,db/places/*.ts,db/domains/*.json,app/**/*.tsx}";

async function fonts(path: string): Promise<{ href: string; answer: Response }[]> {
  const html = await (await fetch(at(path), { headers: { accept: "text/html" } })).text();
  const links = html.match(/<link [^>]*as="font"[^>]*>/g) ?? [];
  return Promise.all(
    links.map(async (link) => {
      expect(link).toMatch(/rel="preload"/);
      expect(link, "a font is always asked for without cookies").toMatch(/crossorigin/i);
      const href = /href="([^"]+)"/.exec(link)?.[1] ?? "";
      return { href, answer: await fetch(at(href)) };
    }),
  );
}

/** Dates and amounts as Intl formats them in each language. */
function formatted(): string {
  const day = Date.UTC(2026, 8, 3, 16, 5);
  return LANGUAGES.flatMap((tag) => [
    ...["EUR", "USD", "GBP", "PLN", "SEK"].map((currency) =>
      new Intl.NumberFormat(tag, { style: "currency", currency }).format(-1_234_567.8),
    ),
    new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short" }).formatRange(day, day + 9e8),
    ...Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat(tag, { month: "long", weekday: "long" }).format(Date.UTC(2026, month, month + 1)),
    ),
    new Intl.RelativeTimeFormat(tag).format(-2, "hour"),
  ]).join("");
}

describe("the product's fonts", () => {
  it.each(["/", "/login", "/no/such/page", "/terms", "/tinderswipe"])(
    "two are asked for early by %s, that of headings first, and cached for good",
    async (path) => {
      const found = await fonts(path);
      expect(found.map(({ href }) => href.replace(/-[\w-]+\./, "."))).toEqual([
        "/assets/fraunces.woff2",
        "/assets/figtree.woff2",
      ]);
      for (const { answer } of found) {
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-type")).toBe("font/woff2");
        expect(answer.headers.get("cache-control")).toContain("immutable");
      }
    },
  );

  it("have at most 35 kB each, and every character of the product's texts", async () => {
    const letters = new Set(formatted());
    const files = globSync(WRITTEN).filter((file) => !file.startsWith("app/routes/server/dev/"));
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) for (const letter of readFileSync(file, "utf8")) letters.add(letter);
    for (const control of ["\n", "\t", "\r"]) letters.delete(control);
    expect(letters).toContain("ż");
    const found = await fonts("/");
    expect(found).toHaveLength(2);
    for (const { href, answer } of found) {
      const file = new Uint8Array(await answer.arrayBuffer());
      expect(file.length, href).toBeLessThanOrEqual(35_000);
      const covered = codePointsOf(file);
      expect(
        [...letters].filter((letter) => !covered.has(letter.codePointAt(0) ?? 0)),
        href,
      ).toEqual([]);
    }
  });

  it("of single niches have at most 35 kB and every letter of the texts", () => {
    const letters = [...new Set([...globSync("locales/**/*.json")].flatMap((file) => [...readFileSync(file, "utf8")]))];
    expect(letters).toContain("ż");
    for (const font of DISPLAY_FONTS) {
      const file = new Uint8Array(readFileSync(`app/styles/fonts/${font}.woff2`));
      expect(file.length, font).toBeLessThanOrEqual(35_000);
      const covered = codePointsOf(file);
      expect(
        letters.filter((letter) => letter !== "\n" && !covered.has(letter.codePointAt(0) ?? 0)),
        font,
      ).toEqual([]);
    }
  });

  it("have their licence beside them", () => {
    const fonts = globSync("app/styles/fonts/*.woff2");
    expect(fonts).toHaveLength(DISPLAY_FONTS.length);
    for (const font of fonts)
      expect(readFileSync(font.replace(".woff2", ".OFL.txt"), "utf8")).toContain("SIL OPEN FONT LICENSE Version 1.1");
  });
});

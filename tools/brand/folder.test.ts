import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fontOf } from "#tests/setup/fonts.ts";
import { readFolder, sourceOf } from "./folder.ts";

const FONT = join(import.meta.dirname, "../../app/styles/fonts/nunito.woff2");
const PHOTO = join(import.meta.dirname, "../../public/landers/city.webp");
const LATIN: [number, number] = [0x20, 0x1_7f];
const SVG = '<svg viewBox="0 0 30 10">\n<path d="M0 0h9"/></svg>';

let domains: string;
beforeEach(() => {
  domains = mkdtempSync(join(tmpdir(), "liaison-folder-"));
  mkdirSync(join(domains, "gipfel"));
});
afterEach(() => rmSync(domains, { recursive: true }));

const put = (name: string, content: string | Buffer) => writeFileSync(join(domains, "gipfel", name), content);
const read = (languages = ["de", "en"]) => readFolder(domains, "gipfel", languages);
const png = (width: number, height: number) => {
  const header = Buffer.alloc(33);
  header.write("\x89PNG\r\n\x1a\n", "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};

test("a niche without a folder has none, and a folder's files are told by their content", () => {
  expect(readFolder(domains, "other", ["en"])).toBeUndefined();
  put("words.json", "{}");
  put("logo.svg", SVG);
  put("notes.md", "ours");
  put("icon.png", png(512, 512));
  copyFileSync(FONT, join(domains, "gipfel/font.woff2"));
  put("font-licence.txt", "SIL Open Font Licence 1.1");
  const first = read();
  expect(first?.problems).toEqual([]);
  expect(first?.words).toEqual({ name: "gipfel/words.json", text: "{}" });
  expect(first?.assets).toMatchObject({
    logo: { type: "svg", width: 30, height: 10 },
    icon: { type: "png", width: 512, height: 512 },
    font: { hash: expect.stringMatching(/^[0-9a-f]{16}$/) },
  });
  expect(sourceOf(first?.assets.logo?.hash ?? "")?.bytes.toString()).toBe(SVG);
  put("font-licence.txt", "another");
  expect(read()?.assets.font?.hash).not.toBe(first?.assets.font?.hash);
  expect(read()?.assets.logo).toEqual(first?.assets.logo);
});

test("each mistake of a file is a line with its name, and with its place in a drawing", () => {
  put("logo.svg", SVG.replace("<path", '<path onclick="x()"'));
  put("logo-dark.png", png(90, 10));
  put("icon.png", png(600, 512));
  put("hero.png", png(1200, 900));
  put("font.woff2", "wOF2 but no font");
  put("banner.gif", "");
  expect(read()?.problems.toSorted()).toEqual([
    expect.stringMatching(/^db\/domains\/gipfel\/banner\.gif: is no file of a niche\. It takes words\.json, /),
    "db/domains/gipfel/font.woff2: is no WOFF2 font",
    "db/domains/gipfel/font.woff2: needs font-licence.txt beside it: who made the font, and what its licence allows",
    "db/domains/gipfel/hero.png: is 1200 × 900 pixels; its longer side needs 1600 at least",
    "db/domains/gipfel/icon.png: is not square",
    "db/domains/gipfel/logo-dark.png: is 10 pixels high; 64 at least",
    "db/domains/gipfel/logo-dark.png: is more than eight times as wide as high",
    "db/domains/gipfel/logo.svg:2:1: onclick would run a script",
  ]);
});

test("a font that varies beyond its axes is refused: Firefox would show one weight only", () => {
  put("font-licence.txt", "SIL Open Font Licence 1.1");
  put("font.woff2", fontOf(LATIN, [0, 0.68, 1]));
  expect(read()?.problems).toEqual([]);
  put("font.woff2", fontOf(LATIN, [0, 0.68, 1.3125]));
  expect(read()?.problems).toEqual([
    expect.stringMatching(/^db\/domains\/gipfel\/font\.woff2: varies beyond its axes \(to 1\.3125\), so Firefox /),
  ]);
});

test("a file that lies about its type, is too large, or stands twice is refused", () => {
  copyFileSync(PHOTO, join(domains, "gipfel/hero.jpg"));
  put("logo.svg", `${SVG}${" ".repeat(60_000)}`);
  put("logo.png", png(64, 64));
  put("font-licence.txt", "of nothing");
  expect(read()?.problems.toSorted()).toEqual([
    "db/domains/gipfel/font-licence.txt: is the licence of no font.woff2",
    "db/domains/gipfel/hero.jpg: is no jpg",
    "db/domains/gipfel/logo.png: stands beside logo.svg; keep one of them",
    "db/domains/gipfel/logo.svg: has 61 kB; 60 kB at most",
  ]);
});

test("a font that lacks letters of the site's languages is refused, with these letters", () => {
  put("font.woff2", fontOf([0x20, 0x7a]));
  put("font-licence.txt", "ours");
  expect(read(["en"])?.problems).toEqual([]);
  expect(read(["de"])?.problems).toEqual(["db/domains/gipfel/font.woff2: lacks letters of the site's languages: ä ö ü Ä Ö Ü ß"]);
});

test("legal texts are read by language, and kept by their words", () => {
  const text = (version: string, more = "") =>
    `---\nversion: ${version}\n---\n\n# {{site}}\n\nRules.\n\n## Who {#who}\n\nWe.${more}\n`;
  put("terms.de.md", text("2026-11-15"));
  put("terms.en.md", text("2026-11-15"));
  put("notes.md", "ours");
  const { assets, problems } = read() ?? expect.unreachable();
  expect(problems).toEqual([]);
  expect(assets.legal).toEqual({
    terms: {
      version: "2026-11-15",
      files: { de: { hash: expect.stringMatching(/^[0-9a-f]{16}$/) }, en: { hash: expect.any(String) } },
    },
  });
  expect(sourceOf(assets.legal?.terms?.files.de?.hash ?? "")?.bytes.toString()).toBe(text("2026-11-15"));
  put("terms.en.md", text("2026-11-16", "\n\n## More {#more}\n\nWords."));
  put("terms.fr.md", text("2026-11-15"));
  put("imprint.md", text("2026-11-15"));
  expect(read()?.problems).toEqual([
    expect.stringMatching(/^db\/domains\/gipfel\/imprint\.md: names no language: imprint\.de\.md, one of da, de, /),
    "db/domains/gipfel/terms.en.md:2:1: is of 2026-11-16, and terms.de.md of 2026-11-15",
    "db/domains/gipfel/terms.en.md: has not the same headings, by their ids, as terms.de.md",
    "db/domains/gipfel/terms.fr.md: is in fr, which the site does not speak",
  ]);
});

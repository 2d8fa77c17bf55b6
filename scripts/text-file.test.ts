import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readFolder } from "#tools/brand/folder.ts";
import { readDomainsIn } from "./data.ts";
import { readText } from "./text-file.ts";

const folder = mkdtempSync(join(tmpdir(), "liaison-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16 = (text: string, mark = true) => Buffer.from(`${mark ? "\uFEFF" : ""}${text}`, "utf16le");
const saved = (bytes: Uint8Array) => {
  writeFileSync(join(folder, "file"), bytes);
  return readText(join(folder, "file"));
};

test("a text is read as editors save it, and another encoding is named", () => {
  expect(saved(Buffer.from("{ä}"))).toBe("{ä}");
  expect(saved(Buffer.concat([BOM, Buffer.from("{ä}")]))).toBe("{ä}");
  expect(saved(BOM)).toBe("");
  expect(saved(Buffer.from(""))).toBe("");
  expect(() => saved(utf16("{}"))).toThrow("is saved as UTF-16: save it as UTF-8");
  expect(() => saved(utf16("{}", false))).toThrow("is saved as UTF-16");
  expect(() => saved(utf16("{}").swap16())).toThrow("is saved as UTF-16");
  expect(() => saved(Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]))).toThrow("is saved as UTF-32");
  expect(() => saved(Buffer.from("{ä}", "latin1"))).toThrow("is not saved as UTF-8");
});

test("a niche's file and its words may have a byte order mark; one in UTF-16 is refused by its name", () => {
  const domains = join(folder, "domains");
  cpSync(join(import.meta.dirname, "../db/domains"), domains, { recursive: true });
  const words = "curves/words.json";
  mkdirSync(join(domains, "curves"));
  writeFileSync(join(domains, words), "{}");
  const change = (name: string, work: (bytes: Buffer) => Uint8Array) =>
    writeFileSync(join(domains, name), work(readFileSync(join(domains, name))));
  const before = readDomainsIn(domains);
  expect([before.problems, before.files.length > 1]).toEqual([[], true]);
  for (const name of ["curves.json", words]) change(name, (bytes) => Buffer.concat([BOM, bytes]));
  expect(readDomainsIn(domains)).toEqual(before);

  change(words, () => utf16("{}"));
  expect(readDomainsIn(domains).problems).toEqual([`db/domains/${words}: is saved as UTF-16: save it as UTF-8`]);
  change("curves.json", (bytes) => utf16(bytes.toString()));
  expect(readDomainsIn(domains).problems).toContain("db/domains/curves.json: is saved as UTF-16: save it as UTF-8");
});

test("a logo and a font's licence may have a byte order mark", () => {
  const own = join(folder, "own/niche");
  mkdirSync(own, { recursive: true });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M0 0h64v64z"/></svg>');
  const problems = (bytes: Uint8Array) => {
    writeFileSync(join(own, "logo.svg"), bytes);
    return readFolder(join(folder, "own"), "niche", ["de"])?.problems;
  };
  expect([problems(svg), problems(Buffer.concat([BOM, svg]))]).toEqual([[], []]);
  expect(problems(utf16(svg.toString()))).toEqual(["db/domains/niche/logo.svg: is saved as UTF-16: save it as UTF-8"]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { nameKey, textLength } from "#worker/platform/text.ts";
import { cleanName, nameProblem } from "./name.ts";

const problem = (raw: string, email = "anna@example.org", own: string[] = ["Liaison"]) =>
  nameProblem(cleanName(raw), email, own)?.code ?? null;

test("names of all scripts are welcome", () => {
  for (const name of [
    "Anna",
    "Zoë",
    "Søren_92",
    "Łukasz-K",
    "Öztürk",
    "Дмитрий",
    "Ελένη",
    "محمد",
    "דָּוִד",
    "क्षितिज",
    "ธนพล",
    "さくら",
    "小明明",
    "김민준",
    "Nguyễn",
    "١٢٣",
    "a.b-c_d",
  ]) {
    expect(problem(name), name).toBe(null);
  }
});

test("length is what a reader counts", () => {
  expect(problem("ab")).toBe("too_short");
  expect(problem("e\u0301a\u0308")).toBe("too_short");
  expect(problem("e\u0301a\u0308o\u0302")).toBe(null);
  expect(problem("x".repeat(20))).toBe(null);
  expect(problem("x".repeat(21))).toBe("too_long");
  expect(problem("क्ष".repeat(40))).toBe("too_long");
  expect(problem("")).toBe("required");
  expect(problem(" \u0000\u202E ")).toBe("required");
});

test("an address and a leading @ are named before all other problems", () => {
  expect(problem("Anna@Example.org")).toBe("name_is_email");
  expect(problem("  anna@example.org ")).toBe("name_is_email");
  expect(problem("@anna")).toBe("name_starts_with_at");
  expect(problem("＠anna")).toBe("name_starts_with_at");
  expect(problem("@")).toBe("name_starts_with_at");
});

test("nothing but letters, digits and _ - .", () => {
  for (const name of [
    "two words",
    "a/b/c",
    "<b>hi</b>",
    "emoji😀x",
    "👩‍👩‍👧",
    "a\u200Bbc",
    "a\u200Dbcd",
    "abc\u3164",
    "\u115F\u115Fab",
    "a\nb c",
    "___",
    "...",
    "a+b=c",
    "\u0301abc",
    "_\u0301ab",
    `ab${"\u0301".repeat(9)}c`,
  ]) {
    expect(problem(name), JSON.stringify(name)).toBe("name_characters");
  }
});

test("spellings that differ only in case, composition or width have one key", () => {
  for (const [one, other] of [
    ["Zoë", "ZOE\u0308"],
    ["Νίκος", "ΝΊΚΟΣ"],
    ["ταΐζω", "ΤΑΪ\u0301ΖΩ"],
    ["Ａｎｎａ", "anna"],
    ["ﬁona", "FIONA"],
  ] as const) {
    expect(nameKey(cleanName(one)), one).toBe(nameKey(cleanName(other)));
  }
});

test("no way to get in touch", () => {
  for (const name of [
    "me@mail.com",
    "mail.me@here",
    "www.anna.nl",
    "anna.com",
    "go.anna.xxx",
    "ANNA.NL",
    "http://a.b",
    "0612345678",
    "06-12.34_56-78",
    "+31612345678",
    "anna0612345678",
    "٠٦١٢٣٤٥٦٧٨",
    "whatsapp_anna",
    "kik.anna",
  ]) {
    expect(problem(name), name).toMatch(/^name_(contact|characters)$/);
    if (!name.includes("+")) expect(problem(name), name).toBe("name_contact");
  }
  for (const name of ["jan1980", "anna.x", "j.k.rowling", "mr.bean", "kikker", "wwwanna"]) expect(problem(name), name).toBe(null);
});

test("nobody passes for the house", () => {
  for (const name of ["admin", "ADMIN", "A.d.m.i.n", "admin_1", "support24", "liaison", "Liaison-7", "ｓｕｐｐｏｒｔ"]) {
    expect(problem(name), name).toBe("name_reserved");
  }
  expect(problem("Administratrice")).toBe(null);
});

const scripts = [
  [0x61, 0x7a],
  [0xc0, 0x24f],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x590, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x300, 0x36f],
  [0x2000, 0x206f],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0x1f300, 0x1faff],
  [0xff00, 0xffef],
] as const;
const character = fc.oneof(
  ...scripts.map(([from, to]) => fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))),
  fc.constantFrom("_", "-", ".", "1", "@", " "),
);
const anyName = fc.array(character, { maxLength: 24 }).map((parts) => parts.join(""));

test("whatever is accepted is short, visible, stable, and has one key", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(anyName, fc.string({ unit: "binary", maxLength: 24 })), (raw) => {
      const name = cleanName(raw);
      if (nameProblem(name, "anna@example.org")) return;
      accepted++;
      expect(cleanName(name)).toBe(name);
      expect(textLength(name)).toBeGreaterThanOrEqual(3);
      expect(textLength(name)).toBeLessThanOrEqual(20);
      expect(name).toMatch(/^[\p{L}\p{M}\p{Nd}_.-]+$/u);
      expect(name).not.toMatch(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}@]/u);
      expect(name).toBe(name.normalize("NFC"));
      expect(nameProblem(name.normalize("NFD").normalize("NFC"), "")).toBe(null);
      expect(nameKey(name.normalize("NFD"))).toBe(nameKey(name));
      expect(nameKey(name.toLowerCase())).toBe(nameKey(name));
      expect(nameKey(name.toUpperCase().toLowerCase())).toBe(nameKey(name.toUpperCase()));
      expect(nameKey(nameKey(name))).toBe(nameKey(name));
    }),
    { numRuns: runs(4000) },
  );
  expect(accepted).toBeGreaterThan(runs(50));
});

import fc from "fast-check";

type Range = readonly [from: number, to: number];

/** Letters of the world's scripts, with their combining marks. */
const SCRIPTS: Record<string, { letters: Range[]; marks?: Range[] }> = {
  Latin: {
    letters: [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0xc0, 0x24f],
      [0x1e00, 0x1eff],
    ],
    marks: [[0x300, 0x332]],
  },
  Greek: {
    letters: [
      [0x386, 0x3ff],
      [0x1f00, 0x1fff],
    ],
    marks: [[0x300, 0x314]],
  },
  Cyrillic: { letters: [[0x400, 0x52f]], marks: [[0x300, 0x311]] },
  Armenian: { letters: [[0x531, 0x587]] },
  Georgian: { letters: [[0x10a0, 0x10fa]] },
  Hebrew: { letters: [[0x5d0, 0x5ea]], marks: [[0x5b0, 0x5c2]] },
  Arabic: {
    letters: [
      [0x620, 0x6d3],
      [0xfe70, 0xfefc],
    ],
    marks: [[0x64b, 0x655]],
  },
  Devanagari: { letters: [[0x904, 0x939]], marks: [[0x93a, 0x94d]] },
  Thai: { letters: [[0xe01, 0xe30]], marks: [[0xe34, 0xe3a]] },
  Han: {
    letters: [
      [0x4e00, 0x9fff],
      [0x20000, 0x2a6df],
      [0xf900, 0xfad9],
    ],
  },
  Kana: {
    letters: [
      [0x3041, 0x3096],
      [0x30a1, 0x30fa],
      [0xff66, 0xff9d],
    ],
    marks: [[0x3099, 0x309a]],
  },
  Hangul: {
    letters: [
      [0xac00, 0xd7a3],
      [0x1100, 0x1112],
    ],
    marks: [[0x1161, 0x1175]],
  },
  Wide: {
    letters: [
      [0xff21, 0xff3a],
      [0xff41, 0xff5a],
    ],
  },
  Mathematical: { letters: [[0x1d400, 0x1d7cb]] },
  Cherokee: { letters: [[0x13a0, 0x13f5]] },
};
export type ScriptName = keyof typeof SCRIPTS;
export const SCRIPT_NAMES = Object.keys(SCRIPTS);

/** Characters that are invalid in a name, address or password, or look like others. */
export const ODD = {
  unseen: ["\u200B", "\u200C", "\u200D", "\u2060", "\u00AD", "\u034F", "\u115F", "\u3164", "\uFEFF", "\uFE0F", "\u{E0041}"],
  direction: ["\u200E", "\u200F", "\u061C", "\u202A", "\u202E", "\u2066", "\u2069"],
  control: ["\0", "\b", "\t", "\n", "\r\n", "\u001B", "\u007F", "\u0085", "\u009F"],
  lines: ["\u2028", "\u2029", "\u000B", "\u000C"],
  space: [" ", "\u00A0", "\u2003", "\u3000", "\u202F"],
  halves: ["\uD800", "\uDBFF", "\uDC00", "\uDFFF"],
  emoji: ["😀", "👩‍👩‍👧", "👍🏽", "🏳️‍🌈", "🇳🇱", "1️⃣", "❤"],
  compatible: ["ﬁ", "①", "½", "ﷺ", "㎏", "™", "ª", "²", "K", "Å", "Ω", "ſ", "ǆ", "ﾞ"],
  alike: ["а", "е", "о", "ο", "ν", "і", "ӏ", "ᴀ", "ɑ", "օ", "Ꭰ", "ꓮ", "0", "1"],
  signs: [
    "@",
    "＠",
    ":",
    "/",
    "\\",
    '"',
    "'",
    "<",
    ">",
    ",",
    ";",
    "%",
    "+",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "!",
    "?",
    "*",
    "&",
    "#",
  ],
  folding: ["ß", "ẞ", "İ", "ı", "ς", "Σ", "ŉ", "ΐ", "ᾳ", "ǰ", "և"],
} as const;
const odd = fc.constantFrom(...Object.values(ODD).flat());

function from(ranges: readonly Range[], kind: RegExp): fc.Arbitrary<string> {
  return fc
    .oneof(...ranges.map(([first, last]) => fc.integer({ min: first, max: last })))
    .map((code) => String.fromCodePoint(code))
    .map((character) => (kind.test(character) ? character : String.fromCodePoint(ranges[0]?.[0] ?? 0x61)));
}

/** A letter with optional marks. */
function letter(script: ScriptName): fc.Arbitrary<string> {
  const { letters, marks } = SCRIPTS[script] as (typeof SCRIPTS)[string];
  const bare = from(letters, /^[\p{L}]$/u);
  if (!marks) return bare;
  const marked = fc.tuple(bare, fc.array(from(marks, /^[\p{M}\p{L}]$/u), { minLength: 1, maxLength: 2 }));
  return fc.oneof({ arbitrary: bare, weight: 3 }, { arbitrary: marked.map(([base, on]) => base + on.join("")), weight: 1 });
}

/** A word in one script. */
export function word(script: ScriptName, { min = 3, max = 20 } = {}): fc.Arbitrary<string> {
  return fc.array(letter(script), { minLength: min, maxLength: max }).map((letters) => letters.join(""));
}

/** A word in any script. */
export function anyWord(length?: { min?: number; max?: number }): fc.Arbitrary<{ script: ScriptName; text: string }> {
  return fc.constantFrom(...SCRIPT_NAMES).chain((script) => word(script, length).map((text) => ({ script, text })));
}

/** The text with one to three odd characters inserted. */
export function spoiled(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 3 })).map(([whole, extras]) => {
    const characters = [...whole];
    for (const [at, extra] of extras) characters.splice(at % (characters.length + 1), 0, extra);
    return characters.join("");
  });
}

/** Arbitrary input: binary, mixed scripts and excessive lengths. */
export const anything: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc
    .array(
      fc.oneof(
        anyWord({ min: 1, max: 4 }).map(({ text }) => text),
        odd,
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
  fc.tuple(anyWord({ min: 1, max: 3 }), fc.integer({ min: 50, max: 900 })).map(([{ text }, times]) => text.repeat(times)),
);

/** The four Unicode normalization forms. */
export const FORMS = ["NFC", "NFD", "NFKC", "NFKD"] as const;

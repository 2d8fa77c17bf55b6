import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { anything, anyWord, FORMS, ODD, SCRIPT_NAMES, spoiled, word } from "#tests/setup/writing-systems.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import { cleanText, nameKey, textLength } from "#worker/platform/text.ts";
import { cleanName, nameProblem } from "./name.ts";

const EMAIL = "someone@example.org";
const problem = (raw: string) => nameProblem(cleanName(raw), EMAIL, ["Liaison"])?.code ?? null;
/** As a log-in looks for a name (login.ts). */
const typed = (raw: string) => nameKey(cleanName(raw));

const joint = fc.constantFrom("", "", "", "_", "-", ".", "7", "٣", "९");
const name = anyWord({ min: 2, max: 14 }).chain(({ script, text }) =>
  fc.tuple(joint, word(script, { min: 0, max: 5 })).map(([between, rest]) => ({ script, text: text + between + rest })),
);

/** What must be so of a name that is let in, whatever it was made of. */
function expectSound(name: string): void {
  expect(cleanName(name)).toBe(name);
  expect(name).toBe(name.normalize("NFC"));
  expect(textLength(name)).toBeGreaterThanOrEqual(3);
  expect(textLength(name)).toBeLessThanOrEqual(20);
  expect(name).toMatch(/^[\p{L}\p{M}\p{Nd}_.-]+$/u);
  expect(name).not.toMatch(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}@]/u);
  expect(findsContact(name), name).toBe(false);
  expect(nameKey(name)).not.toMatch(/(?:\p{Nd}[-_.]*){7}/u);
  expect(nameKey(nameKey(name))).toBe(nameKey(name));
}

test("a name of any script is let in as a whole or refused, and is found again however it is typed", () => {
  const accepted = new Map<string, number>(SCRIPT_NAMES.map((script) => [script, 0]));
  fc.assert(
    fc.property(name, fc.constantFrom(...FORMS), fc.boolean(), ({ script, text }, form, direction) => {
      expect(problem(text.normalize("NFD")), "spelling decides nothing").toBe(problem(text));
      if (problem(text) !== null) return;
      accepted.set(script, (accepted.get(script) ?? 0) + 1);
      const clean = cleanName(text);
      expectSound(clean);
      const again = `  ${direction ? `\u200F${clean.normalize(form)}\u200E` : clean.normalize(form)}\n`;
      expect(typed(again), form).toBe(nameKey(clean));
      expect(typed(clean.toLowerCase())).toBe(nameKey(clean));
      // Some letters have no one capital (ß, ŉ): for them a name in capitals is another one.
      if ([...clean].every((letter) => nameKey(letter.toUpperCase()) === nameKey(letter)))
        expect(typed(clean.toUpperCase())).toBe(nameKey(clean));
    }),
    { numRuns: runs(4000) },
  );
  for (const [script, count] of accepted) expect(count, script).toBeGreaterThan(runs(60));
});

test("odd characters of a name are refused or cleaned away, never stored", () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.oneof(spoiled(name.map(({ text }) => text)), anything), (raw) => {
      const cleaned = cleanName(raw);
      expect(cleanName(cleaned)).toBe(cleaned);
      expect(cleanText(cleanText(raw))).toBe(cleanText(raw));
      expect(cleaned.isWellFormed()).toBe(true);
      if (problem(raw) === null) expectSound(cleaned);
      else refused++;
    }),
    { numRuns: runs(3000) },
  );
  expect(refused).toBeGreaterThan(runs(1500));
});

test("a name of two scripts that look alike is refused", () => {
  const alike = ["Latin", "Greek", "Cyrillic", "Armenian", "Cherokee"].map((script) => word(script, { min: 3, max: 5 }));
  const pairs = alike.flatMap((one) => alike.filter((two) => two !== one).map((two) => fc.tuple(one, two)));
  fc.assert(
    fc.property(fc.oneof(...pairs), ([left, right]) => {
      expect(problem(left + right), left + right).toMatch(/^name_/);
    }),
    { numRuns: runs(500) },
  );
});

test("no way to get in touch fits into a name", () => {
  const stem = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 2, maxLength: 7 });
  const gap = fc.constantFrom("", "-", ".", "_");
  const digit = fc.constantFrom(..."0123456789٠١٢٣٤٥٦٧٨٩０１２３");
  const phone = fc.array(fc.tuple(digit, gap), { minLength: 7, maxLength: 9 }).map((all) => all.flat().join(""));
  const web = fc
    .tuple(stem, fc.constantFrom("com", "nl", "de", "COM", "xxx", "ｏｒｇ"))
    .map(([host, ending]) => `${host}.${ending}`);
  const mail = fc.tuple(stem, fc.constantFrom("@", "＠"), stem).map((parts) => parts.join(""));
  const tail = fc.constantFrom("", "-", "_");
  fc.assert(
    fc.property(
      fc.oneof(
        phone,
        fc.tuple(web, tail).map((all) => all.join("")),
        mail,
      ),
      (text) => {
        expect(problem(text), text).toMatch(/^name_contact$|^too_long$|^name_reserved$/);
      },
    ),
    { numRuns: runs(1500) },
  );
});

const HOUSE = ["admin", "moderator", "support", "team", "official", "liaison", "root", "staff", "helpdesk"];

test("nobody passes for the house in letters that look like its name", () => {
  const spellings: Record<string, string[]> = {
    a: ["a", "A", "á", "ä", "4", "ᴀ"],
    d: ["d", "D", "ď", "đ"],
    e: ["e", "E", "é", "3", "ᴇ"],
    i: ["i", "I", "í", "1", "l", "ı", "ɪ"],
    l: ["l", "L", "ł", "I", "ʟ"],
    o: ["o", "O", "ö", "0", "ø", "ᴏ"],
    s: ["s", "S", "š", "5", "ｓ"],
    t: ["t", "T", "ť", "7", "𝐭"],
    r: ["r", "R", "ř", "ʀ"],
  };
  const spelled = fc
    .constantFrom(...HOUSE)
    .chain((house) =>
      fc
        .tuple(...[...house].map((letter) => fc.constantFrom(...(spellings[letter] ?? [letter, letter.toUpperCase()]))))
        .chain((all) => fc.constantFrom("", "_", ".", "-").map((joint) => all.join(joint))),
    );
  fc.assert(
    fc.property(spelled, fc.constantFrom("", "7", "_24"), (text, tail) => {
      expect(problem(text + tail), text + tail).toMatch(/^name_reserved$|^name_contact$|^too_long$/);
    }),
    { numRuns: runs(1000) },
  );
  for (const whole of ["ТЕАМ", "ΤΕΑΜ", "Ѕуѕор", "ᴀᴅᴍɪɴ", "ꓮꓓꓟꓲꓠ", "ᎪᎠᎷᎥN", "аԁмin"])
    expect(problem(whole), whole).toMatch(/^name_/);
  // Real names in those letters stay free.
  for (const free of ["Сара", "Оксана", "Вера", "Νίκος", "Armen", "Արմեն", "Amelie", "Ines", "Lia", "Тим"]) {
    expect(problem(free), free).toBe(null);
  }
});

test("a name with an invisible character is refused", () => {
  for (const hidden of [...ODD.unseen, ...ODD.lines, ...ODD.space]) {
    const name = cleanName(`an${hidden}na`);
    expect(name === "anna" || problem(name) !== null, JSON.stringify(hidden)).toBe(true);
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { anything, anyWord, FORMS, ODD, spoiled } from "#tests/setup/writing-systems.ts";
import { hashPassword, passwordCost, verifyPassword } from "#worker/platform/password.ts";
import { nameKey } from "#worker/platform/text.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { passwordProblem } from "./new-password.ts";

const PEPPER = "test only";
const CHEAP = passwordCost("test");
const problem = (password: string, name = "Somebody", email = "somebody@example.org") =>
  passwordProblem(password, name, email)?.code ?? null;
const phrase = fc
  .array(anyWord({ min: 2, max: 9 }), { minLength: 2, maxLength: 5 })
  .map((words) => words.map(({ text }) => text).join(" "));
const password = fc.oneof(phrase, spoiled(phrase), anything).map((text) => text.toWellFormed());

test("a password is good or not however a keyboard spells it, and counts 8 to 128 characters", () => {
  let accepted = 0;
  fc.assert(
    fc.property(password, fc.constantFrom(...FORMS), (typed, form) => {
      expect(problem(typed.normalize(form)), form).toBe(problem(typed));
      const length = [...typed.normalize("NFKC")].length;
      if (length < 8) expect(problem(typed)).toMatch(/^required$|^too_short$/);
      if (length > 128) expect(problem(typed)).toBe("too_long");
      if (problem(typed) === null) accepted++;
    }),
    { numRuns: runs(3000) },
  );
  expect(accepted).toBeGreaterThan(runs(1500));
});

test("none holds the name or the address, in whatever case, width or composition", () => {
  const caseOf = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLowerCase(),
    (text: string) =>
      [...text].every((letter) => nameKey(letter.toUpperCase()) === nameKey(letter)) ? text.toUpperCase() : text,
  );
  const around = fc.string({ unit: fc.constantFrom(..."kX3!pq9z -"), minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(
      anyWord({ min: 4, max: 10 }),
      around,
      around,
      fc.constantFrom(...FORMS),
      caseOf,
      ({ text }, a, b, form, cased) => {
        if ([...nameKey(text)].length < 3 || [...`${a}${text}${b}`.normalize("NFKC")].length > 128) return;
        const typed = `${a}-${cased(text).normalize(form)}-${b}`;
        expect(problem(typed, text), typed).toBe("password_personal");
        expect(problem(typed, "Somebody", `${nameKey(text)}@example.org`), typed).toBe("password_personal");
      },
    ),
    { numRuns: runs(2000) },
  );
});

test("none that everybody has, in whatever case, width or with signs at its end", () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
  const disguise = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    wide,
  );
  const tail = fc.constantFrom("", "!", "!!", "?", "#", "...");
  for (const common of COMMON_PASSWORDS) expect(nameKey(common)).toBe(common);
  fc.assert(
    fc.property(fc.constantFrom(...COMMON_PASSWORDS), disguise, tail, (common, disguised, signs) => {
      expect(problem(disguised(common + signs), "Zzz", "zzz@example.org"), common).toMatch(/^password_common$|^too_short$/);
    }),
    { numRuns: runs(1500) },
  );
});

test("a password in any script opens the account in every equivalent spelling, and no other password does", async () => {
  await fc.assert(
    fc.asyncProperty(
      password.filter((text) => problem(text) === null),
      fc.constantFrom(...FORMS),
      fc.constantFrom(...ODD.unseen, ...ODD.emoji, "x", " "),
      async (chosen, form, extra) => {
        const hash = await hashPassword(PEPPER, chosen, CHEAP);
        expect(await verifyPassword(PEPPER, hash, chosen.normalize(form)), form).toBe(true);
        const other = chosen + extra;
        if (other.normalize("NFKC") !== chosen.normalize("NFKC")) expect(await verifyPassword(PEPPER, hash, other)).toBe(false);
      },
    ),
    { numRuns: runs(40) },
  );
});

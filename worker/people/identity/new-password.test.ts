import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { passwordProblem } from "./new-password.ts";

const problem = (password: string, name = "Anna", email = "anna.b@example.org") =>
  passwordProblem(password, name, email)?.code ?? null;

test("8 to 128 characters of any kind", () => {
  expect(problem("")).toBe("required");
  expect(problem("kX3!pq9")).toBe("too_short");
  expect(problem("kX3!pq9z")).toBe(null);
  expect(problem("кошка на окне")).toBe(null);
  expect(problem("很长的密码安全")).toBe("too_short");
  expect(problem("👍🏽".repeat(3))).toBe("too_short");
  expect(problem("  spaces kept  ")).toBe(null);
  expect(problem("ab3".repeat(42))).toBe(null);
  expect(problem("ab3".repeat(43))).toBe("too_long");
});

test("none that everybody has", () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(1000);
  for (const password of [
    "password",
    "Password",
    "PASSWORD!",
    "iloveyou",
    "qwertyuiop",
    "wachtwoord",
    "passwort123",
    "ｐａｓｓｗｏｒｄ",
    "trustno1!!",
  ]) {
    expect(problem(password), password).toBe("password_common");
  }
  for (const password of ["aaaaaaaa", "abababab", "abcdefghij", "9876543210", "ээээээээ"])
    expect(problem(password), password).toBe("password_common");
});

test("none that holds the name or the address", () => {
  for (const password of ["Anna-is-here", "xxANNAxx77", "i am anna.b 9"])
    expect(problem(password), password).toBe("password_personal");
  expect(problem("Дима-2026-лето", "дима")).toBe("password_personal");
  expect(problem("ＡＮＮＡ-in-wide-letters")).toBe("password_personal");
  // A local part of one or two letters is in nearly every password.
  expect(problem("marble tablecloth", "Anna", "t@example.org")).toBe(null);
});

test("whatever is accepted has the length, and is nobody's name", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 140 }),
      fc.string({ unit: "grapheme", minLength: 3, maxLength: 20 }),
      (password, name) => {
        if (passwordProblem(password, name, "someone@example.org")) return;
        const length = [...password.normalize("NFKC")].length;
        expect(length).toBeGreaterThanOrEqual(8);
        expect(length).toBeLessThanOrEqual(128);
        expect(password.normalize("NFKC").toLowerCase()).not.toContain(name.normalize("NFKC").toLowerCase());
      },
    ),
    { numRuns: runs(2000) },
  );
  fc.assert(
    fc.property(fc.constantFrom(...COMMON_PASSWORDS), fc.boolean(), (password, upper) => {
      expect(problem(upper ? password.toUpperCase() : password, "Zzz", "zzz@example.org")).toMatch(
        /^password_common$|^too_short$/,
      );
    }),
    { numRuns: runs(500) },
  );
});

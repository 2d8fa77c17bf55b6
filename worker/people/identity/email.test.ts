import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { parseEmail } from "./email.ts";

test("an address is lower-cased and otherwise left as it is", () => {
  expect(parseEmail("  Anna.B+dating@Example.ORG ")).toBe("anna.b+dating@example.org");
  expect(parseEmail("o'neil@mail.co.uk")).toBe("o'neil@mail.co.uk");
  expect(parseEmail("ann\u0000a@example.org")).toBe("anna@example.org");
});

test("a domain in another script becomes its ASCII form, so that one address has one spelling", () => {
  expect(parseEmail("anna@Bücher.example")).toBe("anna@xn--bcher-kva.example");
  expect(parseEmail("anna@bu\u0308cher.example")).toBe("anna@xn--bcher-kva.example");
  expect(parseEmail("anna@例え.jp")).toBe("anna@xn--r8jz45g.jp");
});

test("an invalid address is refused", () => {
  const long = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}`;
  for (const raw of [
    "",
    "anna",
    "@example.org",
    "anna@",
    "anna@localhost",
    "a@b@example.org",
    "anna @example.org",
    "anna@exa mple.org",
    "anna@-a.org",
    "anna@a-.org",
    ".anna@example.org",
    "anna.@example.org",
    "an..na@example.org",
    "anna@example..org",
    "anna@example.org.",
    "anna@127.0.0.1",
    "anna@[127.0.0.1]",
    "anna@1.2",
    '"anna"@example.org',
    "anna@example.org>",
    "<anna@example.org>",
    "anna@example.org,b@example.org",
    "аnna@example.org",
    "anna@example.org/x",
    "anna@exa_mple.org",
    "a@b.c",
    `${"a".repeat(65)}@example.org`,
    `${long}.ee`,
  ]) {
    expect(parseEmail(raw), raw).toBe(null);
  }
  expect(parseEmail("a@b.example\r\nBcc: everybody@example.org")).toBe(null);
  expect(parseEmail("a@b.example%0aBcc:x@example.org")).toBe(null);
});

test("whatever is accepted is one safe line and stays as it is", () => {
  let accepted = 0;
  const local = fc.string({ unit: fc.constantFrom(..."abzÄя例.+-_'@ \n\"<>,\\%"), minLength: 1, maxLength: 12 });
  const label = fc.string({ unit: fc.constantFrom(..."abz09üя例-_ \n"), minLength: 1, maxLength: 8 });
  const near = fc
    .tuple(local, fc.array(label, { minLength: 1, maxLength: 3 }))
    .map(([name, labels]) => `${name}@${labels.join(".")}`);
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), near, fc.string({ unit: "binary", maxLength: 60 })), (raw) => {
      const email = parseEmail(raw);
      if (email === null) return;
      accepted++;
      expect(email).toMatch(/^[!-~]+@[a-z0-9.-]+$/);
      expect(email).not.toMatch(/[\s,;:<>()"\\[\]]/);
      expect(email.length).toBeLessThanOrEqual(254);
      expect(parseEmail(email)).toBe(email);
      expect(parseEmail(email.toUpperCase())).toBe(email);
    }),
    { numRuns: runs(3000) },
  );
  expect(accepted).toBeGreaterThan(runs(500));
});

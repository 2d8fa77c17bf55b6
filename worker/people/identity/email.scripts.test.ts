import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { anything, anyWord, ODD, spoiled, word } from "#tests/setup/writing-systems.ts";
import { parseEmail } from "./email.ts";

const ATOM = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+/=?^_`{|}~-";
const atom = fc.string({ unit: fc.constantFrom(...ATOM), minLength: 1, maxLength: 12 });
const local = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join("."));
const ascii = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,10}[A-Za-z0-9])?$/);
const label = fc.oneof(
  { arbitrary: ascii, weight: 2 },
  { arbitrary: anyWord({ min: 1, max: 8 }).map(({ text }) => text), weight: 1 },
);
const ending = fc.oneof(fc.constantFrom("org", "NL", "co.uk", "рф", "भारत", "中国"), word("Latin", { min: 2, max: 5 }));
const address = fc
  .tuple(local, fc.array(label, { minLength: 1, maxLength: 3 }), ending)
  .map(([name, labels, last]) => `${name}@${[...labels, last].join(".")}`);

/** What must be so of an address that is stored: it is printed into the head of a mail as it is. */
function expectSound(email: string): void {
  expect(email).toMatch(/^[!#$%&'*+/=?^_`{|}~a-z0-9.-]{1,64}@[a-z0-9.-]+\.[a-z0-9-]{2,63}$/);
  expect(email).not.toMatch(/[\s\p{C}\p{Z}<>()[\]\\,;:"]|\.\.|\.@|@\./u);
  expect(email.length).toBeLessThanOrEqual(254);
  expect(parseEmail(email)).toBe(email);
  expect(parseEmail(email.toUpperCase())).toBe(email);
}

test("an address keeps its dots and its plus, and has one spelling in every script", () => {
  let accepted = 0;
  let foreign = 0;
  fc.assert(
    fc.property(address, fc.constantFrom("NFC", "NFD"), (raw, form) => {
      const email = parseEmail(raw);
      expect(parseEmail(` ${raw.normalize("NFD")}\n`)).toBe(email);
      if (email === null) return;
      accepted++;
      expectSound(email);
      const at = raw.lastIndexOf("@");
      // Nothing of the part before the sign is folded but its case.
      expect(email.slice(0, email.indexOf("@"))).toBe(raw.slice(0, at).toLowerCase());
      expect(parseEmail(raw.slice(0, at) + raw.slice(at).normalize(form)), form).toBe(email);
      if (!email.includes("@xn--") && !email.includes(".xn--")) return;
      foreign++;
      // Typed as the wire has it, it is the same account.
      expect(parseEmail(`${raw.slice(0, at)}${email.slice(email.indexOf("@"))}`)).toBe(email);
    }),
    { numRuns: runs(3000) },
  );
  expect(accepted).toBeGreaterThan(runs(1200));
  expect(foreign).toBeGreaterThan(runs(200));
});

test("whatever else is typed is refused, or is one safe line all the same", () => {
  let refused = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        spoiled(address),
        anything,
        fc.tuple(anything, anything).map((two) => two.join("@")),
      ),
      (raw) => {
        const email = parseEmail(raw);
        if (email === null) refused++;
        else expectSound(email);
      },
    ),
    { numRuns: runs(3000) },
  );
  expect(refused).toBeGreaterThan(runs(1500));
});

test("no line end, header or second address gets in, wherever it stands", () => {
  const head = fc.constantFrom("Bcc: all@example.org", "Subject: hi", "a@example.org", "<script>", "Content-Type: text/html");
  const end = fc.constantFrom(
    "\r\n",
    "\n",
    "\r",
    "%0d%0a",
    "\u2028",
    "\u2029",
    "\u0085",
    "\\r\\n",
    ",",
    ";",
    " ",
    "\u000B",
    "\u000C",
  );
  fc.assert(
    fc.property(local, end, head, fc.constantFrom(0, 1, 2), (name, separator, header, where) => {
      const plain = `${name.replaceAll("%", "")}@example.org`;
      const at = [0, plain.indexOf("@"), plain.length][where] as number;
      const raw = `${plain.slice(0, at)}${separator}${header}${separator}${plain.slice(at)}`;
      expect(parseEmail(raw), JSON.stringify(raw)).toBe(null);
    }),
    { numRuns: runs(1000) },
  );
});

test("invisible characters of a copied address vanish at its ends and within, and full width comes in", () => {
  for (const unseen of [...ODD.unseen, "\u200E", "\u200F", "\u061C"]) {
    expect(parseEmail(`${unseen}anna@example.org${unseen}`), JSON.stringify(unseen)).toBe("anna@example.org");
    expect(parseEmail(`an${unseen}na@exa${unseen}mple.org`), JSON.stringify(unseen)).toBe("anna@example.org");
  }
  expect(parseEmail("ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ")).toBe("anna@example.org");
});

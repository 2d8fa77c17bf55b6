import { expect, test } from "vitest";
import { addressesIn, typedAddresses } from "./contact-file.ts";

const read = (text: string) => addressesIn(new TextEncoder().encode(text));

test("a VCF gives the addresses of its EMAIL lines, folded, grouped and quoted-printable ones too, and no others", () => {
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Anna",
    "NOTE:not.this@example.org",
    "EMAIL;TYPE=INTERNET,HOME:Anna@Example.org",
    "item1.EMAIL;type=pref:anna.work",
    " @example.org",
    "PHOTO;ENCODING=b:QUJD",
    " QUJD@example.org",
    "END:VCARD",
    "BEGIN:VCARD",
    "VERSION:2.1",
    "EMAIL;INTERNET;ENCODING=QUOTED-PRINTABLE:b=65n=40exam=",
    "ple.org",
    "EMAIL:mailto:cleo@example.org",
    "EMAIL:anna@example.org",
    "EMAIL:nobody",
    "END:VCARD",
  ];
  const expected = ["anna@example.org", "anna.work@example.org", "ben@example.org", "cleo@example.org"];
  for (const end of ["\n", "\r\n"]) expect(read(lines.join(end))).toEqual(expected);
});

test("a CSV gives every address in its cells, whatever parts them", () => {
  expect(read('Name,E-mail 1 - Value\nAnna,"anna@example.org"\nBen,ben@example.org ::: ben@example.net\n')).toEqual([
    "anna@example.org",
    "ben@example.org",
    "ben@example.net",
  ]);
  expect(read("Name;E-Mail\r\nAnna;anna@example.org\r\nAt home;@\r\n")).toEqual(["anna@example.org"]);
  const wide = new Uint8Array([0xff, 0xfe, ...[..."a@example.org"].flatMap((sign) => [sign.charCodeAt(0), 0])]);
  expect(addressesIn(wide)).toEqual(["a@example.org"]);
});

test("anything else gives nothing, and a hostile file takes no time to speak of", () => {
  expect(read("")).toEqual([]);
  expect(addressesIn(new Uint8Array([0, 255, 254, 10, 64]))).toEqual([]);
  const folded = `BEGIN:VCARD\nEMAIL:${"a".repeat(100)}\n${" a\n".repeat(200_000)}END:VCARD`;
  expect(read(folded)).toEqual([]);
  expect(read(`BEGIN:VCARD\n${"EMAIL;".repeat(50_000)}`)).toEqual([]);
});

test("what is typed is parted at lines, commas and blanks; a name before an address is left out", () => {
  expect(typedAddresses("a@example.org, b@example.org;c@example.org\nDora D. <d@example.org>\n\n  e@example.org ")).toEqual([
    ...["a@example.org", "b@example.org", "c@example.org", "d@example.org", "e@example.org"],
  ]);
  expect(typedAddresses("anna at home")).toEqual(["anna", "at", "home"]);
});

import { array, assert, boolean, constant, dictionary, integer, letrec, oneof, property, string, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { type Cbor, CborError, decodeCbor, encodeCbor, MAX_CBOR, Tagged } from "./cbor.ts";

declare const __PROOF__: boolean;
const RUNS = __PROOF__ ? 20_000 : 500;
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));

const { value } = letrec<{ value: Cbor; map: Cbor }>((tie) => ({
  value: oneof(
    { maxDepth: 4 },
    integer({ min: Number.MIN_SAFE_INTEGER + 1 }),
    string(),
    boolean(),
    constant(null),
    constant(undefined),
    uint8Array(),
    array(tie("value"), { maxLength: 5 }),
    tie("map"),
    tie("value").map((inner) => new Tagged(24, inner)),
  ),
  map: dictionary(string(), tie("value"), { maxKeys: 5 }).map((entries) => new Map(Object.entries(entries))),
}));

test("what is encoded is decoded, and encoded again it is the same bytes", () => {
  assert(
    property(value, (some) => {
      const encoded = encodeCbor(some);
      expect(encodeCbor(decodeCbor(encoded))).toEqual(encoded);
    }),
    { numRuns: RUNS },
  );
});

test("any bytes are decoded or refused, at once and by no other error", () => {
  const started = process.threadCpuUsage();
  assert(
    property(uint8Array({ maxLength: 300 }), (some) => {
      try {
        decodeCbor(some);
      } catch (error) {
        expect(error).toBeInstanceOf(CborError);
      }
    }),
    { numRuns: RUNS },
  );
  const { user, system } = process.threadCpuUsage(started);
  // In ms of processor.
  expect((user + system) / 1000 / RUNS).toBeLessThan(5);
});

test.each([
  ["an array that says four billion", "9a ffffffff", "shorter than it says"],
  ["an array that says 2^63", "9b 8000000000000000", "number too large"],
  ["a map that says four billion", "ba ffffffff", "shorter than it says"],
  ["bytes that say 2^53 - 1", "5b 001fffffffffffff", "shorter than it says"],
  ["a text that says a gigabyte", "7a 40000000 61", "shorter than it says"],
  ["a tag without an item", "d8 18", "shorter than it says"],
  ["a key twice", "a2 6161 01 6161 02", "key twice"],
  ["a key twice, the second time written longer", "a2 01 01 1801 02", "key twice"],
  ["a key of bytes", "a1 4101 01", "key that is no text or whole number"],
  ["a key of a list", "a1 8101 01", "key that is no text or whole number"],
  ["an array without end", "9f 01 ff", "indefinite or reserved length"],
  ["a map without end", "bf 6161 01 ff", "indefinite or reserved length"],
  ["bytes without end", "5f 4101 ff", "indefinite or reserved length"],
  ["text without end", "7f 6161 ff", "indefinite or reserved length"],
  ["a break alone", "ff", "simple value, fraction or break"],
  ["a reserved length", "1c", "indefinite or reserved length"],
  ["a reserved simple value", "f8 18", "simple value, fraction or break"],
  ["a fraction", "f9 3c00", "simple value, fraction or break"],
  ["text that is no UTF-8", "61 ff", "text that is no UTF-8"],
  ["half of a pair in UTF-8", "63 eda080", "text that is no UTF-8"],
  ["a second item", "01 02", "bytes after the end"],
  ["nothing", "", "shorter than it says"],
])("%s is refused", (_, hex, message) => {
  expect(() => decodeCbor(bytes(hex))).toThrow(new CborError(message));
});

test.each([
  ["lists", 0x81],
  ["tags", 0xc1],
  ["maps", 0xa1],
])("%s inside each other are refused from the 17th on", (_, byte) => {
  const nested = (depth: number) =>
    new Uint8Array([...Array.from({ length: depth }, () => (byte === 0xa1 ? [0xa1, 0x00] : [byte])).flat(), 0]);
  expect(() => decodeCbor(nested(16))).not.toThrow();
  expect(() => decodeCbor(nested(17))).toThrow(new CborError("too deep"));
  expect(() => decodeCbor(nested(30_000))).toThrow(new CborError("too deep"));
});

test("a document of a megabyte is refused unread, one of many values after 2,048 of them", () => {
  expect(() => decodeCbor(new Uint8Array(1_000_000))).toThrow(new CborError("too long"));
  expect(decodeCbor(encodeCbor(new Uint8Array(MAX_CBOR - 5)))).toHaveLength(MAX_CBOR - 5);
  const many = (count: number) => encodeCbor(Array.from({ length: count }, () => 0));
  expect(decodeCbor(many(2047))).toHaveLength(2047);
  expect(() => decodeCbor(many(2048))).toThrow(new CborError("too many values"));
});

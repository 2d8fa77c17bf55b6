import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";

const keys = fc.tuple(fc.integer(), fc.string({ unit: "grapheme", maxLength: 40 }));
const refused = (cursor: string, scope: string) => {
  try {
    return decodeCursor(cursor, ["number", "string"], scope);
  } catch (error) {
    return (error as { fields: { field: string; code: string }[] }).fields[0];
  }
};
const BAD = { field: "cursor", code: "bad_cursor" };

test("decoding a cursor returns its sort key", () => {
  fc.assert(
    fc.property(keys, fc.string(), (key, scope) => {
      expect(decodeCursor(encodeCursor(key, scope), ["number", "string"], scope)).toEqual(key);
    }),
  );
});

test("it is refused in another list, with other types, and after any change", () => {
  fc.assert(
    fc.property(keys, fc.nat(), fc.constantFrom(..."ABCDwxyz0189-_"), (key, at, letter) => {
      const cursor = encodeCursor(key, "likes");
      expect(refused(cursor, "members")).toEqual(BAD);
      expect(refused(encodeCursor([...key].reverse(), "likes"), "likes")).toEqual(BAD);
      const place = at % cursor.length;
      const altered = cursor.slice(0, place) + letter + cursor.slice(place + 1);
      const answer = refused(altered, "likes");
      // The last base64 letter has unused bits: another letter may decode to the same cursor.
      if (altered !== cursor && place < cursor.length - 1) expect(answer).toEqual(BAD);
    }),
  );
});

test("arbitrary text is refused as a cursor", () => {
  for (const text of ["", "!", "AAAA", btoa("null"), btoa("[]"), btoa("{}"), btoa('[1,"a"]'), "é", "A".repeat(300)])
    expect(refused(text, "")).toEqual(BAD);
});

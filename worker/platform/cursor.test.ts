import fc from "fast-check";
import { expect, test } from "vitest";
import { createCursors } from "./cursor.ts";

const cursors = createCursors("test only");
const keys = fc.tuple(fc.integer(), fc.string({ unit: "grapheme", maxLength: 40 }));
const refused = (cursor: string, scope: string) => {
  try {
    return cursors.decode(cursor, ["number", "string"], scope);
  } catch (error) {
    return (error as { fields: { field: string; code: string }[] }).fields[0];
  }
};
const BAD = { field: "cursor", code: "bad_cursor" };

test("decoding a cursor returns its sort key", () => {
  fc.assert(
    fc.property(keys, fc.string(), (key, scope) => {
      expect(cursors.decode(cursors.encode(key, scope), ["number", "string"], scope)).toEqual(key);
    }),
  );
});

test("it is refused in another list, with other types, and after any change", () => {
  fc.assert(
    fc.property(keys, fc.nat(), fc.constantFrom(..."ABCDwxyz0189-_"), (key, at, letter) => {
      const cursor = cursors.encode(key, "likes");
      expect(refused(cursor, "members")).toEqual(BAD);
      expect(refused(cursors.encode([...key].reverse(), "likes"), "likes")).toEqual(BAD);
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

test("a cursor made under another secret is refused", () => {
  expect(refused(createCursors("rotated").encode([1, "a"]), "")).toEqual(BAD);
  expect(refused(cursors.encode([1, "a"]), "")).toEqual([1, "a"]);
});

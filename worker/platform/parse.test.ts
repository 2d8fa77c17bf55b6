import { expect, test } from "vitest";
import { z } from "zod";
import { check, refusalOf } from "./parse.ts";

const schema = z.object({ name: z.string().trim().min(2), code: z.string().regex(/^\d+$/), note: z.string().max(3) });

const codes = (input: object) => {
  const { error } = check(schema, input);
  return error ? refusalOf(error).fields : [];
};

test("a field that is left empty is asked for; only what is typed is too short or of the wrong form", () => {
  expect(codes({ name: " ", code: "", note: "" })).toEqual([
    { field: "name", code: "required" },
    { field: "code", code: "required" },
  ]);
  expect(codes({ name: "a", code: "x", note: "long" })).toEqual([
    { field: "name", code: "too_short", params: { min: 2 } },
    { field: "code", code: "invalid_format" },
    { field: "note", code: "too_long", params: { max: 3 } },
  ]);
});

import { expect, test } from "vitest";
import { z } from "zod";
import { STAFF_CALLS } from "./calls.ts";

/** What the address of a form or a download says beside the input. */
const TAKEN = ["call", "then", "with", "author"];

test("no input of a staff call has the name of a part of its address", () => {
  const inputs = Object.entries(STAFF_CALLS).flatMap(([name, { input }]) =>
    input instanceof z.ZodObject ? Object.keys(input.shape).map((field) => ({ name, field })) : [],
  );
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.filter(({ field }) => TAKEN.includes(field))).toEqual([]);
});

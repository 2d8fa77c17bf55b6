import { expect, test } from "vitest";
import { newReference, typedReference } from "./reference.ts";

test("a reference is known however it is typed, and other texts are none", () => {
  for (let n = 0; n < 50; n++) {
    const reference = newReference();
    for (const typed of [
      reference,
      reference.toLowerCase(),
      reference.replace("-", ""),
      ` ${reference.replace("-", " \u2013 ")} `,
    ])
      expect([typed, typedReference(typed)]).toEqual([typed, reference]);
  }
  expect(typedReference("ol1i0-abcde")).toBe("01110-ABCDE");
  for (const other of ["", "Anna", "7K3M9-QX4T", "7K3M9-QX4TDE", "7K3M9-QX4TU", "7K3M9_QX4TD"])
    expect([other, typedReference(other)]).toEqual([other, null]);
});

import { expect, test } from "vitest";
import { foldedAddress, identityHashesOf } from "./identity-hashes.ts";

test.each([
  ["Name+1@Example.org", "name@example.org"],
  ["name@example.org", "name@example.org"],
  ["first.last+x+y@gmail.com", "firstlast@gmail.com"],
  ["first.last@example.org", "first.last@example.org"],
  ["+x@example.org", "+x@example.org"],
])("%s is a spelling of %s", (typed, folded) => {
  expect(foldedAddress(typed)).toBe(folded);
});

test("an exclusion finds every spelling of its address, and one that was stored as typed", async () => {
  const of = (email: string) => identityHashesOf(async (text) => text, { id: "a", account: { email } });
  const [, stored] = await of("name+1@example.org");
  for (const email of ["name@example.org", "name+2@example.org", "NAME+1@example.org"]) expect(await of(email)).toContain(stored);
  expect(await of("name+1@example.org")).toContain("exclusion\nemail\nname+1@example.org");
  expect(await of("other@example.org")).not.toContain(stored);
});

import { expect, it } from "vitest";
import { readVisitor, signVisitor } from "./visitor.ts";

const NOW = 1_800_000_000_000;
const ANN = { country: "NL", network: "2001:db8:0:1::/64", origin: "https://meet.example", page: "https://www.meet.example" };

it("is believed when it was signed with the same key", async () => {
  expect(await readVisitor(await signVisitor("key", ANN, NOW), "key", NOW + 5_000)).toEqual(ANN);
});

it("is not believed with another key, without a key, changed, or a minute later", async () => {
  const said = await signVisitor("key", ANN, NOW);
  const [statement, signature] = said.split(".");
  const other = (await signVisitor("key", { ...ANN, network: "10.0.0.1" }, NOW)).split(".")[0];
  expect(await readVisitor(said, "other", NOW)).toBeNull();
  expect(await readVisitor(said, undefined, NOW)).toBeNull();
  expect(await readVisitor(said, "", NOW)).toBeNull();
  expect(await readVisitor(`${other}.${signature}`, "key", NOW)).toBeNull();
  expect(await readVisitor(said, "key", NOW + 61_000)).toBeNull();
  expect(await readVisitor(said, "key", NOW - 61_000)).toBeNull();
  for (const junk of ["", ".", `${statement}`, `${statement}.`, `.${signature}`, "e30.e30"])
    expect(await readVisitor(junk, "key", NOW), junk).toBeNull();
});

import { expect, test } from "vitest";
import { createIbanEncryption } from "./iban-encryption.ts";

const IBAN = "NL91ABNA0417164300";

test("a sealed IBAN opens under its key and for its mandate only", async () => {
  const sealed = await createIbanEncryption("test only").encrypt(IBAN, "m1");
  expect(sealed).not.toBe(await createIbanEncryption("test only").encrypt(IBAN, "m1"));
  expect(await createIbanEncryption("test only").decrypt(sealed, "m1")).toBe(IBAN);
  expect(await createIbanEncryption("test only").decrypt(sealed, "m2")).toBeNull();
  expect(await createIbanEncryption("other").decrypt(sealed, "m1")).toBeNull();
  const altered = sealed.replace(/\.(.)/, (_, first: string) => `.${first === "A" ? "B" : "A"}`);
  expect(await createIbanEncryption("test only").decrypt(altered, "m1")).toBeNull();
  expect(await createIbanEncryption("test only").decrypt("nonsense", "m1")).toBeNull();
});

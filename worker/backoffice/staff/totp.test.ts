import { expect, test } from "vitest";
import { newSecret } from "#worker/platform/ids.ts";
import { acceptedStep, otpauthUri, stepAt, totpCode, totpSecret } from "./totp.ts";

/** The ASCII text 12345678901234567890 of RFC 6238 appendix B. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("RFC 6238 appendix B: at %i s the code is %s", async (seconds, code) => {
  expect(await totpCode(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
});

test("a code counts from one step before to one step after, and never twice", async () => {
  const now = 1_111_111_111_000;
  const step = stepAt(now);
  for (const near of [-1, 0, 1])
    expect(await acceptedStep(SECRET, await totpCode(SECRET, step + near), now, 0)).toBe(step + near);
  for (const far of [-2, 2]) expect(await acceptedStep(SECRET, await totpCode(SECRET, step + far), now, 0)).toBeNull();
  expect(await acceptedStep(SECRET, await totpCode(SECRET, step), now, step)).toBeNull();
  expect(await acceptedStep(SECRET, await totpCode(SECRET, step - 1), now, step)).toBeNull();
  expect(await acceptedStep(SECRET, "", now, 0)).toBeNull();
});

test("a new secret has 160 bits, and its address names issuer and account", async () => {
  const secret = totpSecret(newSecret());
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpSecret(newSecret())).not.toBe(secret);
  expect(otpauthUri(secret, "Liaison staff", "a@b.example")).toBe(
    `otpauth://totp/Liaison%20staff:a%40b.example?secret=${secret}&issuer=Liaison%20staff`,
  );
});

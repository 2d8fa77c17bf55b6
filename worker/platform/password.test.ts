import { expect, test } from "vitest";
import { readLegacyHash, writeWrapped } from "./legacy-hash.ts";
import { hashPassword, passwordCost, peppered, verifyPassword } from "./password.ts";

// Reference hashes from Node 24's argon2Sync: both implementations must agree.
const BY_NODE: [string, string][] = [
  ["correct horse battery", "2MJIOiZ6M/DlDtViDeYcsg$V7SdZu7ek0DWJvBr8Fcro02TllNlSBksCKy+hAWI68Y"],
  ["пароль с пробелами", "z7irMHdENlJ4sApSt7WQ/A$cSbh6xyCBBdEU1LX82C8cuNaJPAHjI3j/Tw1a8/RzbM"],
  ["密码很长很安全", "CpebFK4/TNw9A4VTnup0kA$KBvuUXtoQpiKIOaYD0T+p1X26uNNuPSDy1NqE/uqr3s"],
  ["كلمة مرور طويلة", "XsqYvNlQQTkYD1YJYh77JQ$gvQOwLDjCtZjewjxXOgjnDqFHOpAg+cd/c1E0fgRiZM"],
  ["Straße-Ü-\uFB01-①", "kqVkTi5Q+XTH9cfNZ1Urag$OlbsfdbJ2cgoI1x5ngOk0Mo5kETEoEMoy1x3geCLKpE"],
  ["👩‍👩‍👧‍👦👍🏽 emoji", "25WzvF0BWpO3j5UbideDfw$F6zfeD4DGfPsJH5LKcgQzGFW4MnGAUO4EZWTo35u7QE"],
  ["éclair de lune", "As4F18knIhHSv4XY4LcEKQ$yY1zPQyg7cHOHKGond/umEfZU5ui8Mot2PLHAfhF4ag"],
];
const PREFIX = "$argon2id$v=19$m=19456,t=2,p=1$";
const PEPPER = "test only";
const CHEAP = passwordCost("test");

test("hashes of Node's argon2 are verified in any script, and refuse a password that differs in one character", async () => {
  for (const [password, rest] of BY_NODE) {
    expect(await verifyPassword(PEPPER, PREFIX + rest, password), password).toBe(true);
    expect(await verifyPassword(PEPPER, PREFIX + rest, `${password.slice(0, -1)}_`), password).toBe(false);
  }
});

test("a hash has its own salt, the agreed cost, and needs the pepper", async () => {
  const [one, two] = await Promise.all([hashPassword(PEPPER, "密码很长很安全"), hashPassword(PEPPER, "密码很长很安全")]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword(PEPPER, one, "密码很长很安全")).toBe(true);
  expect(await verifyPassword("other", one, "密码很长很安全")).toBe(false);
});

test("the end of a long password in another script counts", async () => {
  const hash = await hashPassword(PEPPER, `${"я".repeat(60)}1`, CHEAP);
  expect(await verifyPassword(PEPPER, hash, `${"я".repeat(60)}2`)).toBe(false);
  expect(await peppered(PEPPER, "я".repeat(500))).toMatch(/^[\w-]{43}$/);
});

test("composed and decomposed spellings are the same password", async () => {
  const hash = await hashPassword(PEPPER, "caf\u00E9 \u00FCber", CHEAP);
  expect(await verifyPassword(PEPPER, hash, "cafe\u0301 u\u0308ber")).toBe(true);
});

test("without a hash, or with a broken one, the answer is no", async () => {
  for (const phc of [null, "", "$argon2id$", "plain"]) expect(await verifyPassword(PEPPER, phc, "whatever it is")).toBe(false);
});

test('only the setting "test" lowers the cost', () => {
  const real = { memoryCost: 19_456, timeCost: 2 };
  for (const setting of [undefined, "", "real", "Test"]) expect(passwordCost(setting), setting).toEqual(real);
  expect(passwordCost("test").memoryCost).toBeLessThan(100);
});

test("a hash is verified at the cost that it names, whatever new ones cost", async () => {
  const [real, cheap] = [await hashPassword(PEPPER, "right"), await hashPassword(PEPPER, "right", CHEAP)];
  expect(cheap).toContain("$m=64,t=1,p=1$");
  expect(await verifyPassword(PEPPER, real, "right", CHEAP)).toBe(true);
  expect(await verifyPassword(PEPPER, cheap, "right")).toBe(true);
  expect(await verifyPassword(PEPPER, cheap, "wrong")).toBe(false);
});

test("a hash of another system is verified through our hash of its digest, which needs the pepper", async () => {
  // argon2's own test vectors, and one beyond ASCII by Node's argon2.
  for (const [password, hash] of [
    ["password", "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"],
    ["password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"],
    ["password", "$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ"],
    ["parölа 密", "$argon2id$v=19$m=1024,t=2,p=2$c29tZXNhbHQ$JUov2RfLUaYFWJrtP8SLECP23p0dgrXXkT/EoPPz2FU"],
    ["abc", "$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"],
  ] as const) {
    const read = readLegacyHash(hash);
    if ("problem" in read) throw new Error(read.problem);
    const stored = writeWrapped({ legacy: read.settings, hash: await hashPassword(PEPPER, read.digest, CHEAP) });
    expect(await verifyPassword(PEPPER, stored, password), hash).toBe(true);
    expect(await verifyPassword(PEPPER, stored, `${password}!`), hash).toBe(false);
    expect(await verifyPassword("other", stored, password), hash).toBe(false);
    expect(stored).not.toContain(read.digest);
  }
});

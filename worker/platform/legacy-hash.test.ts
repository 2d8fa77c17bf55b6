import { pbkdf2Sync, scryptSync } from "node:crypto";
import { expect, test, vi } from "vitest";
import { pbkdf2, scrypt } from "./legacy-derive.ts";
import { type LegacyHash, legacyDigest, readLegacyHash } from "./legacy-hash.ts";
import { readTemplate } from "./legacy-template.ts";

const nothing = async () => {};
const noArgon = async () => expect.unreachable();
const bytes = (text: string) => new TextEncoder().encode(text);

async function matches(password: string, hash: LegacyHash, pause = nothing): Promise<boolean> {
  const read = readLegacyHash(hash);
  if ("problem" in read) throw new Error(read.problem);
  return (await legacyDigest(read.settings, password, noArgon, pause)) === read.digest;
}

/** Published by jBCrypt and passlib (bcrypt, phpass), Django's tests (PBKDF2, scrypt, SHA-1, MD5) and ellar (bcrypt of SHA-256). */
const PUBLISHED: [string, LegacyHash][] = [
  ["", "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."],
  ["a", "$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe"],
  ["abc", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"],
  ["abcdefghijklmnopqrstuvwxyz", "$2a$10$fVH8e28OQRj9tqiDXs1e1uxpsjN0c7II7YPKXua2NAKYvM6iQk7dq"],
  ["mypassword1234", "bcrypt_sha256$$2b$12$20AmWL1wKJZAHPiI1HEk4eZuAlMGHkK1rw4oou26bnwGmAE8F0JGK"],
  ["test12345", "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0"],
  ["123456", "$H$9PE8jEklgZhgLmZl5.HYJAzfGCQtzi1"],
  ["", "$P$7JaFQsPzJSuenezefD/3jHgt5hVfNH0"],
  ["lètmein", "pbkdf2_sha256$120000$seasalt$fsgWMpOXin7ZAmi4j+7XjKCZ4JCvxJTGiwwDrawRqSc="],
  ["lètmein", "pbkdf2_sha256$24000$seasalt$V9DfCAVoweeLwxC/L2mb+7swhzF0XYdyQMqmusZqiTc="],
  ["KRONOS", "pbkdf2_sha1$24000$seasalt$F+kiWNHXbMBcwgxsvSKFCWHnZZ0="],
  [
    "lètmein",
    "scrypt$16384$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw==",
  ],
];

test.each(PUBLISHED)("the published hash of %j is recognized: %s", async (password, hash) => {
  expect(await matches(password, hash)).toBe(true);
  expect(await matches(`${password}x`, hash)).toBe(false);
});

test("$2a$, $2b$ and $2y$ are one scheme, whose password ends after 72 bytes", async () => {
  const rest = "06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i";
  for (const version of ["a", "b", "y"]) expect(await matches("abc", `$2${version}$${rest}`), version).toBe(true);
  const digest = async (password: string) => {
    const settings = { scheme: "bcrypt", prehash: false, cost: 4, salt: "If6bvum7DFjUnE9p2uDeDu" } as const;
    return legacyDigest(settings, password, noArgon, nothing);
  };
  expect(await digest("é".repeat(36))).toBe(await digest(`${"é".repeat(36)}more`));
  expect(await digest("é".repeat(35))).not.toBe(await digest("é".repeat(36)));
});

test("scrypt and PBKDF2 agree with Node's for each hash, length and cost", async () => {
  for (const [cost, blockSize, parallelization, length] of [
    [16, 1, 1, 64],
    [1024, 8, 2, 32],
    [64, 3, 4, 100],
  ] as const)
    expect(
      Buffer.from(
        await scrypt(bytes("pleaseletmein"), bytes("SodiumChloride"), { cost, blockSize, parallelization, length }, nothing),
      ),
    ).toEqual(scryptSync("pleaseletmein", "SodiumChloride", length, { N: cost, r: blockSize, p: parallelization }));
  for (const hash of ["sha1", "sha256", "sha512"] as const)
    for (const [iterations, length] of [
      [1, 20],
      [4096, 25],
      [3, 100],
    ] as const) {
      const derived = await pbkdf2(bytes("p".repeat(80)), bytes("saltSALT"), { hash, iterations, length }, nothing);
      expect(Buffer.from(derived), hash).toEqual(pbkdf2Sync("p".repeat(80), "saltSALT", iterations, length, hash));
    }
});

test("PBKDF2 above 100,000 iterations, which Workers refuse, never asks WebCrypto", async () => {
  const asked = ["deriveBits", "deriveKey", "importKey", "sign", "digest"] as const;
  const spies = asked.map((name) => vi.spyOn(crypto.subtle, name));
  let pauses = 0;
  const [, hash] = PUBLISHED.find(([, one]) => String(one).includes("$120000$")) ?? expect.unreachable();
  expect(await matches("lètmein", hash, async () => void pauses++)).toBe(true);
  expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0, 0]);
  expect(pauses).toBeGreaterThanOrEqual(14);
  for (const spy of spies) spy.mockRestore();
});

test("each slow scheme lets others run, by count: a Worker's clock stands still", async () => {
  const pausesOf = async (hash: LegacyHash) => {
    let pauses = 0;
    await matches("any", hash, async () => void pauses++);
    return pauses;
  };
  const frozen = vi.spyOn(Date, "now").mockReturnValue(0);
  expect(await pausesOf("$2a$10$fVH8e28OQRj9tqiDXs1e1uxpsjN0c7II7YPKXua2NAKYvM6iQk7dq")).toBe(8);
  expect(await pausesOf(`scrypt$16384$seasalt$8$1$${Buffer.alloc(64).toString("base64")}`)).toBe(16);
  expect(await pausesOf("$P$F12345678LIjjb6PhecupozNBmDndU0")).toBe(16);
  frozen.mockRestore();
});

test("a template's formula nests md5, sha1, sha256 and sha512 with salt and text", () => {
  // Of SkaDate and Oxwall, vBulletin, and old Django ("lètmein", "seasalt").
  expect(readTemplate("sha256($salt.$password)")?.("secret", "ab")).toMatch(/^[0-9a-f]{64}$/);
  expect(readTemplate("md5(md5($password).$salt)")?.("a", "")).toBe(
    readTemplate("md5('0cc175b9c0f1b6a831c399e269772661')")?.("", "") ?? readTemplate("md5(md5($password))")?.("a", ""),
  );
  expect(readTemplate("md5($password)")?.("a", "")).toBe("0cc175b9c0f1b6a831c399e269772661");
  expect(readTemplate(" sha1( 'x' . $password ) ")?.("y", "")).toBe(readTemplate("sha1($password)")?.("xy", ""));
  for (const wrong of [
    "",
    "$password",
    "md5($salt)",
    "md5($password",
    "md5($password))",
    "crc($password)",
    "md5($password.)",
    "md5(.$password)",
    "md5($pass)",
    "md5($password)md5($password)",
    `${"md5(".repeat(40)}$password${")".repeat(40)}`,
  ])
    expect(readTemplate(wrong), wrong).toBe(null);
});

test("old Django's salted SHA-1 and MD5, and a formula, are recognized", async () => {
  expect(await matches("lètmein", "sha1$seasalt$cff36ea83f5706ce9aa7454e63e431fc726b2dc8")).toBe(true);
  expect(await matches("lètmein", "md5$seasalt$3f86d0d3d465b7b458c231bf3555c0e3")).toBe(true);
  const hash = readTemplate("sha256($salt.$password)")?.("right", "pepper") ?? "";
  expect(await matches("right", { template: "sha256($salt.$password)", salt: "pepper", hash: hash.toUpperCase() })).toBe(true);
  expect(await matches("wrong", { template: "sha256($salt.$password)", salt: "pepper", hash })).toBe(false);
});

test("what nobody can log in by is refused with its reason", () => {
  const zeros = (n: number) => Buffer.alloc(n).toString("base64");
  for (const [hash, reason] of [
    ["plain text", /not known/],
    ["$2x$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i", /not known/],
    ["$2y$16$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i", /too long/],
    [`pbkdf2_sha256$9000000$salt$${zeros(32)}`, /too long/],
    [`argon2$argon2id$v=19$m=102400,t=2,p=8$c29tZXNhbHQ$${zeros(32)}`, /100 MiB/],
    [`scrypt$1048576$salt$8$1$${zeros(64)}`, /too much memory/],
    [`scrypt$1000$salt$8$1$${zeros(64)}`, /impossible/],
    [{ template: "md5($password)", hash: "abc" }, /length/],
    [{ template: "crypt($password)", hash: "abc" }, /formula/],
  ] as [LegacyHash, RegExp][])
    expect(readLegacyHash(hash), JSON.stringify(hash)).toMatchObject({ problem: expect.stringMatching(reason) });
});

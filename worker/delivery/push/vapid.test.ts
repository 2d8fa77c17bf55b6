import { expect, test } from "vitest";
import { checkVapid } from "#scripts/push-service.ts";
import { createPushKeys, createVapid, pushKeysOf } from "./vapid.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const keys = await createPushKeys();
const joined = `${keys.publicKey}.${keys.privateKey}`;

test("a push service accepts the signature, for its own address only", async () => {
  const header = await createVapid(keys).authorization("https://fcm.googleapis.com/fcm/send/x", "mailto:help@example.org", NOW);
  expect(checkVapid(header, "https://fcm.googleapis.com", NOW)).toMatchObject({
    sub: "mailto:help@example.org",
    key: keys.publicKey,
  });
  expect(() => checkVapid(header, "https://web.push.apple.com", NOW)).toThrow("audience");
  expect(() => checkVapid(header.replace(/.{10}(?=, k=)/, "AAAAAAAAAA"), "https://fcm.googleapis.com", NOW)).toThrow("signature");
  expect(() => checkVapid(header, "https://fcm.googleapis.com", NOW + 13 * 3600_000)).toThrow("expired");
});

test("one signature serves an hour of messages to one push service", async () => {
  const vapid = createVapid(keys);
  const at = (endpoint: string, now = NOW) => vapid.authorization(endpoint, "mailto:help@example.org", now);
  const first = await at("https://fcm.googleapis.com/a");
  expect(await at("https://fcm.googleapis.com/b", NOW + 3599_000)).toBe(first);
  expect(await at("https://fcm.googleapis.com/b", NOW + 3600_000)).not.toBe(first);
  expect(await at("https://web.push.apple.com/b")).not.toBe(first);
});

test("the secret is both keys; anything else stops without quoting it", () => {
  expect(pushKeysOf({})).toBeNull();
  expect(pushKeysOf({ PUSH_KEYS: "" })).toBeNull();
  expect(pushKeysOf({ PUSH_KEYS: joined })).toEqual(keys);
  for (const wrong of [keys.publicKey, `${keys.privateKey}.${keys.publicKey}`, `${joined}.x`, `${keys.publicKey}.short`])
    expect(() => pushKeysOf({ PUSH_KEYS: wrong })).toThrow(/^PUSH_KEYS is not what `npm run push-keys` prints$/);
});

test("halves of two pairs stop at the start with a text for the operator, not at the first message", async () => {
  const other = await createPushKeys();
  const zero = "A".repeat(43);
  for (const wrong of [`${keys.publicKey}.${other.privateKey}`, `${keys.publicKey}.${zero}`])
    expect(() => pushKeysOf({ PUSH_KEYS: wrong })).toThrow(/^PUSH_KEYS holds halves of two key pairs: set one line/);
});

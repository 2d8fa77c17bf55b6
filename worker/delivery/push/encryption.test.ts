import "cloudflare:workers";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createPushReceiver } from "#tests/setup/push-receiver.ts";
import { encryptPush, isPushKey, MAX_BODY } from "./encryption.ts";

const LONGEST = MAX_BODY - 103;
const from = (body: Uint8Array, start: number, end: number) => Buffer.from(body.subarray(start, end)).toString("base64url");

test("another implementation reads texts of every length, and spaces hide the length", async () => {
  const receiver = createPushReceiver(randomBytes);
  for (const text of ["", "x", "Ünïcode 😀", "y".repeat(511), "y".repeat(512), "y".repeat(513), "z".repeat(LONGEST)]) {
    const body = await encryptPush(text, receiver.keys, 512);
    expect(receiver.open(body).trimEnd()).toBe(text);
    expect(body.length).toBe(Math.max(512, Buffer.byteLength(text)) + 103);
    expect(body.length).toBeLessThanOrEqual(MAX_BODY);
    expect(receiver.open(await encryptPush(text, receiver.keys))).toBe(text);
  }
});

test("a browser that pads its keys reads its messages", async () => {
  const receiver = createPushReceiver(randomBytes);
  const padded = { p256dh: `${receiver.keys.p256dh}=`, auth: `${receiver.keys.auth}==` };
  expect(receiver.open(await encryptPush("x", padded))).toBe("x");
  expect([await isPushKey(padded.p256dh), await isPushKey(receiver.keys.p256dh)]).toEqual([true, true]);
});

test("each message has keys of its own", async () => {
  const { keys } = createPushReceiver(randomBytes);
  const [one, other] = await Promise.all([encryptPush("same", keys), encryptPush("same", keys)]);
  expect(from(one, 0, 16)).not.toBe(from(other, 0, 16));
  expect(from(one, 21, 86)).not.toBe(from(other, 21, 86));
});

test("a text that no push service need accept is refused, and so are keys of no curve", async () => {
  const { keys } = createPushReceiver(randomBytes);
  await expect(encryptPush("x".repeat(LONGEST + 1), keys)).rejects.toThrow(String(LONGEST));
  for (const p256dh of ["A".repeat(87), "not base64url", "", keys.p256dh.slice(0, 44)]) {
    await expect(encryptPush("x", { ...keys, p256dh })).rejects.toThrow();
    expect(await isPushKey(p256dh)).toBe(false);
  }
});

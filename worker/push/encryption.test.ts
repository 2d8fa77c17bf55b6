import "cloudflare:workers";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createPushReceiver } from "#tests/setup/push-receiver.ts";
import { base64url, fromBase64url } from "#worker/lib/ids.ts";
import { encryptPush, MAX_BODY } from "./encryption.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const bytes = (text: string) => fromBase64url(text) as Uint8Array<ArrayBuffer>;

test("the example of RFC 8291 comes out byte for byte", async () => {
  const point = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
  const [x, y] = [base64url(point.slice(1, 33)), base64url(point.slice(33))];
  const ec = { name: "ECDH", namedCurve: "P-256" };
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const keys = {
    publicKey: await crypto.subtle.importKey("jwk", jwk, ec, true, []),
    privateKey: await crypto.subtle.importKey("jwk", { ...jwk, d: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw" }, ec, false, [
      "deriveBits",
    ]),
  };
  const subscriber = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const text = encode("When I grow up, I want to be a watermelon");
  const body = await encryptPush(text, subscriber, text.length, { salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"), keys });
  expect(base64url(body)).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("another implementation reads texts of every length, and padding hides the length", async () => {
  const receiver = createPushReceiver(randomBytes);
  for (const text of ["", "x", "Ünïcode 😀", "y".repeat(511), "z".repeat(MAX_BODY - 103)]) {
    const body = await encryptPush(encode(text), receiver.keys, 512);
    expect(receiver.open(body)).toBe(text);
    expect(body.length).toBe(Math.max(512, Buffer.byteLength(text)) + 103);
    expect(body.length).toBeLessThanOrEqual(MAX_BODY);
  }
});

test("each message has keys of its own", async () => {
  const { keys } = createPushReceiver(randomBytes);
  const [one, other] = await Promise.all([encryptPush(encode("same"), keys), encryptPush(encode("same"), keys)]);
  expect(base64url(one.slice(0, 16))).not.toBe(base64url(other.slice(0, 16)));
  expect(base64url(one.slice(21, 86))).not.toBe(base64url(other.slice(21, 86)));
});

test("a text that no push service need accept is refused, and so are keys of no curve", async () => {
  const { keys } = createPushReceiver(randomBytes);
  await expect(encryptPush(encode("x".repeat(MAX_BODY - 102)), keys)).rejects.toThrow(RangeError);
  await expect(encryptPush(encode("x"), { ...keys, p256dh: "A".repeat(87) })).rejects.toThrow();
  await expect(encryptPush(encode("x"), { ...keys, p256dh: "not base64url" })).rejects.toThrow(TypeError);
});

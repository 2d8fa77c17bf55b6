import { createDecipheriv, createECDH, createHmac, type ECDH } from "node:crypto";

/** A browser's part of RFC 8291, on `node:crypto`: shares no code with worker/push. */
export interface PushReceiver {
  keys: { p256dh: string; auth: string };
  open(body: Uint8Array): string;
}

export function createPushReceiver(random: (bytes: number) => Buffer): PushReceiver {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(scalar(random));
  const auth = random(16);
  return {
    keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
    open: (body) => opened(Buffer.from(body), ecdh, auth),
  };
}

function scalar(random: (bytes: number) => Buffer): Buffer {
  const bytes = random(32);
  // Stays below the order of the curve, and above zero.
  bytes[0] = (bytes[0] as number) & 0x7f;
  bytes[31] = (bytes[31] as number) | 1;
  return bytes;
}

function opened(body: Buffer, ecdh: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const size = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  if (sealed.length > size) throw new Error("more than one record");
  const secret = expand(
    hash(auth, ecdh.computeSecret(sender)),
    Buffer.concat([text("WebPush: info"), ecdh.getPublicKey(), sender]),
    32,
  );
  const random = hash(salt, secret);
  const key = expand(random, text("Content-Encoding: aes128gcm"), 16);
  const nonce = expand(random, text("Content-Encoding: nonce"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = record.findLastIndex((byte: number) => byte !== 0);
  if (record[end] !== 2) throw new Error("no end of the last record");
  return record.subarray(0, end).toString("utf8");
}

function text(of: string): Buffer {
  return Buffer.from(`${of}\0`);
}

function hash(key: Buffer, data: Buffer): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

function expand(key: Buffer, info: Buffer, bytes: number): Buffer {
  return hash(key, Buffer.concat([info, Buffer.of(1)])).subarray(0, bytes);
}

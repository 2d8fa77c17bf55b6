import { createHash } from "node:crypto";

/** 47 bits of SHA-256: SQLite keeps them in six bytes, and JSON as they are. */
export function keyOfSend(clientId: string): number {
  return createHash("sha256").update(clientId).digest().readUIntBE(0, 6) % 2 ** 47;
}

/** A request to send, as its message is found before and after it is archived. */
export function sendOf(clientId: string) {
  return { clientId, key: keyOfSend(clientId) };
}

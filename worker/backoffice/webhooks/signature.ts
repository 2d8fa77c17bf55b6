import { Buffer } from "node:buffer";
import { fromBase64url, newSecret } from "#worker/platform/ids.ts";

export const newWebhookSecret = () => newSecret(32);

/** Standard Webhooks 1.0: one signature for each secret, apart by spaces. `seconds` since 1970. */
export async function signaturesOf(secrets: readonly string[], id: string, seconds: number, body: string): Promise<string> {
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  const signatures = secrets.map(async (secret) => {
    const bytes = fromBase64url(secret) ?? new Uint8Array();
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return `v1,${Buffer.from(await crypto.subtle.sign("HMAC", key, signed)).toString("base64")}`;
  });
  return (await Promise.all(signatures)).join(" ");
}

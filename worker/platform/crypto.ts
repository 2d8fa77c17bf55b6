import { base64url } from "./ids.ts";

const encoder = new TextEncoder();

/** Base64url. */
export async function sha256(of: string | ArrayBuffer): Promise<string> {
  return base64url(await crypto.subtle.digest("SHA-256", typeof of === "string" ? encoder.encode(of) : of));
}

export async function hmac(key: string, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return base64url(await crypto.subtle.sign("HMAC", imported, encoder.encode(text)));
}

/** Constant time. */
export function equalSecrets(a: string, b: string): boolean {
  const [x, y] = [encoder.encode(a), encoder.encode(b)];
  if (x.byteLength !== y.byteLength) return false;
  let difference = 0;
  for (let i = 0; i < x.byteLength; i++) difference |= (x[i] as number) ^ (y[i] as number);
  return difference === 0;
}

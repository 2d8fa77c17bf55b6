const encoder = new TextEncoder();

/** FlexPay 4: SHA-256 of the key and all fields by name, in hexadecimal. */
export async function signatureOf(secret: string, fields: Iterable<[string, string]>): Promise<string> {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`);
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode([secret, ...sorted].join(":")));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

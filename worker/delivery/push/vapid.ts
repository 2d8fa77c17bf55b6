import { createECDH } from "node:crypto";
import { base64url, fromBase64url } from "#worker/platform/ids.ts";

/** In seconds. RFC 8292 section 2 allows 24 hours. */
const VALID_FOR = 12 * 3600;
/** In ms: one signature serves all messages of this time to one push service. */
const REUSED_FOR = 3600_000;

/** Uncompressed point and private scalar of a P-256 key, base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** `PUSH_KEYS` holds both, joined by a dot. Null without it. Never quotes the secret. */
export function pushKeysOf({ PUSH_KEYS }: { PUSH_KEYS?: string }): PushKeys | null {
  if (!PUSH_KEYS) return null;
  const [publicKey = "", privateKey = "", ...rest] = PUSH_KEYS.split(".");
  const point = fromBase64url(publicKey);
  if (rest.length > 0 || point?.length !== 65 || point[0] !== 4 || fromBase64url(privateKey)?.length !== 32)
    throw new Error("PUSH_KEYS is not what `npm run push-keys` prints");
  if (!isPair(point, fromBase64url(privateKey) as Uint8Array))
    throw new Error("PUSH_KEYS holds halves of two key pairs: set one line of `npm run push-keys` again, whole");
  return { publicKey, privateKey };
}

function isPair(point: Uint8Array, scalar: Uint8Array): boolean {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(scalar);
  } catch {
    return false; // zero, or beyond the curve's order
  }
  return pair.getPublicKey().equals(point);
}

export async function createPushKeys(): Promise<PushKeys> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"])) as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer;
  const { d } = (await crypto.subtle.exportKey("jwk", privateKey)) as JsonWebKey;
  return { publicKey: base64url(point), privateKey: d as string };
}

const ECDSA = { name: "ECDSA", namedCurve: "P-256" };

export type Vapid = ReturnType<typeof createVapid>;

export function createVapid({ publicKey, privateKey }: PushKeys) {
  const signed = new Map<string, { header: Promise<string>; until: number }>();
  let key: Promise<CryptoKey> | undefined;

  return {
    publicKey,

    /** Value of the `Authorization` header. `contact` is a `mailto:` or `https:` URL of the operator. */
    authorization(endpoint: string, contact: string, now: number): Promise<string> {
      const audience = new URL(endpoint).origin;
      const name = `${audience} ${contact}`;
      const known = signed.get(name);
      if (known && known.until > now) return known.header;
      const header = sign({ aud: audience, exp: Math.floor(now / 1000) + VALID_FOR, sub: contact });
      header.catch(() => signed.delete(name)); // the caller sees the failure
      // Few push services and domains exist; a full map means hostile endpoints.
      if (signed.size >= 100) signed.clear();
      signed.set(name, { header, until: now + REUSED_FOR });
      return header;
    },
  };

  async function sign(claims: Record<string, unknown>): Promise<string> {
    key ??= importKey(publicKey, privateKey);
    const unsigned = [{ typ: "JWT", alg: "ES256" }, claims].map((part) => base64url(encode(JSON.stringify(part)))).join(".");
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, await key, encode(unsigned));
    return `vapid t=${unsigned}.${base64url(signature)}, k=${publicKey}`;
  }
}

function importKey(publicKey: string, d: string): Promise<CryptoKey> {
  const point = fromBase64url(publicKey) as Uint8Array<ArrayBuffer>;
  const [x, y] = [base64url(point.slice(1, 33)), base64url(point.slice(33))];
  return crypto.subtle.importKey("jwk", { kty: "EC", crv: "P-256", x, y, d }, ECDSA, false, ["sign"]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

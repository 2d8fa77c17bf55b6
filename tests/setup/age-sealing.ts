import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { type Cbor, type CborMap, decodeCbor, encodeCbor } from "#worker/accounts/age/eu/cbor.ts";
import { browserTranscript } from "#worker/accounts/age/eu/transcript.ts";
import { base64url, fromBase64url } from "#worker/platform/ids.ts";

const SUITE = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });

/** Seals anything for a request, as whoever has the request can. */
export async function seal(plain: Uint8Array<ArrayBuffer>, encryptionInfo: string, origin: string): Promise<string> {
  const [, parameters] = decodeCbor(fromBase64url(encryptionInfo) as Uint8Array) as [string, CborMap];
  const key = parameters.get("recipientPublicKey") as CborMap;
  const point = new Uint8Array([4, ...(key.get(-2) as Uint8Array), ...(key.get(-3) as Uint8Array)]);
  const recipientPublicKey = await SUITE.kem.deserializePublicKey(point);
  const { ct, enc } = await SUITE.seal(
    { recipientPublicKey, info: encodeCbor(await browserTranscript(encryptionInfo, origin)) },
    plain,
  );
  const data = new Map<string, Cbor>([
    ["enc", new Uint8Array(enc)],
    ["cipherText", new Uint8Array(ct)],
  ]);
  return base64url(encodeCbor(["dcapi", data]));
}

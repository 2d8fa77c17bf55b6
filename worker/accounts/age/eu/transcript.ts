import { type Cbor, encodeCbor } from "./cbor.ts";

/** ISO/IEC 18013-5 9.1.5.1: neither device engagement nor a reader's key takes part online. */
async function transcript(name: string, info: Cbor): Promise<Cbor> {
  const hash = await crypto.subtle.digest("SHA-256", encodeCbor(info));
  return [null, null, [name, new Uint8Array(hash)]];
}

/**
 * ISO/IEC 18013-7 annex C, for the browser API.
 * @param encryptionInfo base64url, as it was sent
 * @param origin serialized, without a slash at the end
 */
export function browserTranscript(encryptionInfo: string, origin: string): Promise<Cbor> {
  return transcript("dcapi", [encryptionInfo, origin]);
}

/**
 * OpenID4VP 1.0 B.2.6.1.
 * @param thumbprint of the key for which the answer is encrypted; this profile encrypts none
 */
export function openidTranscript(
  clientId: string,
  nonce: string,
  responseUri: string,
  thumbprint: Uint8Array | null = null,
): Promise<Cbor> {
  return transcript("OpenID4VPHandover", [clientId, nonce, thumbprint, responseUri]);
}

import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from "@simplewebauthn/server";
import { base64url, fromBase64url } from "./ids.ts";

/** COSE algorithms that every browser has: ES256 and RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [-7, -257];

/** What an answer must have been made for. */
export interface Expected {
  /** Whether this is a challenge of ours that was not answered before; asked once. */
  challenge(challenge: string): Promise<boolean>;
  origin: string;
  rpId: string;
}

interface NewCredential {
  id: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
}

export interface WebAuthn {
  /** The credential of a registration (Web Authentication Level 3, section 7.1); null for one that is not as expected. */
  register(response: RegistrationResponseJSON, expected: Expected): Promise<NewCredential | null>;
  /** The new counter of an assertion by this credential (section 7.2); null for one that is not as expected. */
  verify(response: AuthenticationResponseJSON, by: NewCredential, expected: Expected): Promise<number | null>;
}

/** Read when the first passkey is looked at: nobody else's request waits for it. */
async function library() {
  // Bundled, the library's own import of this comes after those who need it.
  await import("reflect-metadata");
  return Promise.all([import("@simplewebauthn/server"), import("@simplewebauthn/server/helpers")]);
}

/** Both answers need the user verified: a passkey stands for the password, not beside it. */
export const webauthn: WebAuthn = {
  async register(response, { challenge, origin, rpId }) {
    const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await library();
    try {
      // We ask for no attestation. One that comes all the same would have us read certificates of a stranger's choosing.
      const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
      if (attestation.get("fmt") !== "none") return null;
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!registrationInfo) return null;
      const { id, publicKey, counter } = registrationInfo.credential;
      return { id, publicKey: base64url(publicKey), counter };
    } catch {
      return null; // whatever is wrong with it, it opens nothing
    }
  },

  async verify(response, { id, publicKey, counter }, { challenge, origin, rpId }) {
    const [{ verifyAuthenticationResponse }] = await library();
    const key = fromBase64url(publicKey) as Uint8Array<ArrayBuffer> | null;
    if (!key) return null;
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: { id, publicKey: key, counter, transports: [] as AuthenticatorTransport[] },
        requireUserVerification: true,
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      return null; // forged, replayed, for another site, or a counter that went back
    }
  },
};

import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from "@simplewebauthn/server";
import { base64url, fromBase64url } from "#worker/platform/ids.ts";

/** COSE ES256 and RS256 (RFC 9053, RFC 8812): every browser supports them. */
export const ALGORITHMS = [-7, -257];

export interface Expected {
  /** True once per issued challenge. */
  challenge(challenge: string): Promise<boolean>;
  origin: string;
  rpId: string;
}

interface NewCredential {
  id: string;
  publicKey: string;
  counter: number;
}

export interface WebAuthn {
  /** Web Authentication Level 3, section 7.1. Null on failure. */
  register(response: RegistrationResponseJSON, expected: Expected): Promise<NewCredential | null>;
  /** Section 7.2: the new counter. Null on failure. */
  verify(response: AuthenticationResponseJSON, by: NewCredential, expected: Expected): Promise<number | null>;
}

async function library() {
  // The library needs it first; bundling reorders its own import.
  await import("reflect-metadata");
  return Promise.all([import("@simplewebauthn/server"), import("@simplewebauthn/server/helpers")]);
}

/** Requires user verification: a passkey replaces the password. */
export const webauthn: WebAuthn = {
  async register(response, { challenge, origin, rpId }) {
    const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await library();
    try {
      // Rejects attestation: its certificates would come from an untrusted sender.
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
      return null; // any verification error
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
      return null; // forged, replayed, another site, or a lower counter
    }
  },
};

import { base64url, fromBase64url } from "#worker/platform/ids.ts";

interface Faults {
  origin?: string;
  rpId?: string;
  type?: string;
  flags?: number;
  challenge?: string;
  counter?: number;
  userHandle?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** The signature covers other data. */
  broken?: boolean;
}

const encoder = new TextEncoder();
const PRESENT_AND_VERIFIED = 0x05;
const ATTESTED = 0x40;

/** Software authenticator with an ES256 key (Web Authentication Level 3, 6.1 and 6.5), optionally with faults. */
export async function virtualAuthenticator({ counts = true }: { counts?: boolean } = {}) {
  const pair = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const jwk = (await crypto.subtle.exportKey("jwk", pair.publicKey)) as JsonWebKey;
  const rawId = crypto.getRandomValues(new Uint8Array(16));
  const id = base64url(rawId);
  let handle = "";
  let counter = 0;

  async function authenticatorData(
    rpId: string,
    flags: number,
    count: number,
    attested: Uint8Array = new Uint8Array(),
  ): Promise<Uint8Array<ArrayBuffer>> {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(rpId)));
    const number = new Uint8Array(4);
    new DataView(number.buffer).setUint32(0, count);
    return bytes(hash, [flags], number, attested);
  }
  function clientData(type: string, challenge: string, faults: Faults): Uint8Array<ArrayBuffer> {
    const { origin = "http://localhost", crossOrigin = false, topOrigin } = faults;
    return encoder.encode(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin, crossOrigin, topOrigin }));
  }

  return {
    id,

    async create(options: { challenge: string; rp: { id: string }; user: { id: string } }, faults: Faults = {}) {
      handle = options.user.id;
      // COSE key (RFC 9053 section 7.1.1): kty EC2, alg ES256, crv P-256, x, y.
      const cose = bytes(
        [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
        coordinate(jwk.x),
        [0x22, 0x58, 0x20],
        coordinate(jwk.y),
      );
      const attested = bytes(new Uint8Array(16), [0, rawId.length], rawId, cose);
      const flags = (faults.flags ?? PRESENT_AND_VERIFIED) | ATTESTED;
      const data = await authenticatorData(faults.rpId ?? options.rp.id, flags, counter, attested);
      // CBOR of {fmt: "none", attStmt: {}, authData}.
      const attestation = bytes(
        [0xa3, 0x63, ...encoder.encode("fmt"), 0x64, ...encoder.encode("none")],
        [0x67, ...encoder.encode("attStmt"), 0xa0, 0x68, ...encoder.encode("authData"), 0x58, data.length],
        data,
      );
      const response = {
        clientDataJSON: base64url(clientData(faults.type ?? "webauthn.create", options.challenge, faults)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      };
      return { id, rawId: id, type: "public-key" as const, response };
    },

    async get(options: { challenge: string; rpId: string }, faults: Faults = {}) {
      if (counts) counter = faults.counter ?? counter + 1;
      const data = await authenticatorData(faults.rpId ?? options.rpId, faults.flags ?? PRESENT_AND_VERIFIED, counter);
      const client = clientData(faults.type ?? "webauthn.get", options.challenge, faults);
      const signed = bytes(data, new Uint8Array(await crypto.subtle.digest("SHA-256", client)));
      const text = faults.broken ? encoder.encode("something else") : signed;
      const raw = new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, pair.privateKey, text));
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(der(raw)),
        userHandle: faults.userHandle ?? handle,
      };
      return { id, rawId: id, type: "public-key" as const, response };
    },
  };
}

function bytes(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function coordinate(text: string | undefined): Uint8Array<ArrayBufferLike> {
  return fromBase64url(text ?? "") ?? new Uint8Array();
}

/** ASN.1 signature without leading zeros: sometimes a number is shorter than 32 bytes. */
function der(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const integer = (part: Uint8Array) => {
    const from = part.findIndex((byte) => byte !== 0);
    const digits = [...part.slice(from)];
    if ((digits[0] ?? 0) > 127) digits.unshift(0);
    return [2, digits.length, ...digits];
  };
  const both = [...integer(raw.slice(0, 32)), ...integer(raw.slice(32))];
  return Uint8Array.from([0x30, both.length, ...both]);
}

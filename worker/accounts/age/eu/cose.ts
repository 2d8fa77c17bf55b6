import { type Cbor, CborError, type CborMap, decodeCbor, encodeCbor } from "./cbor.ts";
import { asArray, asBytes, asMap, Refused } from "./refused.ts";

/** COSE header parameters (RFC 9052 3.1, RFC 9360). */
const ALGORITHM = 1;
const CRITICAL = 2;
const X5CHAIN = 33;
/** COSE algorithm (RFC 9053 2.1): ECDSA with P-256 and SHA-256, the only one of the profile. */
const ES256 = -7;

/** @throws Refused */
export function decoded(bytes: Uint8Array, most?: number): Cbor {
  try {
    return decodeCbor(bytes, most);
  } catch (error) {
    throw new Refused("invalid", error instanceof CborError ? `CBOR: ${error.message}` : "CBOR");
  }
}

export interface Sign1 {
  protectedBytes: Uint8Array;
  /** Protected and unprotected ones; a label stands once. */
  headers: CborMap;
  payload: Cbor;
  signature: Uint8Array<ArrayBuffer>;
}

/** COSE_Sign1 (RFC 9052 4.2), tagged or not. */
export function sign1Of(value: Cbor, what: string): Sign1 {
  const [first, unprotected, payload, signature, ...more] = asArray(untagged(value), what);
  if (more.length > 0) throw new Refused("invalid", `${what} has more parts`);
  const protectedBytes = asBytes(first, `${what} headers`);
  const secured = asMap(decoded(protectedBytes), `${what} headers`);
  if (secured.get(ALGORITHM) !== ES256) throw new Refused("invalid", `${what} of another algorithm`);
  if (secured.has(CRITICAL)) throw new Refused("invalid", `${what} with a critical header`);
  const headers = new Map(secured);
  for (const [label, header] of asMap(unprotected, `${what} headers`)) {
    if (headers.has(label)) throw new Refused("invalid", `${what} with a header twice`);
    headers.set(label, header);
  }
  return { protectedBytes, headers, payload, signature: asBytes(signature, `${what} signature`) };
}

function untagged(value: Cbor): Cbor {
  return value instanceof Object && "tag" in value && value.tag === 18 ? value.value : value;
}

export function chainOf(headers: CborMap): Uint8Array<ArrayBuffer>[] {
  const chain = headers.get(X5CHAIN);
  return (Array.isArray(chain) ? chain : [chain]).map((one) => asBytes(one, "certificate"));
}

/** The payload is the signed one or, for the device, one that is not sent. */
export async function isSigned({ protectedBytes, signature }: Sign1, payload: Uint8Array, key: CryptoKey): Promise<boolean> {
  if (signature.length !== 64) return false;
  const structure = encodeCbor(["Signature1", protectedBytes, new Uint8Array(), payload]);
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, structure);
}

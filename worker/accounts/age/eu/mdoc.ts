import { type Cbor, CborError, type CborMap, decodeCbor, embedded, encodeCbor } from "./cbor.ts";
import { documentSigner, SKEW } from "./certificates.ts";
import { asArray, asBytes, asEmbedded, asMap, asTime, Refused } from "./refused.ts";
import type { TrustAnchor } from "./trust.ts";

/** docType and only namespace of a proof of age. */
export const PROOF_OF_AGE = "eu.europa.ec.av.1";
export const AGE_OVER_18 = "age_over_18";

/** COSE header parameters (RFC 9052 3.1, RFC 9360). */
const ALGORITHM = 1;
const CRITICAL = 2;
const X5CHAIN = 33;
/** COSE algorithm (RFC 9053 2.1): ECDSA with P-256 and SHA-256, the only one of the profile. */
const ES256 = -7;

/** What is left to look at once everything is verified. */
export interface VerifiedProof {
  over18: boolean;
  /** `status` of the MSO, if there is one. */
  status: Cbor;
}

/**
 * Verifies a DeviceResponse (ISO/IEC 18013-5 8.3.2.1.2.2) with one proof of age, signed by the device for this session.
 * Elements and signed parts are hashed as they came, never encoded again.
 * @throws Refused
 */
export async function verifyProof(
  response: Uint8Array,
  session: Cbor,
  { anchors, now }: { anchors: TrustAnchor[]; now: number },
): Promise<VerifiedProof> {
  const document = onlyDocument(response);
  if (document.get("docType") !== PROOF_OF_AGE) throw new Refused("invalid", "document of another type");
  const issuerSigned = asMap(document.get("issuerSigned"), "issuerSigned");
  const issuerAuth = sign1Of(issuerSigned.get("issuerAuth"), "issuerAuth");

  const signer = await documentSigner(chainOf(issuerAuth.headers), anchors, now);
  const signedObject = asBytes(issuerAuth.payload, "issuerAuth payload");
  if (!(await isSigned(issuerAuth, signedObject, signer))) throw new Refused("invalid", "issuer's signature");

  const mso = asMap(decoded(asEmbedded(decoded(signedObject), "MSO")), "MSO");
  if (mso.get("docType") !== PROOF_OF_AGE) throw new Refused("invalid", "MSO of another type");
  if (mso.get("version") !== "1.0") throw new Refused("invalid", "MSO of another version");
  if (mso.get("digestAlgorithm") !== "SHA-256") throw new Refused("invalid", "digest algorithm");
  checkValidity(asMap(mso.get("validityInfo"), "validityInfo"), now);
  const over18 = await elementOf(issuerSigned, mso);
  await checkDevice(asMap(document.get("deviceSigned"), "deviceSigned"), mso, session);
  return { over18, status: mso.get("status") };
}

function decoded(bytes: Uint8Array): Cbor {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    throw new Refused("invalid", error instanceof CborError ? `CBOR: ${error.message}` : "CBOR");
  }
}

function onlyDocument(response: Uint8Array): CborMap {
  const answer = asMap(decoded(response), "response");
  if (answer.get("version") !== "1.0") throw new Refused("invalid", "response of another version");
  const documents = answer.has("documents") ? asArray(answer.get("documents"), "documents") : [];
  // The member agreed to nothing, or the app has no such document.
  if (documents.length === 0) throw new Refused("cancelled", "response without a document");
  if (answer.get("status") !== 0) throw new Refused("invalid", "response with an error");
  if (documents.length > 1) throw new Refused("invalid", "more than one document");
  return asMap(documents[0], "document");
}

interface Sign1 {
  protectedBytes: Uint8Array;
  /** Protected and unprotected ones; a label stands once. */
  headers: CborMap;
  payload: Cbor;
  signature: Uint8Array<ArrayBuffer>;
}

/** COSE_Sign1 (RFC 9052 4.2), tagged or not. */
function sign1Of(value: Cbor, what: string): Sign1 {
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

function chainOf(headers: CborMap): Uint8Array<ArrayBuffer>[] {
  const chain = headers.get(X5CHAIN);
  return (Array.isArray(chain) ? chain : [chain]).map((one) => asBytes(one, "certificate"));
}

/** The payload is the signed one or, for the device, one that is not sent. */
async function isSigned({ protectedBytes, signature }: Sign1, payload: Uint8Array, key: CryptoKey): Promise<boolean> {
  if (signature.length !== 64) return false;
  const structure = encodeCbor(["Signature1", protectedBytes, new Uint8Array(), payload]);
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, structure);
}

function checkValidity(info: CborMap, now: number): void {
  const from = asTime(info.get("validFrom"), "validFrom");
  const until = asTime(info.get("validUntil"), "validUntil");
  if (asTime(info.get("signed"), "signed") > now + SKEW || from > now + SKEW)
    throw new Refused("not_yet_valid", "proof not yet valid");
  if (until <= now) throw new Refused("expired", "proof expired");
}

/** `age_over_18`, whose digest the issuer signed. */
async function elementOf(issuerSigned: CborMap, mso: CborMap): Promise<boolean> {
  const nameSpaces = issuerSigned.has("nameSpaces") ? asMap(issuerSigned.get("nameSpaces"), "nameSpaces") : new Map();
  const items = nameSpaces.has(PROOF_OF_AGE) ? asArray(nameSpaces.get(PROOF_OF_AGE), "elements") : [];
  const digests = asMap(asMap(mso.get("valueDigests"), "valueDigests").get(PROOF_OF_AGE), "digests");
  let over18: boolean | null = null;
  for (const item of items) {
    const bytes = asEmbedded(item, "element");
    const element = asMap(decoded(bytes), "element");
    // ISO/IEC 18013-5 9.1.2.5: the digest covers tag 24 and its byte string.
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encodeCbor(embedded(bytes))));
    if (!isEqual(digest, digests.get(element.get("digestID") as number))) throw new Refused("invalid", "digest of an element");
    if (element.get("elementIdentifier") !== AGE_OVER_18) continue;
    const value = element.get("elementValue");
    if (typeof value !== "boolean" || over18 !== null) throw new Refused("invalid", "value of the element");
    over18 = value;
  }
  if (over18 === null) throw new Refused("cancelled", "response without the element");
  return over18;
}

function isEqual(bytes: Uint8Array, other: Cbor): boolean {
  return other instanceof Uint8Array && other.length === bytes.length && bytes.every((byte, index) => byte === other[index]);
}

/** The device's signature over this session (ISO/IEC 18013-5 9.1.3). A code of a shared key (MAC) needs a key that we do not send. */
async function checkDevice(deviceSigned: CborMap, mso: CborMap, session: Cbor): Promise<void> {
  const auth = asMap(deviceSigned.get("deviceAuth"), "deviceAuth");
  if (!auth.has("deviceSignature") || auth.size > 1) throw new Refused("invalid", "response without a signature of the device");
  const signature = sign1Of(auth.get("deviceSignature"), "deviceSignature");
  if (signature.payload !== null) throw new Refused("invalid", "deviceSignature with a payload");
  const nameSpaces = embedded(asEmbedded(deviceSigned.get("nameSpaces"), "device's nameSpaces"));
  const authentication = encodeCbor(["DeviceAuthentication", session, PROOF_OF_AGE, nameSpaces]);
  const key = await deviceKey(asMap(asMap(mso.get("deviceKeyInfo"), "deviceKeyInfo").get("deviceKey"), "deviceKey"));
  if (!(await isSigned(signature, encodeCbor(embedded(authentication)), key)))
    throw new Refused("wrong_device", "device's signature over this session");
}

/** COSE_Key (RFC 9053 7.1.1): kty 2 is EC2, crv 1 is P-256. */
async function deviceKey(key: CborMap): Promise<CryptoKey> {
  const [x, y] = [asBytes(key.get(-2), "deviceKey x"), asBytes(key.get(-3), "deviceKey y")];
  if (key.get(1) !== 2 || key.get(-1) !== 1 || x.length !== 32 || y.length !== 32)
    throw new Refused("invalid", "kind of deviceKey");
  const point = new Uint8Array([4, ...x, ...y]);
  try {
    return await crypto.subtle.importKey("raw", point, { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);
  } catch {
    throw new Refused("invalid", "deviceKey that is no point");
  }
}

import { type Cbor, type CborMap, embedded, encodeCbor } from "./cbor.ts";
import { documentSigner, SKEW } from "./certificates.ts";
import { chainOf, decoded, isSigned, sign1Of } from "./cose.ts";
import { asArray, asBytes, asEmbedded, asMap, asTime, Refused } from "./refused.ts";
import type { TrustAnchor } from "./trust.ts";

/** docType and only namespace of a proof of age. */
export const PROOF_OF_AGE = "eu.europa.ec.av.1";
export const AGE_OVER_18 = "age_over_18";

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

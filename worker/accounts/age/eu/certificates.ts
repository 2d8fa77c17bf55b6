import { Buffer } from "node:buffer";
import type { X509Certificate } from "@peculiar/x509";
import { Refused } from "./refused.ts";
import type { TrustAnchor } from "./trust.ts";

/** Purposes of a document signer: ISO/IEC 18013-5 table B.3, and the one of the EU's reference issuer. */
const MDOC_SIGNER = ["1.0.18013.5.1.2", "1.3.130.2.0.0.1.2"];
const BASIC_CONSTRAINTS = "2.5.29.19";
const KEY_USAGE = "2.5.29.15";
const EXTENDED_KEY_USAGE = "2.5.29.37";
/** Any other critical extension is one that nobody here understands (RFC 5280 4.2). */
const UNDERSTOOD = new Set([BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE]);

const MAX_CHAIN = 5;
/** In bytes. */
const MAX_CERTIFICATE = 8192;
/** In ms: an issuer's clock may be ahead. */
export const SKEW = 60_000;

export async function x509() {
  // The library needs it first; bundling reorders its own import.
  await import("reflect-metadata");
  return import("@peculiar/x509");
}

/**
 * Finds a path from the first certificate to an anchor, checks it, and returns the key for ES256.
 * An anchor may be the document signer itself: the list has such entries.
 * @param chain DER, the document signer first.
 * @param purposes Of which the signer has one, or `null` for any.
 */
export async function documentSigner(
  chain: Uint8Array<ArrayBuffer>[],
  anchors: TrustAnchor[],
  now: number,
  purposes: string[] | null = MDOC_SIGNER,
): Promise<CryptoKey> {
  if (chain.length === 0 || chain.length > MAX_CHAIN) throw new Refused("invalid", "chain of no or too many certificates");
  const { X509Certificate } = await x509();
  const certificates = chain.map((der) => {
    if (der.length > MAX_CERTIFICATE) throw new Refused("invalid", "certificate too long");
    try {
      const certificate = new X509Certificate(der);
      // Encoded again, it must be the same: nothing follows it.
      if (certificate.rawData.byteLength !== der.length) throw new Error("bytes after the end");
      return certificate;
    } catch {
      throw new Refused("invalid", "certificate that cannot be read");
    }
  });
  const path = await pathOf(certificates, anchorsOf(anchors, X509Certificate));
  for (const [index, certificate] of path.entries()) await checkCertificate(certificate, { index, now, wanted: purposes });
  return signerKey(path[0] as X509Certificate);
}

/** Anchors by subject: only those that may have signed are parsed. */
function anchorsOf(anchors: TrustAnchor[], Certificate: typeof X509Certificate) {
  const parsed = new Map<TrustAnchor, X509Certificate>();
  const read = (anchor: TrustAnchor) => {
    const known = parsed.get(anchor);
    if (known) return known;
    const certificate = new Certificate(anchor.certificate);
    parsed.set(anchor, certificate);
    return certificate;
  };
  return {
    has: (certificate: X509Certificate) => {
      const text = Buffer.from(certificate.rawData).toString("base64");
      return anchors.some((anchor) => anchor.certificate === text);
    },
    named: (subject: string) => anchors.filter((anchor) => anchor.subject === subject).map(read),
  };
}

async function pathOf(chain: X509Certificate[], anchors: ReturnType<typeof anchorsOf>): Promise<X509Certificate[]> {
  const path: X509Certificate[] = [];
  for (const [index, certificate] of chain.entries()) {
    path.push(certificate);
    if (anchors.has(certificate)) return path;
    for (const anchor of anchors.named(certificate.issuer)) if (await isSignedBy(certificate, anchor)) return [...path, anchor];
    const next = chain[index + 1];
    if (next?.subject !== certificate.issuer || !(await isSignedBy(certificate, next))) break;
  }
  throw new Refused("unknown_issuer", "no path to the trusted list");
}

async function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): Promise<boolean> {
  // A collision of SHA-1 would bring in what the issuer has not signed.
  if (!/^SHA-(256|384|512)$/.test(certificate.signatureAlgorithm.hash?.name ?? "")) return false;
  try {
    return await certificate.verify({ publicKey: issuer.publicKey, signatureOnly: true }, crypto);
  } catch {
    return false; // another kind of key
  }
}

/** `index` 0 is the document signer; an authority has `index - 1` authorities below it */
async function checkCertificate(
  certificate: X509Certificate,
  { index, now, wanted }: { index: number; now: number; wanted: string[] | null },
): Promise<void> {
  if (certificate.notBefore.getTime() > now + SKEW) throw new Refused("not_yet_valid", "certificate not yet valid");
  if (certificate.notAfter.getTime() < now) throw new Refused("expired", "certificate expired");
  const { authority, pathLength, usages, purposes, unknown } = await extensionsOf(certificate);
  if (unknown) throw new Refused("unknown_issuer", "critical extension that is not understood");
  if (index > 0) {
    if (!authority) throw new Refused("unknown_issuer", "signed by a certificate that is no authority");
    if (index - 1 > pathLength) throw new Refused("unknown_issuer", "path too long");
    if (usages !== null && !(usages & CERTIFICATE_SIGN)) throw new Refused("unknown_issuer", "key may not sign certificates");
    return;
  }
  if (authority) throw new Refused("unknown_issuer", "an authority as document signer");
  if (usages === null || !(usages & DIGITAL_SIGNATURE)) throw new Refused("unknown_issuer", "key may not sign documents");
  if (wanted && !purposes.some((purpose) => wanted.includes(purpose)))
    throw new Refused("unknown_issuer", "certificate of another purpose");
}

/** Bits of KeyUsage (RFC 5280 4.2.1.3), the first one lowest. */
const DIGITAL_SIGNATURE = 1;
const CERTIFICATE_SIGN = 32;

/**
 * Reads the three extensions that are checked. X509Certificate reads all of them, and fails if it cannot read one.
 * The profile's own example has such a one: issuerAltName.
 */
async function extensionsOf({ rawData }: X509Certificate) {
  const [{ AsnConvert }, asn1] = await Promise.all([import("@peculiar/asn1-schema"), import("@peculiar/asn1-x509")]);
  try {
    const { extensions = [] } = AsnConvert.parse(rawData, asn1.Certificate).tbsCertificate;
    const values = new Map(extensions.map(({ extnID, extnValue }) => [extnID, extnValue.buffer]));
    if (values.size !== extensions.length) throw new Error("extension twice");
    const [constraints, usage, purposes] = [BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE].map((id) => values.get(id));
    const basic = constraints && AsnConvert.parse(constraints, asn1.BasicConstraints);
    return {
      authority: basic?.cA ?? false,
      pathLength: basic?.pathLenConstraint ?? MAX_CHAIN,
      usages: usage ? AsnConvert.parse(usage, asn1.KeyUsage).toNumber() : null,
      purposes: purposes ? [...AsnConvert.parse(purposes, asn1.ExtendedKeyUsage)] : [],
      unknown: extensions.some(({ critical, extnID }) => critical && !UNDERSTOOD.has(extnID)),
    };
  } catch {
    throw new Refused("invalid", "extensions that cannot be read");
  }
}

async function signerKey({ publicKey }: X509Certificate): Promise<CryptoKey> {
  try {
    return await publicKey.export({ name: "ECDSA", namedCurve: "P-256" }, ["verify"], crypto);
  } catch {
    throw new Refused("invalid", "document signer without a P-256 key");
  }
}

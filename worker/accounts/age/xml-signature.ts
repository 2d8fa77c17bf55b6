import { Buffer } from "node:buffer";
import { createHash, verify, X509Certificate } from "node:crypto";
import { DOMParser } from "@xmldom/xmldom";
import { type CanonicalizationOrTransformationAlgorithm, SignedXml } from "xml-crypto";
import { ListError } from "./list-error.ts";

const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";
const FILTER = "http://www.w3.org/2002/06/xmldsig-filter2";

export interface ListSigner {
  subject: string;
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string;
}

/**
 * Verifies the one enveloped signature of a document, and parses only what was signed (ETSI TS 119 612 annex B).
 * @param signers fingerprints; an empty list accepts none
 * @throws ListError
 */
export async function verifiedXml(xml: string, signers: readonly string[]): Promise<{ root: Element; signer: ListSigner }> {
  // Entities could name other files and grow without bounds.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new ListError("unreadable", "The list has a document type.");
  const signature = onlySignature(parsed(xml));
  const { certificate, signer } = signerOf(signature, signers);
  const signed = new SignedXml({ publicCert: certificate.publicKey.export({ type: "spki", format: "pem" }).toString() });
  // Only algorithms that hold: no SHA-1, no shared keys, no transform that picks parts.
  signed.CanonicalizationAlgorithms = pick(
    signed.CanonicalizationAlgorithms,
    /xml-exc-c14n#$|REC-xml-c14n-20010315$|#enveloped-signature$/,
  );
  signed.CanonicalizationAlgorithms[FILTER] = WithoutSignatures;
  signed.HashAlgorithms = pick(signed.HashAlgorithms, /#sha(256|512)$/);
  signed.SignatureAlgorithms = {
    ...pick(signed.SignatureAlgorithms, /#rsa-sha(256|512)$|#sha256-rsa-MGF1$/),
    "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256": ecdsa("sha256"),
    "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384": ecdsa("sha384"),
    "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512": ecdsa("sha512"),
  };
  try {
    signed.loadSignature(signature);
    if (!signed.checkSignature(xml)) throw new Error("digest");
  } catch {
    throw new ListError("unsigned", "The signature of the list does not hold.");
  }
  // The whole document is one reference; XAdES adds another one for its own properties.
  const index = signed.getReferences().findIndex(({ uri }) => uri === "");
  const whole = signed.getSignedReferences()[index];
  if (index < 0 || whole === undefined) throw new ListError("unsigned", "The signature does not cover the whole list.");
  return { root: parsed(whole), signer };
}

function parsed(xml: string): Element {
  try {
    const strict = (message: string) => {
      throw new Error(message);
    };
    const document = new DOMParser({ errorHandler: { warning: strict, error: strict, fatalError: strict } } as never);
    const root = document.parseFromString(xml, "text/xml").documentElement;
    if (root) return root;
  } catch {
    // Told below.
  }
  throw new ListError("unreadable", "The list is no XML.");
}

/** A child of the root: elsewhere it could sign something else than the document. */
function onlySignature(root: Element): Element {
  const found = Array.from(root.getElementsByTagNameNS(XMLDSIG, "Signature"));
  const [signature] = found;
  if (found.length !== 1 || signature?.parentNode !== root) throw new ListError("unsigned", "The list has not one signature.");
  return signature;
}

function signerOf(signature: Element, signers: readonly string[]) {
  const wanted = signers.map((one) => one.replaceAll(":", "").toLowerCase());
  const found = Array.from(signature.getElementsByTagNameNS(XMLDSIG, "X509Certificate")).flatMap(({ textContent }) => {
    try {
      const certificate = new X509Certificate(Buffer.from(textContent ?? "", "base64"));
      const fingerprint = createHash("sha256").update(certificate.raw).digest("hex");
      return [{ certificate, signer: { subject: certificate.subject.replaceAll("\n", ", "), fingerprint } }];
    } catch {
      return [];
    }
  });
  const known = found.find(({ signer }) => wanted.includes(signer.fingerprint));
  if (known) return known;
  const [first] = found;
  throw new ListError(
    "other_signer",
    first ? `Signed by ${first.signer.subject}, ${first.signer.fingerprint}.` : "No certificate.",
  );
}

function pick<T>(algorithms: Record<string, T>, names: RegExp): Record<string, T> {
  return Object.fromEntries(Object.entries(algorithms).filter(([name]) => names.test(name)));
}

/** The filter of the Commission's own list: it takes away the signature, and nothing else. */
class WithoutSignatures implements CanonicalizationOrTransformationAlgorithm {
  includeComments = false;

  process(node: Node): Node {
    const root = node as Element;
    const filters = Array.from(root.getElementsByTagNameNS(FILTER, "XPath"));
    for (const filter of filters)
      if (filter.getAttribute("Filter") !== "subtract" || filter.textContent?.trim() !== "/descendant::ds:Signature")
        throw new Error("another filter");
    for (const signature of Array.from(root.getElementsByTagNameNS(XMLDSIG, "Signature")))
      signature.parentNode?.removeChild(signature);
    return node;
  }

  getAlgorithmName(): string {
    return FILTER;
  }
}

/** The two numbers beside each other (RFC 6931 2.3.6), not DER. */
function ecdsa(hash: string) {
  return class {
    getSignature(): string {
      throw new Error("verifies only");
    }

    verifySignature(material: string, key: unknown, value: string): boolean {
      const publicKey = { key: key as string, dsaEncoding: "ieee-p1363" as const };
      return verify(hash, Buffer.from(material), publicKey, Buffer.from(value, "base64"));
    }

    getAlgorithmName(): string {
      return `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`;
    }
  };
}

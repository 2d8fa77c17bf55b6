import { Buffer } from "node:buffer";
import { x509 } from "./eu/certificates.ts";
import type { TrustAnchor, TrustedList } from "./eu/trust.ts";
import { ListError } from "./list-error.ts";
import { type ListSigner, verifiedXml } from "./xml-signature.ts";

/** In characters: the list of the summer of 2026 had 69,104. */
const MAX_XML = 4_000_000;
const TSL = "http://uri.etsi.org/02231/v2#";
/** Type of the list and of the services in it, as the European Commission names them. */
const AGE_LIST = "http://ec.europa.eu/tools/lotl/av/TrstSvc/TrustedList/TSLType/AVTL";
const PROOF_OF_AGE_PROVIDER = "http://ec.europa.eu/tools/lotl/av/TrstSvc/Svctype/PAA";
/** Of a service that may issue: the status of the Commission's own list, and ETSI TS 119 612 5.5.4. */
const MAY_ISSUE = [
  "http://ec.europa.eu/tools/lotl/av/TrstSvc/TrustedList/Svcstatus/recognized",
  "http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted",
];

interface Reading {
  source: string;
  /** SHA-256 of the certificates that may sign the list, in hex. */
  signers: readonly string[];
  /** In ms. */
  now: number;
}

/**
 * Reads a trusted list (ETSI TS 119 612) whose signature is that of a configured certificate.
 * Everything is taken from the bytes that were signed.
 * @throws ListError
 */
export async function readTrustedList(
  xml: string,
  { source, signers, now }: Reading,
): Promise<TrustedList & { signer: ListSigner }> {
  if (xml.length > MAX_XML) throw new ListError("too_long", "The list is longer than 4 MB.");
  const { root, signer } = await verifiedXml(xml, signers);
  const scheme = child(root, "SchemeInformation");
  if (root.namespaceURI !== TSL || root.localName !== "TrustServiceStatusList" || textOf(scheme, "TSLType") !== AGE_LIST)
    throw new ListError("other_list", "This is no trusted list for proofs of age.");
  const nextUpdate = dateOf(child(scheme, "NextUpdate"), "dateTime");
  const list = {
    source,
    sequence: Number(textOf(scheme, "TSLSequenceNumber")),
    issued: dateOf(scheme, "ListIssueDateTime"),
    nextUpdate,
    read: new Date(now).toISOString(),
    anchors: await anchorsOf(root),
    signer,
  };
  if (!Number.isSafeInteger(list.sequence)) throw new ListError("unreadable", "The list has no number.");
  if (Date.parse(nextUpdate) <= now) throw new ListError("expired", `The list ended on ${nextUpdate}.`);
  if (list.anchors.length === 0) throw new ListError("empty", "The list has no provider that may issue.");
  return list;
}

async function anchorsOf(root: Element): Promise<TrustAnchor[]> {
  const { X509Certificate } = await x509();
  const anchors: TrustAnchor[] = [];
  for (const provider of all(root, "TrustServiceProvider")) {
    const name = textOf(child(child(provider, "TSPInformation"), "TSPName"), "Name");
    for (const service of all(provider, "TSPService").map((one) => child(one, "ServiceInformation"))) {
      const [type, status] = [textOf(service, "ServiceTypeIdentifier"), textOf(service, "ServiceStatus")];
      if (type !== PROOF_OF_AGE_PROVIDER || !MAY_ISSUE.includes(status)) continue;
      for (const certificate of all(child(service, "ServiceDigitalIdentity"), "X509Certificate")) {
        try {
          const { subject, subjectName, rawData } = new X509Certificate((certificate.textContent ?? "").replace(/\s/g, ""));
          const country = subjectName.getField("C")[0] ?? "";
          anchors.push({ name, country, subject, certificate: Buffer.from(rawData).toString("base64") });
        } catch {
          throw new ListError("unreadable", `A certificate of ${name} cannot be read.`);
        }
      }
    }
  }
  return anchors;
}

/** Descendants, in the order of the document. */
function all(parent: Element | null, name: string): Element[] {
  return parent ? Array.from(parent.getElementsByTagNameNS(TSL, name)) : [];
}

function child(parent: Element | null, name: string): Element | null {
  const children = Array.from(parent?.childNodes ?? []) as Element[];
  return children.find(({ localName, namespaceURI }) => localName === name && namespaceURI === TSL) ?? null;
}

function textOf(parent: Element | null, name: string): string {
  return (child(parent, name)?.textContent ?? "").trim();
}

function dateOf(parent: Element | null, name: string): string {
  const time = Date.parse(textOf(parent, name));
  if (Number.isNaN(time)) throw new ListError("unreadable", `The list has no ${name}.`);
  return new Date(time).toISOString();
}

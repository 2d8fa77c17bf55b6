import type { Extension } from "@peculiar/x509";
import { type Cbor, type CborMap, decodeCbor, embedded, encodeCbor, Tagged } from "#worker/accounts/age/eu/cbor.ts";
import { x509 } from "#worker/accounts/age/eu/certificates.ts";
import { beginEu, receiveVpToken } from "#worker/accounts/age/eu/index.ts";
import { clientIdOf, type EuSecret } from "#worker/accounts/age/eu/request.ts";
import { openidTranscript } from "#worker/accounts/age/eu/transcript.ts";
import type { TrustAnchor, TrustedList } from "#worker/accounts/age/eu/trust.ts";
import { LOCAL_LIST } from "#worker/accounts/age/local-list.ts";
import { base64url } from "#worker/platform/ids.ts";
import { ageRequest } from "#worker/server/dev/wallet/answers.ts";
import { type Attestation, issueAndShow } from "#worker/server/dev/wallet/attestation.ts";
import { ISSUERS } from "#worker/server/dev/wallet/keys.ts";

const { BasicConstraintsExtension, ExtendedKeyUsageExtension, KeyUsageFlags, KeyUsagesExtension, ...library } = await x509();

export const NOW = Date.parse("2026-11-29T12:00:00Z");
export const DAY = 86_400_000;
export const PAGE = {
  origin: "https://velvet.example",
  responseUri: "https://velvet.example/api/age-answer.php",
  state: "s".repeat(22),
};

/** A request, and the transcript that a device signs for it. */
export async function newRequest() {
  const { secret, browser, link } = await beginEu(PAGE);
  return { secret, browser, link, transcript: (await sessionOf(secret)) as unknown[] };
}

function sessionOf({ responseUri, nonce }: EuSecret): Promise<Cbor> {
  return openidTranscript(clientIdOf(responseUri), nonce, responseUri);
}

/** A proof of the test wallet over a transcript. */
export function proof(transcript: unknown[], change: Partial<Attestation> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const all = { over18: true, validFrom: NOW - DAY, validUntil: NOW + DAY, issuer: ISSUERS.listed, ...change };
  return issueAndShow(all, transcript, ageRequest());
}

/** "over", "under", or the reason with what was found. */
export async function verdict(
  response: Uint8Array,
  secret: EuSecret,
  trust: TrustedList = LOCAL_LIST,
  now = NOW,
): Promise<string> {
  const vpToken = JSON.stringify({ proof_of_age: [base64url(response)] });
  const outcome = await receiveVpToken({ vpToken, secret, trust, now, fetch: noFetch });
  return outcome.kind === "failed" ? `${outcome.reason}: ${outcome.detail}` : outcome.kind;
}

export const noFetch = (async () => {
  throw new TypeError("no network");
}) as unknown as typeof fetch;

/** The document inside a response, which a forger changes in place; encoded again. */
export function forged(response: Uint8Array, change: (document: CborMap, answer: CborMap) => void): Uint8Array<ArrayBuffer> {
  const answer = decodeCbor(response) as CborMap;
  change((answer.get("documents") as Cbor[])[0] as CborMap, answer);
  return encodeCbor(answer);
}

/** By a path of keys and indexes. */
export function at<T extends Cbor>(root: Cbor, ...path: (string | number)[]): T {
  const inner = path.reduce(
    (value: Cbor, key) => (value instanceof Map ? value.get(key) : (value as Cbor[])[key as number]),
    root,
  );
  return inner as T;
}

export function insideOf(item: Cbor): CborMap {
  return decodeCbor((item as Tagged).value as Uint8Array) as CborMap;
}

export const wrapped = (inner: Cbor) => embedded(encodeCbor(inner));

const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

interface CertificateOf {
  name?: string;
  by?: Certified;
  from?: number;
  until?: number;
  extensions?: Extension[];
}

export interface Certified {
  name: string;
  keys: CryptoKeyPair;
  /** As the wallet signs with it. */
  issuer: Attestation["issuer"];
  anchor: TrustAnchor;
}

export const AUTHORITY = [
  new BasicConstraintsExtension(true, undefined, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
];
export const purposeOf = (id: string) => new ExtendedKeyUsageExtension([id], true);
export const SIGNER = [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true), purposeOf("1.0.18013.5.1.2")];
export { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension };
export const extensionOf = (id: string, critical: boolean) => new library.Extension(id, critical, new Uint8Array([5, 0]));

/** A certificate with a key of its own, signed by another one or by itself. */
export async function certified({ name = "Signer", by, from, until, extensions = SIGNER }: CertificateOf): Promise<Certified> {
  const keys = (await crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"])) as CryptoKeyPair;
  const subject = `CN=${name}, C=EU`;
  const certificate = await library.X509CertificateGenerator.create(
    {
      serialNumber: "01",
      subject,
      issuer: by ? `CN=${by.name}, C=EU` : subject,
      notBefore: new Date(from ?? NOW - 365 * DAY),
      notAfter: new Date(until ?? NOW + 365 * DAY),
      signingAlgorithm: ECDSA,
      publicKey: keys.publicKey,
      signingKey: (by?.keys ?? keys).privateKey,
      extensions,
    },
    crypto,
  );
  const der = Buffer.from(certificate.rawData).toString("base64");
  const privateKey = (await crypto.subtle.exportKey("jwk", keys.privateKey)) as Attestation["issuer"]["privateKey"];
  return {
    name,
    keys,
    issuer: { privateKey, certificate: der },
    anchor: { name, country: "EU", subject: certificate.subject, certificate: der },
  };
}

export const listOf = (...anchors: Certified[]): TrustedList => ({ ...LOCAL_LIST, anchors: anchors.map(({ anchor }) => anchor) });

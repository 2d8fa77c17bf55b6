import { Buffer } from "node:buffer";
import { cborEncode, DataItem, type DeviceRequest, DeviceResponse, Document, MDoc, type MdocContext } from "@animo-id/mdoc";
import type { Issuer } from "./keys.ts";

/** docType and only namespace; spelled again, because this side shares no code with the verifier. */
const DOC_TYPE = "eu.europa.ec.av.1";

/** What the issuer writes. Times in ms. */
export interface Attestation {
  over18: boolean;
  validFrom: number;
  validUntil: number;
  issuer: Pick<Issuer, "privateKey" | "certificate">;
}

type Jwk = JsonWebKey & { kty: string };

/** Issues one attestation to a fresh key of a device, and shows it over `transcript`: a DeviceResponse. */
export async function issueAndShow(
  { over18, validFrom, validUntil, issuer }: Attestation,
  transcript: unknown[],
  request: DeviceRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const device = await newDeviceKey();
  const document = await new Document(DOC_TYPE, CONTEXT)
    .addIssuerNameSpace(DOC_TYPE, { age_over_18: over18 })
    .addDeviceKeyInfo({ deviceKey: publicPart(device) as never })
    .addValidityInfo({ signed: new Date(validFrom), validFrom: new Date(validFrom), validUntil: new Date(validUntil) })
    .sign(
      {
        issuerPrivateKey: issuer.privateKey as never,
        issuerCertificate: new Uint8Array(Buffer.from(issuer.certificate, "base64")),
        alg: "ES256",
      },
      CONTEXT,
    );
  const shown = await DeviceResponse.from(new MDoc([document]))
    .usingDeviceRequest(request)
    .usingSessionTranscriptBytes(cborEncode(DataItem.fromData(transcript)))
    .authenticateWithSignature(device as never, "ES256")
    .sign(CONTEXT);
  return new Uint8Array(shown.encode());
}

async function newDeviceKey(): Promise<Jwk> {
  const pair = (await crypto.subtle.generateKey(ECDSA, true, ["sign"])) as CryptoKeyPair;
  return (await crypto.subtle.exportKey("jwk", pair.privateKey)) as Jwk;
}

function publicPart({ kty, crv, x, y }: Jwk): Jwk {
  return { kty, crv, x, y };
}

const ECDSA = { name: "ECDSA", namedCurve: "P-256" };

const never = () => {
  throw new Error("the test wallet only issues and signs");
};

/** The library brings no cryptography of its own. */
const CONTEXT: MdocContext = {
  crypto: {
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    digest: async ({ digestAlgorithm, bytes }) =>
      new Uint8Array(await crypto.subtle.digest(digestAlgorithm, bytes as Uint8Array<ArrayBuffer>)),
    calculateEphemeralMacKeyJwk: never,
  },
  cose: {
    sign1: {
      sign: async ({ sign1, jwk }) => {
        const { kty, crv, x, y, d } = jwk as Jwk;
        const key = await crypto.subtle.importKey("jwk", { kty, crv, x, y, d }, ECDSA, false, ["sign"]);
        const { data } = sign1.getRawSigningData();
        return new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, data as Uint8Array<ArrayBuffer>));
      },
      verify: never,
    },
    mac0: { sign: never, verify: never },
  },
  x509: { getIssuerNameField: never, getPublicKey: never, validateCertificateChain: never, getCertificateData: never },
};

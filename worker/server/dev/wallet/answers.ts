import { Buffer } from "node:buffer";
import { cborDecode, cborEncode, DeviceRequest } from "@animo-id/mdoc";
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { type Attestation, issueAndShow } from "./attestation.ts";
import { ISSUERS } from "./keys.ts";

/** What the wallet's owner may choose, and what is then wrong with the answer. */
export const CHOICES = ["over", "under", "expired", "unknown_issuer", "replayed", "other_site", "cancel"] as const;
export type Choice = (typeof CHOICES)[number];

const DAY = 86_400_000;
const ELSEWHERE = "https://other-site.example";

/** The query of an `av://` link (OpenID4VP 1.0 5). */
export interface LinkRequest {
  client_id: string;
  response_uri: string;
  nonce: string;
  state: string;
}

/** The form that the app posts to `response_uri`. */
export async function answerLink(request: LinkRequest, choice: Choice, now: number): Promise<URLSearchParams> {
  const { client_id, response_uri, nonce, state } = request;
  if (choice === "cancel") return new URLSearchParams({ error: "access_denied", state });
  const site = choice === "other_site" ? ELSEWHERE : response_uri;
  const client = choice === "other_site" ? `redirect_uri:${ELSEWHERE}` : client_id;
  const info = [client, choice === "replayed" ? "a nonce of yesterday" : nonce, null, site];
  const transcript = [null, null, ["OpenID4VPHandover", await sha256(cborEncode(info))]];
  const response = await issueAndShow(attestationOf(choice, now), transcript, ageRequest());
  return new URLSearchParams({ vp_token: JSON.stringify({ proof_of_age: [base64url(response)] }), state });
}

/** A request of the Digital Credentials API, as the page hands it to the browser. */
export interface BrowserRequest {
  protocol: string;
  data: { deviceRequest: string; encryptionInfo: string };
}

/** `data` of the credential that the browser returns, or `null` if the owner closes it. */
export async function answerBrowser(
  { data }: BrowserRequest,
  origin: string,
  choice: Choice,
  now: number,
): Promise<{ response: string } | null> {
  if (choice === "cancel") return null;
  // An answer to another request is sealed for its key, too.
  const info = choice === "replayed" ? await otherRequest() : data.encryptionInfo;
  const hash = await sha256(cborEncode([info, choice === "other_site" ? ELSEWHERE : origin]));
  const transcript = [null, null, ["dcapi", hash]];
  const request = DeviceRequest.parse(bytes(data.deviceRequest));
  const response = await issueAndShow(attestationOf(choice, now), transcript, request);
  return { response: base64url(await sealed(response, recipientOf(info), cborEncode(transcript))) };
}

function attestationOf(choice: Choice, now: number): Attestation {
  return {
    over18: choice !== "under",
    validFrom: now - 30 * DAY,
    validUntil: choice === "expired" ? now - DAY : now + 60 * DAY,
    issuer: choice === "unknown_issuer" ? ISSUERS.unlisted : ISSUERS.listed,
  };
}

export function ageRequest(): DeviceRequest {
  const nameSpaces = new Map([["eu.europa.ec.av.1", new Map([["age_over_18", false]])]]);
  return DeviceRequest.from("1.0", [{ itemsRequestData: { docType: "eu.europa.ec.av.1", nameSpaces } as never }]);
}

const SUITE = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });

async function sealed(response: Uint8Array<ArrayBuffer>, recipient: Uint8Array<ArrayBuffer>, info: Uint8Array) {
  const recipientPublicKey = await SUITE.kem.deserializePublicKey(recipient);
  const { ct, enc } = await SUITE.seal({ recipientPublicKey, info: new Uint8Array(info) }, response);
  const data = new Map([
    ["enc", new Uint8Array(enc)],
    ["cipherText", new Uint8Array(ct)],
  ]);
  return cborEncode(["dcapi", data]);
}

type EncryptionInfo = [string, Map<string, unknown>];

/** The uncompressed point of the COSE_Key in `encryptionInfo`. */
function recipientOf(encryptionInfo: string): Uint8Array<ArrayBuffer> {
  const [, parameters] = cborDecode(bytes(encryptionInfo)) as EncryptionInfo;
  const key = parameters.get("recipientPublicKey") as Map<number, Uint8Array>;
  return new Uint8Array([4, ...(key.get(-2) as Uint8Array), ...(key.get(-3) as Uint8Array)]);
}

async function otherRequest(): Promise<string> {
  const { publicKey } = await SUITE.kem.generateKeyPair();
  const point = new Uint8Array(await SUITE.kem.serializePublicKey(publicKey));
  const key = new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, point.slice(1, 33)],
    [-3, point.slice(33)],
  ]);
  const parameters = new Map<string, unknown>([
    ["nonce", crypto.getRandomValues(new Uint8Array(16))],
    ["recipientPublicKey", key],
  ]);
  return base64url(cborEncode(["dcapi", parameters]));
}

async function sha256(of: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(of)));
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
const base64url = (of: Uint8Array) => Buffer.from(of).toString("base64url");

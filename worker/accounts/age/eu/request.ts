import { Buffer } from "node:buffer";
import { base64url, newSecret } from "#worker/platform/ids.ts";
import { type CborMap, embedded, encodeCbor } from "./cbor.ts";
import { AGE_OVER_18, PROOF_OF_AGE } from "./mdoc.ts";

/** What the server keeps of one request for ten minutes, as JSON. It never leaves the server. */
export interface EuSecret {
  /** Base64url. */
  nonce: string;
  /** P-256, for the answer of the browser API. */
  privateKey: JsonWebKey;
  /** Base64url, as it was sent: the session transcript hashes this text. */
  encryptionInfo: string;
  /** Serialized origin of the page that asks, such as `https://velvet.example`. */
  origin: string;
  responseUri: string;
}

/** One request in both forms; either answers it, and only one answer may count. */
export interface EuRequest {
  /** For `navigator.credentials.get({ digital: { requests: [browser] } })`. */
  browser: { protocol: "org-iso-mdoc"; data: { deviceRequest: string; encryptionInfo: string } };
  /** `av://authorize?…`: for the link on the same device and for the QR code. */
  link: string;
  /** `openid4vp://authorize?…`: the same request for wallets that know only this scheme. */
  walletLink: string;
  secret: EuSecret;
}

/** Id of the one credential in query and answer. */
export const CREDENTIAL = "proof_of_age";

/**
 * Begins a proof of age by annex A of the technical specification of the EU age verification solution.
 * @param responseUri absolute address that takes the app's `POST` (application/x-www-form-urlencoded: `vp_token`, `state`,
 * or `error`, `state`), see `parseDirectPost`. It answers JSON `{ "redirect_uri": … }`.
 * @param state names the request in that post; at least 128 random bits
 */
export async function beginEu(page: { origin: string; responseUri: string; state: string }): Promise<EuRequest> {
  const { origin, responseUri, state } = page;
  const nonce = newSecret();
  const keys = (await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"])) as CryptoKeyPair;
  const [publicKey, privateKey] = (await Promise.all([
    crypto.subtle.exportKey("jwk", keys.publicKey),
    crypto.subtle.exportKey("jwk", keys.privateKey),
  ])) as [JsonWebKey, JsonWebKey];
  const encryptionInfo = base64url(encodeCbor(["dcapi", encryptionParameters(nonce, publicKey)]));
  const query = new URLSearchParams({
    response_type: "vp_token",
    response_mode: "direct_post",
    client_id: clientIdOf(responseUri),
    response_uri: responseUri,
    nonce,
    state,
    dcql_query: JSON.stringify(DCQL),
  });
  // Not "+" for a space: a wallet may read the query as RFC 3986 does.
  const asked = `authorize?${query.toString().replaceAll("+", "%20")}`;
  return {
    browser: { protocol: "org-iso-mdoc", data: { deviceRequest: DEVICE_REQUEST, encryptionInfo } },
    link: `av://${asked}`,
    walletLink: `openid4vp://${asked}`,
    secret: { nonce, privateKey, encryptionInfo, origin, responseUri },
  };
}

/** The client identifier prefix of the profile (OpenID4VP 1.0 5.9.3). */
export function clientIdOf(responseUri: string): string {
  return `redirect_uri:${responseUri}`;
}

/** `false` is intentToRetain: we keep nothing of it. */
const DEVICE_REQUEST = base64url(
  encodeCbor(
    new Map<string, string | CborMap[]>([
      ["version", "1.0"],
      ["docRequests", [new Map([["itemsRequest", embedded(encodeCbor(itemsRequest()))]])]],
    ]),
  ),
);

function itemsRequest(): CborMap {
  const elements: CborMap = new Map([[AGE_OVER_18, false]]);
  return new Map<string, string | CborMap>([
    ["docType", PROOF_OF_AGE],
    ["nameSpaces", new Map([[PROOF_OF_AGE, elements]])],
  ]);
}

/** Digital Credentials Query Language (OpenID4VP 1.0 6). */
const DCQL = {
  credentials: [
    {
      id: CREDENTIAL,
      format: "mso_mdoc",
      meta: { doctype_value: PROOF_OF_AGE },
      claims: [{ path: [PROOF_OF_AGE, AGE_OVER_18], intent_to_retain: false }],
    },
  ],
};

/** The public key as a COSE_Key. */
function encryptionParameters(nonce: string, { x = "", y = "" }: JsonWebKey): CborMap {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  return new Map<string, Uint8Array | CborMap>([
    ["nonce", bytes(nonce)],
    [
      "recipientPublicKey",
      new Map<number, number | Uint8Array>([
        [1, 2],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    ],
  ]);
}

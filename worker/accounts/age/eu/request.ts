/** What the server keeps of one request for ten minutes, as JSON. It leaves the server never. */
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
  /** `av://?…`: for the link on the same device and for the QR code. */
  link: string;
  /** `openid4vp://?…`: the same request for wallets that know only this scheme. */
  walletLink: string;
  secret: EuSecret;
}

/**
 * Begins a proof of age by the EU profile (annex A of the technical specification of the EU age verification solution).
 * @param responseUri absolute address that takes the app's `POST` (application/x-www-form-urlencoded: `vp_token`, `state`,
 * or `error`, `state`), see {@link parseDirectPost}. It answers JSON `{ "redirect_uri": … }`.
 * @param state names the request in that post; at least 128 random bits
 */
export async function beginEu(_: { origin: string; responseUri: string; state: string }): Promise<EuRequest> {
  throw new Error("not yet");
}

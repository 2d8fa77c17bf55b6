import type { AgeFailure, AgeOutcome } from "#worker/accounts/age/method.vocabulary.ts";
import { fromBase64url } from "#worker/platform/ids.ts";
import { type Cbor, decodeCbor, encodeCbor, MAX_CBOR } from "./cbor.ts";
import { verifyProof } from "./mdoc.ts";
import { asArray, asBytes, asMap, Refused } from "./refused.ts";
import { CREDENTIAL, clientIdOf, type EuSecret } from "./request.ts";
import { isRevoked } from "./status.ts";
import { browserTranscript, openidTranscript } from "./transcript.ts";
import { isUsable, type TrustedList, trustState } from "./trust.ts";

interface Receiving {
  secret: EuSecret;
  /** As the store keeps it; `null` before the first reading. */
  trust: TrustedList | null;
  /** In ms. */
  now: number;
  /** For the issuer's status list, where the proof names one. */
  fetch: typeof fetch;
}

/** Characters of base64url; a JSON around it is a little longer. */
const MAX_TEXT = Math.ceil((MAX_CBOR * 4) / 3);
const MAX_TOKEN = MAX_TEXT + 200;

/**
 * The answer of the browser API: `DigitalCredential.data` as the browser gave it, `{ response: base64url }` or the text itself.
 * Never throws for what a client sent. The caller marks the request as answered before this call, so that one answer counts.
 */
export function receiveBrowser({ answer, ...receiving }: Receiving & { answer: unknown }): Promise<AgeOutcome> {
  return outcomeOf(receiving, async () => {
    const { encryptionInfo, origin, privateKey } = receiving.secret;
    const session = await browserTranscript(encryptionInfo, origin);
    const [type, data] = asArray(read(bytesOf(responseOf(answer))), "answer");
    if (type !== "dcapi") throw new Refused("invalid", "answer of another protocol");
    const sealed = asMap(data, "answer");
    const response = await opened({
      enc: asBytes(sealed.get("enc"), "enc"),
      cipherText: asBytes(sealed.get("cipherText"), "cipherText"),
      info: encodeCbor(session),
      privateKey,
    });
    return { response, session };
  });
}

/** The form field `vp_token` of the app's post, as text. Never throws for what a client sent. */
export function receiveVpToken({ vpToken, ...receiving }: Receiving & { vpToken: string }): Promise<AgeOutcome> {
  return outcomeOf(receiving, async () => {
    const { responseUri, nonce } = receiving.secret;
    const response = bytesOf(presentationOf(vpToken));
    return { response, session: await openidTranscript(clientIdOf(responseUri), nonce, responseUri) };
  });
}

async function outcomeOf(
  { trust, now, fetch }: Receiving,
  read: () => Promise<{ response: Uint8Array; session: Cbor }>,
): Promise<AgeOutcome> {
  try {
    const state = trustState(trust, now);
    if (!trust || !isUsable(state)) throw new Refused("unavailable", `trusted list: ${state}`);
    const { response, session } = await read();
    const { over18, status } = await verifyProof(response, session, { anchors: trust.anchors, now });
    if (status !== undefined && (await isRevoked(status, { anchors: trust.anchors, now, fetch })))
      throw new Refused("revoked", "status list");
    return { kind: over18 ? "over" : "under" };
  } catch (error) {
    if (error instanceof Refused) return failed(error.reason, error.message);
    return failed("invalid", `answer that breaks the verifier: ${error instanceof Error ? error.name : ""}`);
  }
}

function failed(reason: AgeFailure, detail: string): AgeOutcome {
  return { kind: "failed", reason, detail };
}

function responseOf(answer: unknown): string {
  const response = typeof answer === "object" && answer ? (answer as { response?: unknown }).response : answer;
  if (typeof response !== "string") throw new Refused("invalid", "answer without a response");
  return response;
}

/** The length is compared before anything is decoded. */
function bytesOf(text: string): Uint8Array {
  if (text.length > MAX_TEXT) throw new Refused("invalid", "answer too long");
  const bytes = fromBase64url(text.replace(/={1,2}$/, ""));
  if (!bytes) throw new Refused("invalid", "answer that is no base64url");
  return bytes;
}

function read(bytes: Uint8Array): Cbor {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    throw new Refused("invalid", `CBOR: ${(error as Error).message}`);
  }
}

/** OpenID4VP 1.0 8.1: an object of lists by credential id. */
function presentationOf(vpToken: string): string {
  if (vpToken.length > MAX_TOKEN) throw new Refused("invalid", "answer too long");
  let token: unknown;
  try {
    token = JSON.parse(vpToken);
  } catch {
    throw new Refused("invalid", "vp_token that is no JSON");
  }
  const list = typeof token === "object" && token && Object.hasOwn(token, CREDENTIAL) ? (token as Lists)[CREDENTIAL] : null;
  if (!Array.isArray(list) || list.length !== 1 || typeof list[0] !== "string")
    throw new Refused("invalid", "vp_token without one proof");
  return list[0];
}

type Lists = Record<string, unknown>;

interface Sealed {
  enc: Uint8Array<ArrayBuffer>;
  cipherText: Uint8Array<ArrayBuffer>;
  info: Uint8Array<ArrayBuffer>;
  privateKey: JsonWebKey;
}

/** HPKE (RFC 9180), base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM. */
async function opened({ enc, cipherText, info, privateKey }: Sealed): Promise<Uint8Array> {
  const { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import("@hpke/core");
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
  try {
    const recipientKey = await suite.kem.importKey("jwk", privateKey, false);
    return new Uint8Array(await suite.open({ recipientKey, enc, info }, cipherText));
  } catch {
    throw new Refused("other_request", "sealed for another request or site");
  }
}

/** A post of the app: which request it answers, and with what. `null` if it is no such post. */
export type DirectPost = { state: string } & ({ vpToken: string } | { failed: AgeOutcome });

/** Fields of OpenID4VP 1.0 8.2: `vp_token` or `error`, each with `state`. A field sent twice makes it no such post. */
export function parseDirectPost(form: URLSearchParams): DirectPost | null {
  const one = (name: string) => (form.getAll(name).length === 1 ? form.get(name) : null);
  const [state, vpToken, error] = [one("state"), one("vp_token"), one("error")];
  if (!state || (vpToken === null) === (error === null)) return null;
  if (vpToken !== null) return { state, vpToken };
  // RFC 6749 4.1.2.1: the member declined. Wallets use the other codes for requests that they cannot answer.
  return { state, failed: failed(error === "access_denied" ? "cancelled" : "invalid", "the app's error") };
}

import { Buffer } from "node:buffer";
import { fromBase64url } from "#worker/platform/ids.ts";
import { outsideOnly } from "#worker/platform/outside.ts";
import type { Cbor } from "./cbor.ts";
import { documentSigner } from "./certificates.ts";
import { chainOf, decoded, isSigned, sign1Of } from "./cose.ts";
import { asBytes, asMap } from "./refused.ts";
import type { TrustAnchor } from "./trust.ts";

interface Asking {
  anchors: TrustAnchor[];
  /** In ms. */
  now: number;
  fetch: typeof fetch;
}

/** In ms: the member waits for it. */
const TIMEOUT = 2000;
/** In bytes; a list of a million states takes 170,000 at most. */
const MAX_TOKEN = 1_000_000;
/** In bytes, of the list when it is unpacked. */
const MAX_LIST = 4_000_000;

const CWT = "application/statuslist+cwt";
const JWT = "application/statuslist+jwt";
/** COSE header `typ` (RFC 9596), and claims of a CWT (RFC 8392 3.1, status list draft 5.2). */
const TYP = 16;
const SUBJECT = 2;
const EXPIRES = 4;
const STATUS_LIST = 65533;

/**
 * Whether the issuer's token status list (IETF draft-ietf-oauth-status-list), as CWT or JWT, names the proof as revoked or suspended.
 * A list that cannot be had or verified stops none: docs/decisions/0101.
 * The list is fetched whole, so that its server learns of no single proof.
 */
export async function isRevoked(status: Cbor, asking: Asking): Promise<boolean> {
  const entry = status instanceof Map ? status.get("status_list") : undefined;
  if (!(entry instanceof Map)) return false;
  const [uri, index] = [entry.get("uri"), entry.get("idx")];
  if (typeof uri !== "string" || typeof index !== "number" || index < 0) return false;
  try {
    const { bits, states } = await listAt(uri, asking);
    const perByte = 8 / bits;
    const byte = states[Math.floor(index / perByte)];
    if (byte === undefined) return false;
    // The first state of a byte is in its lowest bits.
    return ((byte >> ((index % perByte) * bits)) & (2 ** bits - 1)) !== 0;
  } catch {
    return false; // unreachable, or not signed by an issuer of the trusted list
  }
}

interface Claims {
  subject: unknown;
  /** In seconds. */
  expires: unknown;
  bits: unknown;
  /** Packed. */
  list: Uint8Array<ArrayBuffer> | null;
}

async function listAt(uri: string, asking: Asking): Promise<{ bits: number; states: Uint8Array }> {
  const answer = await outsideOnly(asking.fetch, MAX_TOKEN)(uri, {
    headers: { accept: `${CWT}, ${JWT}` },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  // An answer that leads elsewhere is not ok.
  if (!answer.ok) throw new Error("no list");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isCwt = answer.headers.get("content-type")?.startsWith(CWT) ?? false;
  const { subject, expires, bits, list } = await (isCwt ? ofCwt(bytes, asking) : ofJwt(bytes, asking));
  if (subject !== uri || (expires !== undefined && Number(expires) * 1000 <= asking.now))
    throw new Error("another or an old list");
  if (![1, 2, 4, 8].includes(bits as number) || !list) throw new Error("bits");
  return { bits: bits as number, states: await unpacked(list) };
}

async function ofCwt(bytes: Uint8Array, { anchors, now }: Asking): Promise<Claims> {
  const token = sign1Of(decoded(bytes, MAX_TOKEN), "status list");
  if (token.headers.get(TYP) !== CWT) throw new Error("another token");
  const payload = asBytes(token.payload, "status list payload");
  const key = await documentSigner(chainOf(token.headers), anchors, now, null);
  if (!(await isSigned(token, payload, key))) throw new Error("signature");
  const claims = asMap(decoded(payload, MAX_TOKEN), "claims");
  const list = asMap(claims.get(STATUS_LIST), "status list");
  return {
    subject: claims.get(SUBJECT),
    expires: claims.get(EXPIRES),
    bits: list.get("bits"),
    list: asBytes(list.get("lst"), "states"),
  };
}

async function ofJwt(bytes: Uint8Array, { anchors, now }: Asking): Promise<Claims> {
  const [header = "", payload = "", signature = "", ...more] = new TextDecoder().decode(bytes).trim().split(".");
  if (more.length > 0) throw new Error("no token");
  const { typ, alg, x5c } = jsonOf(header) as { typ?: string; alg?: string; x5c?: string[] };
  if (typ !== "statuslist+jwt" || alg !== "ES256" || !Array.isArray(x5c)) throw new Error("another token");
  const chain = x5c.map((one) => new Uint8Array(Buffer.from(one, "base64")));
  const key = await documentSigner(chain, anchors, now, null);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const given = fromBase64url(signature) ?? new Uint8Array();
  if (!(await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, given, signed))) throw new Error("signature");
  const { sub, exp, status_list: list } = jsonOf(payload) as Payload;
  return { subject: sub, expires: exp, bits: list?.bits, list: fromBase64url(list?.lst ?? "") };
}

interface Payload {
  sub?: string;
  exp?: number;
  status_list?: { bits?: number; lst?: string };
}

function jsonOf(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

/** ZLIB (RFC 1950); stops as soon as it grows too large. */
async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))) {
    size += part.length;
    if (size > MAX_LIST) throw new Error("list too long");
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

import { Buffer } from "node:buffer";
import { fromBase64url } from "#worker/platform/ids.ts";
import type { Cbor } from "./cbor.ts";
import { documentSigner } from "./certificates.ts";
import type { TrustAnchor } from "./trust.ts";

interface Asking {
  anchors: TrustAnchor[];
  /** In ms. */
  now: number;
  fetch: typeof fetch;
}

/** In ms: the member waits for it. */
const TIMEOUT = 2000;
/** In characters; a list of a million states takes 170,000 at most. */
const MAX_TOKEN = 1_000_000;
/** In bytes, of the list when it is unpacked. */
const MAX_LIST = 4_000_000;

/**
 * Whether the issuer's token status list (IETF draft-ietf-oauth-status-list) names the proof as revoked or suspended.
 * A list that cannot be had or verified stops none: docs/decisions/0101.
 * The list is fetched whole, so that its server learns of no single proof.
 */
export async function isRevoked(status: Cbor, asking: Asking): Promise<boolean> {
  const entry = status instanceof Map ? status.get("status_list") : undefined;
  if (!(entry instanceof Map)) return false;
  const [uri, index] = [entry.get("uri"), entry.get("idx")];
  if (typeof uri !== "string" || !uri.startsWith("https://") || typeof index !== "number" || index < 0) return false;
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

async function listAt(uri: string, { anchors, now, fetch }: Asking): Promise<{ bits: number; states: Uint8Array }> {
  const answer = await fetch(uri, {
    headers: { accept: "application/statuslist+jwt" },
    // Workers refuse "error"; an answer that leads elsewhere is not ok.
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!answer.ok || Number(answer.headers.get("content-length")) > MAX_TOKEN) throw new Error("no list");
  const token = (await answer.text()).trim();
  const [header = "", payload = "", signature = "", ...more] = token.split(".");
  if (token.length > MAX_TOKEN || more.length > 0) throw new Error("no token");
  const { typ, alg, x5c } = jsonOf(header) as { typ?: string; alg?: string; x5c?: string[] };
  if (typ !== "statuslist+jwt" || alg !== "ES256" || !Array.isArray(x5c)) throw new Error("another token");
  const key = await documentSigner(
    x5c.map((one) => new Uint8Array(Buffer.from(one, "base64"))),
    anchors,
    now,
    null,
  );
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const given = fromBase64url(signature) ?? new Uint8Array();
  if (!(await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, given, signed))) throw new Error("signature");
  const { sub, exp, status_list: list } = jsonOf(payload) as Payload;
  if (sub !== uri || (exp !== undefined && exp * 1000 <= now)) throw new Error("another or an old list");
  if (![1, 2, 4, 8].includes(list?.bits as number)) throw new Error("bits");
  return { bits: list?.bits as number, states: await unpacked(fromBase64url(list?.lst ?? "") ?? new Uint8Array()) };
}

interface Payload {
  sub?: string;
  /** In seconds. */
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

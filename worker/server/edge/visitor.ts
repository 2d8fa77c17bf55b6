import { equalSecrets, hmac } from "#worker/platform/crypto.ts";
import { base64url, fromBase64url } from "#worker/platform/ids.ts";

/** A proxy instance signs these facts for its upstream, which would otherwise take the instance for the visitor. */
export interface Visitor {
  country: string;
  network: string;
  origin: string;
  /** Scheme and host of the page; differs from `origin` where a domain has several hosts. */
  page: string;
}

export const VISITOR_HEADER = "x-visitor";
/** In ms; allows for clock skew between the two servers. */
const MAX_AGE = 60_000;

export async function signVisitor(key: string, { country, network, origin, page }: Visitor, now: number): Promise<string> {
  const statement = base64url(new TextEncoder().encode(JSON.stringify({ country, network, origin, page, at: now })));
  return `${statement}.${await hmac(key, `visitor\n${statement}`)}`;
}

/** Null without a key, and for a missing, forged or old statement. */
export async function readVisitor(header: string | null, key: string | undefined, now: number): Promise<Visitor | null> {
  if (!header || !key) return null;
  const [statement = "", signature = ""] = header.split(".");
  if (!equalSecrets(signature, await hmac(key, `visitor\n${statement}`))) return null;
  const said = JSON.parse(new TextDecoder().decode(fromBase64url(statement) ?? new Uint8Array())) as Visitor & { at: number };
  return Math.abs(now - said.at) < MAX_AGE
    ? { country: said.country, network: said.network, origin: said.origin, page: said.page }
    : null;
}

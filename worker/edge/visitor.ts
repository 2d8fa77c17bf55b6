import { equalSecrets, hmac } from "../lib/crypto.ts";
import { base64url, fromBase64url } from "../lib/ids.ts";

/**
 * What an instance in proxy mode says of its visitor to the upstream, which otherwise would take the instance itself
 * for the visitor: one network for everybody, and links in mails that lead to the wrong host.
 * Signed with a key that both sides have; without a key nothing is said and nothing is believed.
 */
export interface Visitor {
  /** ISO 3166-1 alpha-2. */
  country: string;
  network: string;
  /** Scheme and host of the domain that the visitor uses. */
  origin: string;
  /** Scheme and host of the page that the visitor sees: another one where a domain has several hosts. */
  page: string;
}

export const VISITOR_HEADER = "x-visitor";
/** A statement is made for one request; the clocks of two servers may differ by so many milliseconds. */
const MAX_AGE = 60_000;

export async function stateVisitor(key: string, { country, network, origin, page }: Visitor, now: number): Promise<string> {
  const statement = base64url(new TextEncoder().encode(JSON.stringify({ country, network, origin, page, at: now })));
  return `${statement}.${await hmac(key, `visitor\n${statement}`)}`;
}

/** The visitor of a statement signed with this key less than a minute ago; null for none, for a forged and for an old one. */
export async function readVisitor(header: string | null, key: string | undefined, now: number): Promise<Visitor | null> {
  if (!header || !key) return null;
  const [statement = "", signature = ""] = header.split(".");
  if (!equalSecrets(signature, await hmac(key, `visitor\n${statement}`))) return null;
  const said = JSON.parse(new TextDecoder().decode(fromBase64url(statement) ?? new Uint8Array())) as Visitor & { at: number };
  return Math.abs(now - said.at) < MAX_AGE
    ? { country: said.country, network: said.network, origin: said.origin, page: said.page }
    : null;
}

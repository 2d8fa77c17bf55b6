import { equalSecrets } from "#worker/platform/crypto.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { SIGNATURE, type Source, writeSource } from "./source.vocabulary.ts";

type Signed = Pick<Source, "network" | "sig">;
type KeyedHash = (text: string) => Promise<string>;

/** Signs a link that opens a domain until `expiresAt` (seconds). */
export async function signSource(domainId: string, network: string, expiresAt: number, keyedHash: KeyedHash): Promise<string> {
  return `${expiresAt}.${await keyedHash(`traffic source\n${domainId}\n${expiresAt}\n${network}`)}`;
}

/** Checks source and form only, not the signature. */
export function looksSigned({ network = "", sig = "" }: Signed, { trafficSources }: Pick<Domain, "trafficSources">): boolean {
  return trafficSources.includes(network) && SIGNATURE.test(sig);
}

/** Verifies the signature; `now` in ms. */
export async function opensDomain(
  source: Signed,
  domain: Pick<Domain, "id" | "trafficSources">,
  now: number,
  keyedHash: KeyedHash,
): Promise<boolean> {
  const { network = "", sig = "" } = source;
  const expiresAt = Number(SIGNATURE.exec(sig)?.[1] ?? 0);
  if (!looksSigned(source, domain) || expiresAt * 1000 <= now) return false;
  return equalSecrets(sig, await signSource(domain.id, network, expiresAt, keyedHash));
}

/** Null if nothing changes. The last link wins, except over one that opens the domain. The invitation stays. */
export function nextSource(stored: Source, found: Source, opens: { stored: boolean; found: boolean }): Source | null {
  if (Object.keys(found).length === 0) return null;
  if (opens.stored && !opens.found) return null;
  const next = stored.invite ? { invite: stored.invite, ...found } : found;
  return writeSource(next) === writeSource(stored) ? null : next;
}

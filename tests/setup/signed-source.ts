import { signSource } from "#worker/people/identity/source.ts";
import { hmac } from "#worker/platform/crypto.ts";

/** 2100-01-01, in seconds since the epoch. */
const LATE = 4_102_444_800;

/** Parameters of a signed link, as `npm run invites -- velvet --source velvetletter` prints them. */
export async function signedSource(
  pepper: string,
  { domain = "velvet", network = "velvetletter", expiresAt = LATE } = {},
): Promise<{ network: string; sig: string }> {
  return { network, sig: await signSource(domain, network, expiresAt, (text) => hmac(pepper, text)) };
}

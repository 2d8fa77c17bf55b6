import { hmac } from "#worker/lib/crypto.ts";
import { signSource } from "#worker/signup/source.ts";

/** 2100-01-01, in seconds since 1970. */
const LATE = 4_102_444_800;

/** What a signed link of a traffic source says, as `npm run invites -- velvet --source velvetletter` makes it. */
export async function signedSource(
  pepper: string,
  { domain = "velvet", network = "velvetletter", expiresAt = LATE } = {},
): Promise<{ network: string; sig: string }> {
  return { network, sig: await signSource(domain, network, expiresAt, (text) => hmac(pepper, text)) };
}

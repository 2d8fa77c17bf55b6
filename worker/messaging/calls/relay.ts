/** A TURN server whose credentials are made here: draft-uberti-behave-turn-rest, coturn's `use-auth-secret`. */
export interface RelaySettings {
  urls: readonly string[];
  secret: string;
  /** Addresses of the relay; null if the deployment does not say. */
  addresses: readonly string[] | null;
}

const URL = /^turns?:[A-Za-z0-9.\-[\]:]{1,200}(?:\?transport=(?:udp|tcp))?$/;

/** Null without a relay: then nobody calls. */
export function relayOf(env: Pick<Env, "TURN_URLS" | "TURN_SECRET" | "TURN_ADDRESSES">): RelaySettings | null {
  const urls = wordsOf(env.TURN_URLS).filter((url) => URL.test(url));
  if (urls.length === 0 || !env.TURN_SECRET) return null;
  const addresses = wordsOf(env.TURN_ADDRESSES);
  return { urls, secret: env.TURN_SECRET, addresses: addresses.length > 0 ? addresses : null };
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
}

/** `until` in ms. The user name tells call and side, so that the relay's log and quota know them; nobody's name. */
export async function credentialsOf({ urls, secret }: RelaySettings, call: string, side: string, until: number) {
  const username = `${Math.floor(until / 1000)}:${call}:${side}`;
  const name = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), name, false, ["sign"]);
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(username)));
  return { urls: [...urls], username, credential: btoa(String.fromCharCode(...signed)) };
}

import { withinBytes } from "./bodies.ts";

/** A name below a top-level domain. The URL parser writes every IPv4 notation in digits, and IPv6 in brackets. */
const NAME = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*[a-z0-9]\.?$/;
/** Names that never leave a network (RFC 6761, 6762, 8375, 9476). */
const INSIDE =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|alt|onion|test|invalid|example|home\.arpa)\.?$/;

/** Whether an address that somebody else named may be asked. A name can still resolve to a private address, which Workers cannot reach. */
export function isOutside(address: URL): boolean {
  const { protocol, hostname, username, password, port } = address;
  if (protocol !== "https:" || username || password || (port && port !== "443")) return false;
  return NAME.test(hostname) && !INSIDE.test(hostname);
}

/** Asks servers that a document of others names: public HTTPS, no redirect, `most` bytes. */
export function outsideOnly(fetch: typeof globalThis.fetch, most: number): typeof globalThis.fetch {
  return async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    if (!isOutside(address)) throw new TypeError("not a public address");
    return bounded(await fetch(input, { ...init, redirect: "manual" }), most);
  };
}

/** The same bound for servers that the operator named. */
export function atMost(fetch: typeof globalThis.fetch, most: number): typeof globalThis.fetch {
  return async (input, init) => bounded(await fetch(input, init), most);
}

/** The body fails with `too_large` above `most` bytes. */
function bounded(answer: Response, most: number): Response {
  if (!answer.body) return answer;
  const { status, statusText, headers } = answer;
  return new Response(withinBytes(answer.body, most), { status, statusText, headers });
}

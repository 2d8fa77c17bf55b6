import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Request, Response } from "miniflare";
import { Agent } from "undici";
import { miniflare } from "#scripts/miniflare.ts";

/** Not public, in CIDR notation (IANA special-purpose address registries, RFC 6890). */
const INSIDE = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  ...["::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16"],
  ...["3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "ff00::/8"],
];

/**
 * What the Worker may ask: public addresses, and those of `networks`. A name is judged by the address to which the connection goes.
 * Cloudflare's network does this; Miniflare's own way out reaches the machine and its network.
 */
export function createOutbound(networks: readonly string[]): (request: Request) => Promise<Response> {
  const [inside, named] = [listOf(INSIDE), listOf(networks)];
  const isOpen = (address: string) => {
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    return named.check(address, family) || !inside.check(address, family);
  };
  const dispatcher = new Agent({ connect: { lookup: onlyOpen(isOpen) } });
  return async (request) => {
    // A literal address is looked up by nobody.
    const host = new URL(request.url).hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !isOpen(host)) return unreachable();
    return miniflare.fetch(request, { dispatcher }).catch(unreachable);
  };
}

/** As a gateway says it: the runtime takes no failure from here. */
function unreachable(): Response {
  return new miniflare.Response(null, { status: 502 });
}

function onlyOpen(isOpen: (address: string) => boolean): LookupFunction {
  return (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const open = error ? [] : found.filter(({ address }) => isOpen(address));
      const [first] = open;
      if (!first) return done(error ?? new Error(`${host} has no public address`), "", 0);
      if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

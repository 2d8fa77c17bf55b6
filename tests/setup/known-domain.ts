import { env } from "cloudflare:workers";
import { domainOf } from "#worker/server/edge/host.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

/**
 * Before a request whose trips are counted: a slow machine outlives the cached settings, whose reading is no part of it.
 * `bindings` are those of the request: an isolate has the services of one environment.
 */
export async function knowDomain(bindings: Env = env): Promise<void> {
  await domainOf("localhost", Date.now(), servicesOf(bindings).domainsStore.findByHost);
}

import { isOutside } from "#worker/platform/outside.ts";

/** Hosts of the browsers' push services, and domains whose hosts all belong to one. */
const HOSTS = ["fcm.googleapis.com", "web.push.apple.com", "updates.push.services.mozilla.com"];
const DOMAINS = [".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];

export interface OtherServices {
  /** Hosts of `PUSH_HOSTS`. */
  hosts?: readonly string[];
  /** Local instances: origin of the push service on loopback. */
  local?: string;
}

/**
 * Of the variable `PUSH_HOSTS`: public names without a port, apart by spaces or commas, such as those of UnifiedPush servers.
 * @throws Error for anything else
 */
export function pushHostsOf({ PUSH_HOSTS: text = "" }: Pick<Env, "PUSH_HOSTS">): string[] {
  const hosts = text.split(/[\s,]+/).filter(Boolean);
  for (const host of hosts) {
    const url = URL.parse(`https://${host}`);
    if (url?.hostname !== host || !isOutside(url)) throw new Error("no public name of a host");
  }
  return hosts;
}

/** Any other endpoint would let a member make the server send requests to a host of their choice (SSRF). */
export function isPushService(endpoint: string, { hosts = [], local }: OtherServices = {}): boolean {
  const url = URL.parse(endpoint);
  if (local !== undefined && url?.origin === local && url.username === "" && url.password === "") return true;
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return [...HOSTS, ...hosts].includes(url.hostname) || DOMAINS.some((domain) => url.hostname.endsWith(domain));
}

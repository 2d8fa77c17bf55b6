/** Hosts of the browsers' push services, and domains whose hosts all belong to one. */
const HOSTS = ["fcm.googleapis.com", "web.push.apple.com", "updates.push.services.mozilla.com"];
const DOMAINS = [".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];

/** Any other endpoint would let a member make the server send requests to a host of their choice (SSRF). */
export function isPushService(endpoint: string, local?: string): boolean {
  const url = URL.parse(endpoint);
  if (local !== undefined && url?.origin === local && url.username === "" && url.password === "") return true;
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return HOSTS.includes(url.hostname) || DOMAINS.some((domain) => url.hostname.endsWith(domain));
}

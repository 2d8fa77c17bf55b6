/** Names and addresses of one's own machine, where plain http is as good: nothing there leaves it. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/i;

/**
 * The answer to a request over plain http, or null where it came over https or stays on one's own machine. What is only
 * asked for is asked for again; a write has been read on the way already and is refused.
 */
export function demandHttps({ url, method }: Pick<Request, "url" | "method">): Response | null {
  const asked = new URL(url);
  if (asked.protocol === "https:" || LOOPBACK.test(asked.hostname)) return null;
  if (method !== "GET" && method !== "HEAD") return new Response(null, { status: 403, headers: { "cache-control": "no-store" } });
  const location = `https://${asked.hostname}${asked.pathname}${asked.search}`;
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-store" } });
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/i;

/** Null for https and local hosts. Reads redirect; a write has already crossed the network in the clear and is refused. */
export function requireHttps({ url, method }: Pick<Request, "url" | "method">): Response | null {
  const asked = new URL(url);
  if (asked.protocol === "https:" || LOOPBACK.test(asked.hostname)) return null;
  if (method !== "GET" && method !== "HEAD") return new Response(null, { status: 403, headers: { "cache-control": "no-store" } });
  const location = `https://${asked.hostname}${asked.pathname}${asked.search}`;
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-store" } });
}

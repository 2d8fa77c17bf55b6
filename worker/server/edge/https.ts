const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/i;

/** Null for https and local hosts. Reads redirect; a write has already crossed the network in the clear and is refused. */
export function requireHttps({ url, method }: Pick<Request, "url" | "method">): Response | null {
  const target = new URL(url);
  if (target.protocol === "https:" || LOOPBACK.test(target.hostname)) return null;
  if (method !== "GET" && method !== "HEAD") return new Response(null, { status: 403, headers: { "cache-control": "no-store" } });
  const location = `https://${target.hostname}${target.pathname}${target.search}`;
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-store" } });
}

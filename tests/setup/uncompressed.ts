import http from "node:http";

/**
 * Connects the runner to its runtimes without compression: all modules pass through these sockets. Miniflare has no setting for it,
 * and its entry compresses wherever a socket offers it.
 */
export function connectUncompressed(): void {
  const { request } = http;
  http.request = ((...args: Parameters<typeof request>) => {
    const [options] = args as unknown[];
    if (hasHeaders(options)) delete options.headers["Sec-WebSocket-Extensions"];
    return request(...args);
  }) as typeof request;
}

const hasHeaders = (options: unknown): options is { headers: Record<string, unknown> } =>
  typeof options === "object" &&
  options !== null &&
  "headers" in options &&
  typeof options.headers === "object" &&
  options.headers !== null;

import http from "node:http";

/**
 * Lets the runner and the runtime tell each other all without compression: every module, to each runtime. Miniflare has no setting
 * for it, and its entry into the runtime compresses wherever a socket offers it.
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

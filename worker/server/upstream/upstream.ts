import { signVisitor, VISITOR_HEADER, type Visitor } from "#worker/server/edge/visitor.ts";
import type { ProxyApi } from "#worker/sites/domains/domain-file.ts";
import { type Cookies, cookieHeader, readSetCookies } from "./cookies.ts";

export interface Upstream {
  /** Host and prefix come from the domain's settings only. */
  url(path: string, search?: string): URL;
  /** Forwards nothing else of the request. `from` are the headers of a browser's own call, which may be cross-origin. */
  headers(from?: Headers): Promise<Headers>;
  takeCookies(answer: Response): void;
  /** In ms, including the body. */
  timeout: number;
}

interface UpstreamSettings {
  api: ProxyApi;
  visitor: Visitor;
  key: string | undefined;
  cookies: Cookies;
  userAgent: string;
  requestId: string;
  pageOrigin: string;
  now: number;
  language(): string | null;
  setCookies(cookies: Partial<Cookies>): void;
}

export function createUpstream({
  api,
  visitor,
  key,
  cookies,
  userAgent,
  requestId,
  pageOrigin,
  now,
  language,
  setCookies,
}: UpstreamSettings): Upstream {
  const base = new URL(api.upstream);
  let current = cookies;
  return {
    timeout: api.timeout_ms,

    url(path, search = "") {
      const url = new URL(base);
      url.pathname = base.pathname.replace(/\/+$/, "") + path;
      url.search = search;
      return url;
    },

    async headers(from) {
      const tag = language() ?? current.locale;
      const headers = new Headers({
        accept: "application/json",
        "user-agent": userAgent,
        "x-request-id": requestId,
      });
      const site = from?.get("sec-fetch-site") ?? null;
      const fromUs = !from || (site === null ? from.get("origin") === pageOrigin : site === "same-origin");
      // Our pages count as the upstream's own; other origins must not.
      headers.set("sec-fetch-site", fromUs ? "same-origin" : (site ?? "cross-site"));
      if (fromUs) headers.set("origin", base.origin);
      const cookie = cookieHeader({ ...current, locale: tag }, base.protocol === "https:");
      if (cookie) headers.set("cookie", cookie);
      if (tag) headers.set("accept-language", tag);
      if (key) headers.set(VISITOR_HEADER, await signVisitor(key, visitor, now));
      return headers;
    },

    takeCookies(answer) {
      const taken = readSetCookies(answer.headers.getSetCookie(), now);
      if (Object.keys(taken).length === 0) return;
      current = { ...current, ...taken };
      setCookies(taken);
    },
  };
}

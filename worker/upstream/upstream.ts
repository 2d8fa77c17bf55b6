import type { ProxyApi } from "../domains/settings.ts";
import { stateVisitor, VISITOR_HEADER, type Visitor } from "../edge/visitor.ts";
import { type Cookies, cookieHeader, readSetCookies } from "./cookies.ts";

/** One visitor's way to the server that answers for a domain in proxy mode. */
export interface Upstream {
  /** Where a path of ours is there. Host and prefix come from the domain's settings alone. */
  url(path: string, search?: string): URL;
  /**
   * What the upstream is told of the request: this and nothing else of what the browser sent. For a call that a browser
   * makes itself, `from` are its headers: only what came from a page of ours is passed on as such.
   */
  headers(from?: Headers): Promise<Headers>;
  /** Takes session and locale over from an answer; later calls of the same request already use them. */
  takeCookies(answer: Response): void;
  /** Milliseconds for an answer with all of its body. */
  timeout: number;
}

interface Told {
  api: ProxyApi;
  visitor: Visitor;
  /** Shared with the upstream; see Visitor. */
  key: string | undefined;
  cookies: Cookies;
  userAgent: string;
  requestId: string;
  /** Scheme and host of our own pages. */
  pageOrigin: string;
  now: number;
  /** The language of the page, which wins over the browser's cookie. */
  language(): string | null;
  /** Puts cookies of ours, with attributes of ours, on the answer to the browser. */
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
}: Told): Upstream {
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
      // To the upstream a page of ours is one of its own; what comes from elsewhere must not pass for that.
      headers.set("sec-fetch-site", fromUs ? "same-origin" : (site ?? "cross-site"));
      if (fromUs) headers.set("origin", base.origin);
      const cookie = cookieHeader({ ...current, locale: tag }, base.protocol === "https:");
      if (cookie) headers.set("cookie", cookie);
      if (tag) headers.set("accept-language", tag);
      if (key) headers.set(VISITOR_HEADER, await stateVisitor(key, visitor, now));
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

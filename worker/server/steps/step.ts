import type { MiddlewareHandler } from "hono";
import type { Edge } from "#worker/server/edge/edge.ts";
import type { PublicPage } from "#worker/server/edge/public-page.ts";

/** What earlier steps know. `edge` and `env` are set from the step `site` on, `publicRequest` from `cachedPage` on. */
export interface Steps {
  Bindings: Env;
  Variables: {
    edge: Edge;
    /** With the database of the domain. */
    env: Env;
    /** Set for a page that is equal for all visitors. */
    publicRequest: { request: Request; page: PublicPage; at: number } | null;
  };
}

/** One rule for incoming requests: it answers, or leaves the request to the next step. */
export type Step = MiddlewareHandler<Steps>;

export type FetchPage = (request: Request) => Promise<Response>;

/** Not decoded: a path with needless escapes reaches `address`, which refuses it. */
export const pathOf = ({ url }: Pick<Request, "url">) => new URL(url).pathname;

export const isSecure = ({ url }: Pick<Request, "url">) => url.startsWith("https:");

import basename from "virtual:react-router/unstable_rsc/basename";
import clientVersion from "virtual:react-router/unstable_rsc/client-version";
import routeDiscovery from "virtual:react-router/unstable_rsc/route-discovery";
import found from "virtual:react-router/unstable_rsc/routes";
import manifest from "virtual:vite-rsc/assets-manifest";
import modules from "virtual:vite-rsc/server-references";
import { createTemporaryReferenceSet, decodeReply, loadServerAction, renderToReadableStream } from "@vitejs/plugin-rsc/rsc";
import { unstable_matchRSCServerRequest as matchRSCServerRequest } from "react-router";
import { createPayloads } from "#app/rendering/browser-payload.ts";
import { createDocuments, type Matched, type Page } from "#app/rendering/document.ts";
import { createReplies } from "#app/rendering/replies.ts";
import { checkedRoutes, createRoutes } from "#app/rendering/routes.ts";
import { admitAuthor } from "#app/request/author.ts";
import { beforeLoaders } from "#app/request/prefetch.ts";
import { decodeAnswer, FORM_ANSWER } from "#worker/platform/form-answer.ts";
import { isSafe } from "#worker/platform/methods.ts";
import { noteRequest } from "#worker/platform/request-facts.ts";
import { createSheets } from "#worker/platform/sheets.ts";
import { edge, pageEdge } from "#worker/server/edge/edge.ts";

/** Those of this build; in development the pages link modules. */
export const sheets = createSheets(manifest.styles);

const documents = createDocuments({ encode: renderToReadableStream, html, sheets });

const payloads = createPayloads({ encode: renderToReadableStream });

const replies = createReplies({
  modules,
  load: loadServerAction,
  decodeReply,
  admit: (action, posted) => admitAuthor(action, posted ? posted.said || null : edge().author, posted?.form ?? null),
});

type Html = typeof import("./entry.ssr.tsx");

let loaded: Html | null = null;

// An import() leaves the request's turn in workerd, also for a module that it has. A promise would be another request's.
async function html(): Promise<Html> {
  // Development replaces modules.
  if (loaded && !import.meta.env.DEV) return loaded;
  loaded = await import.meta.viteRsc.loadModule<Html>("ssr", "index");
  return loaded;
}

const routes = checkedRoutes(found);

// In development a route's file may change.
const load = import.meta.env.PROD
  ? createRoutes(routes, beforeLoaders)
  : (path: string) => createRoutes(routes, beforeLoaders)(path);

/** The response to a page's URL: an HTML document, or the RSC payload for client-side navigation. */
export async function fetchPage(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  // The browser has no router, so nobody needs the router's own tables.
  if (pathname.endsWith(".manifest")) return fetchPage(unknownPath(request));
  // The page in the browser reads payloads; only documents become HTML.
  const wantsPayload = pathname.endsWith(".rsc") || request.headers.has("rsc-action-id");
  const context = pageEdge();
  if (wantsPayload && request.method === "GET") context.form = decodeAnswer(request.headers.get(FORM_ANSWER));
  if (!isSafe(request.method)) {
    if (!("staff" in context)) await context.settleLanguage();
    return answerForm(request, wantsPayload);
  }
  const match = await load(pathname.replace(/(?<=\/)_\.rsc$|\.rsc$/, ""));
  noteRoute(match);
  return wantsPayload
    ? payloads.answer(match, {})
    : documents.answer({ match, options: {}, failures: [], longWay: isLong(request) });
}

async function answerForm(request: Request, wantsPayload: boolean): Promise<Response> {
  const failures: unknown[] = [];
  let page: Page | null = null;
  const answer = await matchRSCServerRequest({
    basename,
    createTemporaryReferenceSet,
    ...replies,
    clientVersion,
    request,
    routes,
    routeDiscovery,
    onError: (error) => void failures.push(error),
    generateResponse(answered, options) {
      const match = answered as Matched;
      noteRoute(match);
      if (wantsPayload) return payloads.answer(match, options);
      page = { match, options, failures, longWay: isLong(request) };
      return new Response(null, { headers: match.headers });
    },
  });
  return page ? documents.answer(page) : answer;
}

function isLong({ headers }: Request): boolean {
  return __LOCAL__ && headers.has("x-long-way");
}

function unknownPath({ url, method, headers }: Request): Request {
  return new Request(new URL("/-/-", url), { method, headers });
}

function noteRoute({ payload }: Matched): void {
  const { matches = null } = payload.type === "render" ? payload : {};
  noteRequest({ route: matches && `/${matches.flatMap(({ path }) => path || []).join("/")}` });
}

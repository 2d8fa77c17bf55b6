import basename from "virtual:react-router/unstable_rsc/basename";
import clientVersion from "virtual:react-router/unstable_rsc/client-version";
import routeDiscovery from "virtual:react-router/unstable_rsc/route-discovery";
import routes from "virtual:react-router/unstable_rsc/routes";
import modules from "virtual:vite-rsc/server-references";
import { createTemporaryReferenceSet, decodeReply, loadServerAction, renderToReadableStream } from "@vitejs/plugin-rsc/rsc";
import { unstable_matchRSCServerRequest as matchRSCServerRequest, type unstable_RSCPayload as RSCPayload } from "react-router";
import { askAhead } from "#app/features/sessions/asked.ts";
import { browserPayload } from "#app/rendering/browser-payload.ts";
import { createDocuments, type Page } from "#app/rendering/document.ts";
import { createReplies } from "#app/rendering/replies.ts";
import { pageEdge } from "#worker/edge/edge.ts";
import { decodeAnswer, encodeAnswer, FORM_ANSWER } from "#worker/lib/form-answer.ts";
import { noteRequest } from "#worker/lib/request-facts.ts";

const documents = createDocuments({ encode: renderToReadableStream, html });

const replies = createReplies({ modules, load: loadServerAction, decodeReply });

type Html = typeof import("./entry.ssr.tsx");

let loaded: Html | null = null;

// An import() leaves the request's turn in workerd, also for a module that it has. A promise would be another request's.
async function html(): Promise<Html> {
  // Development replaces modules.
  if (loaded && !import.meta.env.DEV) return loaded;
  loaded = await import.meta.viteRsc.loadModule<Html>("ssr", "index");
  return loaded;
}

/** The response to a page's URL: an HTML document, or the RSC payload for client-side navigation. */
export async function fetchPage(asked: Request): Promise<Response> {
  // The browser has no router, so nobody needs the router's own tables.
  const request = new URL(asked.url).pathname.endsWith(".manifest") ? unknownPath(asked) : asked;
  // The page in the browser reads payloads; only documents become HTML.
  const wantsPayload = /\.rsc$/.test(new URL(request.url).pathname) || request.headers.has("rsc-action-id");
  const context = pageEdge();
  if (wantsPayload && request.method === "GET") context.form = decodeAnswer(request.headers.get(FORM_ANSWER));
  askAhead();
  if (!("staff" in context)) await context.settleLanguage();
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
    generateResponse(match, options) {
      noteRequest({ route: routeOf(match.payload) });
      if (wantsPayload) {
        const answer = match.payload.type === "action" && context.form && encodeAnswer(context.form);
        if (answer) match.headers.set(FORM_ANSWER, answer);
        match.headers.set("content-type", "text/x-component");
        const payload = browserPayload(match.payload);
        return new Response(renderToReadableStream(payload, options), { status: match.statusCode, headers: match.headers });
      }
      page = { match, options, failures, longWay: __LOCAL__ && request.headers.has("x-long-way") };
      return new Response(null, { headers: match.headers });
    },
  });
  return page ? documents.answer(page) : answer;
}

function unknownPath({ url, method, headers }: Request): Request {
  return new Request(new URL("/-/-", url), { method, headers });
}

function routeOf(payload: RSCPayload): string | null {
  return payload.type === "render" ? `/${payload.matches.flatMap(({ path }) => path || []).join("/")}` : null;
}

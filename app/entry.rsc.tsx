import {
  createTemporaryReferenceSet,
  decodeAction,
  decodeFormState,
  decodeReply,
  loadServerAction,
  renderToReadableStream,
} from "@vitejs/plugin-rsc/rsc";
import { unstable_matchRSCServerRequest as matchRSCServerRequest } from "react-router";
import basename from "virtual:react-router/unstable_rsc/basename";
import clientVersion from "virtual:react-router/unstable_rsc/client-version";
import routeDiscovery from "virtual:react-router/unstable_rsc/route-discovery";
import routes from "virtual:react-router/unstable_rsc/routes";
import { edge } from "#worker/edge/edge.ts";

export async function fetchPage(request: Request): Promise<Response> {
  const answer = await matchRSCServerRequest({
    basename, createTemporaryReferenceSet, decodeAction, decodeFormState, decodeReply, loadServerAction, clientVersion,
    request, routes, routeDiscovery,
    generateResponse(match, options) {
      return new Response(renderToReadableStream(match.payload, options), { status: match.statusCode, headers: match.headers });
    },
  });
  const ssr = await import.meta.viteRsc.loadModule<typeof import("./entry.ssr.tsx")>("ssr", "index");
  return ssr.generateHTML(request, answer, edge().nonce);
}

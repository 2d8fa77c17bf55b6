import { createApi } from "./api/api.ts";
import { unknownHost } from "./api/unknown-host.ts";
import { buildEdge } from "./edge/build.ts";
import { withEdge } from "./edge/edge.ts";
import { finish } from "./edge/headers.ts";

/** The Worker but for its objects. Pages come in as a function, so that everything else runs without them in tests. */
export function createWorker(fetchPage: (request: Request) => Promise<Response>) {
  const api = createApi();
  return {
    async fetch(request, env, execution) {
      const edge = await buildEdge(request, env, execution);
      if (!edge) return unknownHost();
      return withEdge(edge, async () => {
        const response = edge.url.pathname.startsWith("/api/") ? await api.fetch(request, env, execution) : await fetchPage(request);
        return finish(response, edge);
      });
    },
  } satisfies ExportedHandler<Env>;
}

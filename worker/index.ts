import { fetchPage } from "../app/entry.rsc.tsx";
import { createApi } from "./api/api.ts";
import { unknownHost } from "./api/unknown-host.ts";
import { buildEdge } from "./edge/build.ts";
import { withEdge } from "./edge/edge.ts";
import { finish } from "./edge/headers.ts";
import { LimitCounter } from "./lib/limits.object.ts";
import { MemberInbox } from "./live/inbox.object.ts";

export { LimitCounter, MemberInbox };

const api = createApi();

export default {
  async fetch(request, env, execution) {
    const edge = await buildEdge(request, env, execution);
    if (!edge) return unknownHost();
    return withEdge(edge, async () => {
      const response = edge.url.pathname.startsWith("/api/") ? await api.fetch(request, env, execution) : await fetchPage(request);
      return finish(response, edge);
    });
  },
} satisfies ExportedHandler<Env>;

import { createApi } from "./api/api.ts";
import { plainPage, unknownHost } from "./api/plain-page.ts";
import { nounsOf } from "./backend.ts";
import { buildEdge } from "./edge/build.ts";
import { withEdge } from "./edge/edge.ts";
import { finish } from "./edge/headers.ts";
import { log } from "./lib/log.ts";
import { answerMedia } from "./media/media.ts";
import { consumeMails } from "./mail/mail.consumer.ts";

/** The mark that a log-out leaves lives as long as a session, from a day on which the session was still good. */
const SESSION_MARK_MAX_AGE = 31 * 24 * 3600 * 1000;
import { passMedia } from "./media/upstream-media.ts";

/** The Worker but for its objects. Pages come in as a function, so that everything else runs without them in tests. */
export function createWorker(fetchPage: (request: Request) => Promise<Response>) {
  const api = createApi();
  return {
    async fetch(request, env, execution) {
      const edge = await buildEdge(request, env, execution);
      if (!edge) return unknownHost();
      const { upstream } = edge;
      if (edge.url.pathname.startsWith("/media/")) return upstream ? passMedia(request, edge, upstream) : answerMedia(request, env);
      return withEdge(edge, async () => {
        if (__LOCAL__ && edge.url.pathname.startsWith("/dev/")) {
          const { createDevPages } = await import("./dev/pages.ts");
          return createDevPages().fetch(request, env, execution);
        }
        if (edge.url.pathname.startsWith("/api/")) return finish(await api.fetch(request, env, execution), edge);
        try {
          return finish(await fetchPage(request), edge);
        } catch (error) {
          // The error page is a page too: where it fails, this needs nothing of it.
          log("error", "page failed", { request: edge.requestId, error });
          const { t, language } = edge;
          return finish(plainPage(500, language, t("error.itself"), `<a href="/">${t("error.home")}</a>`), edge);
        }
      });
    },

    async queue(batch, env) {
      await consumeMails(batch, nounsOf(env).outbox);
    },

    async scheduled(event, env) {
      const { outbox, accountsStore, idempotencyStore } = nounsOf(env);
      await outbox.sweep(event.scheduledTime);
      await accountsStore.forgetSessions(event.scheduledTime - SESSION_MARK_MAX_AGE);
      await idempotencyStore.purge(event.scheduledTime);
    },
  } satisfies ExportedHandler<Env, { id: string }>;
}

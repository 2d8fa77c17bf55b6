import { translator } from "#locales/index.ts";
import { AppError } from "#worker/platform/errors.ts";
import { noteRequest } from "#worker/platform/request-facts.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { askedLanguage } from "./last-resort.ts";
import { plainPage } from "./plain-page.ts";

const PATH = "/partner/";

/** Figures of one source for who holds the link. A wrong token and an ended one get the same answer. */
export async function partnerPage(request: Request, edge: Edge, env: Env): Promise<Response> {
  noteRequest({ route: `${PATH}*` });
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
  const { domain, settings, network, nonce, url } = edge;
  const language = askedLanguage(request);
  const t = await translator(language);
  const nowhere = (status: number, text: string, more: Record<string, string> = {}) => {
    const page = plainPage(status, language, t("sources.gone"), text, nonce);
    for (const [name, value] of Object.entries({ "x-robots-tag": "noindex", ...more })) page.headers.set(name, value);
    return page;
  };
  try {
    const asked = { domain: domain.id, network, now: Date.now() };
    const reader = { t, language, nonce, site: settings.name };
    const page = await servicesOf(env).partnerLinks.partnerPage(url.pathname.slice(PATH.length), asked, reader);
    if (!page) return nowhere(404, t("sources.gone_text"));
    return new Response(page, {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store", "x-robots-tag": "noindex" },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return nowhere(error.status, t("errors.too_many_requests"), { "retry-after": String(error.retryAfter ?? 3600) });
  }
}

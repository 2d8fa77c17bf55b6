import { parse, serialize } from "hono/utils/cookie";
import { isUnsubscribeLink } from "#worker/delivery/mail/unsubscribe.vocabulary.ts";
import { AUTHOR } from "#worker/platform/author.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { errorResponse } from "#worker/server/api/error-answer.ts";
import { plainPage } from "#worker/server/api/plain-page.ts";
import { discardUpload } from "#worker/server/api/uploads.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { termsIn } from "#worker/sites/domains/domains.ts";
import { maintenanceOf, noticeText, retryAfter, type SiteNotice } from "#worker/sites/notices/notices.vocabulary.ts";
import type { FetchPage, Step } from "./step.ts";

/** Query of the link that lets staff in, and name of the cookie that remembers it. */
const ENTRY = "maintenance_entry";
/** In seconds. */
const ENTRY_MAX_AGE = 12 * 3600;
const CLOSED = "/closed";

/** The law wants these reachable, and programs of others report there. What they say must not be lost. */
const OPEN = new Set([
  ...["/accessibility", "/ban", "/cookies", "/faq", "/imprint", "/privacy", "/return-policy", "/service", "/terms"],
  ...["/withdraw", "/complaints", "/objection", "/offline"],
  ...["/api/payment-webhook.php", "/api/mail-report.php", "/api/age-answer.php"],
]);

/** A closed site answers 503 in the reader's language. Its files and `/health` are served by earlier steps. */
export function maintenance(fetchPage: FetchPage): Step {
  return async ({ req: { raw: request }, var: { edge } }, next) => {
    const { url, domain, at } = edge;
    const notice = maintenanceOf(domain, at);
    if (!notice || OPEN.has(url.pathname) || isUnsubscribeLink(url.pathname.slice(1)) || isStaff(request, notice)) return next();
    if (notice.entry !== null && url.searchParams.get(ENTRY) === notice.entry) return finish(letIn(notice.entry, edge), edge);
    await discardUpload(request);
    await edge.settleLanguage().catch(() => undefined);
    const seconds = retryAfter(notice, at);
    const isCall = url.pathname.startsWith("/api/");
    const answer = isCall ? callRefused(seconds, edge) : await closedPage(request, edge, fetchPage);
    answer.headers.set("retry-after", String(seconds));
    if (isCall || edge.hasScript || edge.byScript) {
      // Open pages show this sentence, and keep what was typed.
      const said = noticeText(notice, edge.language) ?? edge.t("errors.maintenance");
      answer.headers.set(AUTHOR, encodeURIComponent(said));
    }
    return answer;
  };
}

function isStaff({ headers }: Request, { entry }: SiteNotice): boolean {
  return entry !== null && parse(headers.get("cookie") ?? "", ENTRY)[ENTRY] === entry;
}

function letIn(entry: string, { url, secure }: Edge): Response {
  const to = new URL(url);
  to.searchParams.delete(ENTRY);
  const line = serialize(ENTRY, entry, { path: "/", maxAge: ENTRY_MAX_AGE, httpOnly: true, sameSite: "Lax", secure });
  return new Response(null, { status: 303, headers: { location: to.pathname + to.search, "set-cookie": line } });
}

function callRefused(seconds: number, edge: Edge): Response {
  return finish(errorResponse(new AppError("maintenance", { retryAfter: seconds }), edge), edge);
}

/** As for a visitor: the page must stand without the database. */
async function closedPage({ method, url, headers }: Request, edge: Edge, fetchPage: FetchPage): Promise<Response> {
  const { domain, country } = edge;
  const visitor: Edge = {
    ...edge,
    url: new URL(CLOSED, edge.url),
    ...{ session: null, draft: null, form: null, status: 503, linksSheets: false, answer: new Headers() },
    ...{ user: async () => null, memberId: async () => null, lostSession: async () => false },
    ...{ consentDue: async () => false, ageGate: async () => null, terms: async () => termsIn(domain, country) },
  };
  try {
    const asked = new Request(new URL(CLOSED, url), { method: method === "HEAD" ? "HEAD" : "GET", headers });
    return finish(await withEdge(visitor, () => fetchPage(asked)), visitor);
  } catch (error) {
    log("error", "page failed", { request: edge.requestId, error });
    return finish(
      plainPage(503, edge.language, edge.t("notices.maintenance.title"), edge.t("notices.maintenance.text"), edge.nonce),
      visitor,
    );
  }
}

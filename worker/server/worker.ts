import { configured, isClosed } from "#worker/backoffice/health/configuration.ts";
import { runTasks } from "#worker/backoffice/status/status.ts";
import { consumeMails } from "#worker/delivery/mail/mail.consumer.ts";
import type { PushJob } from "#worker/delivery/push/jobs.ts";
import { consumePushes } from "#worker/delivery/push/push.consumer.ts";
import { requireAuthor } from "#worker/platform/author.ts";
import { databasesOf, inDatabase } from "#worker/platform/databases.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { isSafe } from "#worker/platform/methods.ts";
import { answerDownload } from "#worker/server/endpoints/download.endpoint.ts";
import { oneClick } from "#worker/server/endpoints/one-click.endpoint.ts";
import { answerAsset } from "#worker/sites/domains/assets.ts";
import { fileIdOf } from "#worker/sites/domains/domain-file.ts";
import { answerPwa } from "#worker/sites/pwa/pwa.ts";
import { createApi } from "./api/api.ts";
import { errorResponse } from "./api/error-answer.ts";
import { requireSameOrigin } from "./api/guard.ts";
import { isUnreadable, unavailable, unreadUpload, withForm } from "./api/last-resort.ts";
import { plainPage, unknownHost } from "./api/plain-page.ts";
import { answerStaff, isStaffPath, staffEnv } from "./api/staff.ts";
import { checkAddress } from "./edge/address.ts";
import { followBounce, PAGE_LEFT, takePageLeft } from "./edge/bounce.ts";
import { buildEdge } from "./edge/build.ts";
import { type Edge, withEdge } from "./edge/edge.ts";
import { finish, protect } from "./edge/headers.ts";
import { requireHttps } from "./edge/https.ts";
import type { KeptPages } from "./edge/kept-pages.ts";
import { publicPageOf } from "./edge/public-page.ts";
import { buildStaffEdge } from "./edge/staff-build.ts";
import { answerWellKnown } from "./edge/well-known.ts";
import { cronTasks } from "./wiring/cron.ts";
import { findDomain } from "./wiring/find-domain.ts";
import { servicesOf } from "./wiring/index.ts";
import { mailsOf, pushesOf } from "./wiring/queues.ts";

export function createWorker(fetchPage: (request: Request) => Promise<Response>, keptPages: KeptPages | null = null) {
  const api = createApi();
  return {
    async fetch(request, unchecked, execution) {
      const { env: bound } = configured(unchecked);
      const secure = request.url.startsWith("https:");
      const url = new URL(request.url);
      const { pathname } = url;
      if (__LOCAL__ && url.hostname === "pay.localhost") {
        const { createSandboxPages } = await import("./dev/sandbox-pages.ts");
        return createSandboxPages().fetch(request, bound, execution);
      }
      if (__LOCAL__ && pathname === "/dev/sql") {
        const { answerSql } = await import("./dev/sql.ts");
        return answerSql(request, bound);
      }
      if (isClosed(bound)) {
        if (pathname === "/health") return protect(await servicesOf(bound).health(request, Date.now()), secure);
        return protect(unavailable(request, new Error("PASSWORD_PEPPER is missing"), 503), secure);
      }
      const ofStaff = staffEnv(url, bound);
      if (ofStaff) return staffAnswer(request, ofStaff, fetchPage);
      if (pathname.startsWith("/operator/") && (secure || __LOCAL__)) {
        const transferred = await servicesOf(bound).transfer(request, Date.now());
        if (transferred) return protect(transferred, secure);
      }
      const asked = keptPages && (await askedPage(request, url, bound));
      const kept = asked && (await keptPages?.find(asked));
      if (kept) return kept;
      let edge: Edge | null;
      try {
        edge = await buildEdge(request, bound, execution);
      } catch (error) {
        return protect(unavailable(request, error), secure);
      }
      if (!edge) return protect(await unknownHost(request), secure);
      const env = inDatabase(bound, edge.domain.database);
      const insecure = secure ? null : requireHttps(request);
      if (insecure) return protect(insecure, secure);
      if (pathname === "/health") return protect(await servicesOf(env).health(request, edge.at), secure);
      if (pathname.startsWith("/media/")) return protect(await edge.side.media(request), secure);
      return withEdge(edge, async () => {
        const misaddressed = refuseAddress(edge);
        if (misaddressed) return finish(misaddressed, edge);
        if (edge.domain.previewUntil !== null && !isSafe(request.method)) return finish(refusePreview(edge), edge);
        if (isStaffPath(edge.url)) return finish(await notFound(request, edge, fetchPage), edge);
        if (__LOCAL__ && /^\/dev\/(?!ui(\.|$))/.test(pathname)) {
          const { createDevPages } = await import("./dev/pages.ts");
          return createDevPages().fetch(request, env, execution);
        }
        const shared = await answerShared(edge, env).catch((error: unknown) => unavailable(request, error));
        // Shared caches may store it, so it carries no cookie.
        if (shared) return finish(shared, { ...edge, answer: new Headers() });
        if (pathname.startsWith("/download/")) return finish(await answerDownload(request, edge), edge);
        if (pathname.startsWith("/api/")) return finish(await api.fetch(request, env, execution), edge);
        const allowed = pageMethods(pathname);
        if (request.method === "OPTIONS" || !allowed.includes(request.method)) return finish(refuseMethod(edge, allowed), edge);
        try {
          // Only one-click unsubscription may come from another origin.
          if (!isSafe(request.method)) {
            const unsubscribed = await oneClick(request, edge);
            if (unsubscribed) return finish(unsubscribed, edge);
            requireSameOrigin(request.headers, edge);
            if (pathname === PAGE_LEFT) return finish(await takePageLeft(request, edge, servicesOf(env).limits), edge);
          }
          if (isSafe(request.method)) await requireAuthor(edge.author, edge);
          const marked = followBounce(request, edge);
          if (marked) return finish(marked, edge);
          const page = await withForm(request, edge, fetchPage);
          return keptPages && asked ? await keptPages.keep(asked, page, edge, edge.defer) : finish(page, edge);
        } catch (error) {
          const back = await unreadUpload(error, request, edge);
          if (back) return finish(back, edge);
          if (error instanceof AppError && error.code === "other_member")
            return finish(await refuseAuthor(error, request, edge, fetchPage), edge);
          if (error instanceof AppError) return finish(refusalPage(error, edge), edge);
          if (request.method === "POST" && isUnreadable(error)) {
            const again = `<a href="${pathname.replace(/[^\w/.-]/g, "")}">${edge.t("error.again")}</a>`;
            return finish(plainPage(400, edge.language, edge.t("errors.conflict"), again, edge.nonce), edge);
          }
          log("error", "page failed", { request: edge.requestId, error });
          return finish(plainPage(500, edge.language, edge.t("error.itself"), home(edge), edge.nonce), edge);
        }
      });
    },

    async queue(batch, unchecked) {
      const { env } = configured(unchecked);
      if (batch.queue.endsWith("-push")) await consumePushes(batch as MessageBatch<PushJob>, pushesOf(env));
      else await consumeMails(batch as MessageBatch<{ id: string }>, mailsOf(env));
    },

    async scheduled(event, unchecked) {
      const { env } = configured(unchecked);
      const run = async (name: string) => {
        const services = servicesOf(inDatabase(env, name));
        await runTasks(services.statusStore, cronTasks(services, event.scheduledTime), Date.now);
      };
      await Promise.all(databasesOf(env).map(run));
    },
  } satisfies ExportedHandler<Env, { id: string } | PushJob>;
}

/** Null for an uncacheable page. Also null if the domain cannot be read: `buildEdge` then reports the failure. */
async function askedPage(request: Request, url: URL, env: Env) {
  const at = Date.now();
  const page = await publicPageOf(request, at, (host) => findDomain(env, host), url).catch(() => null);
  return page && { request, page, at };
}

/** Icons, manifest, well-known files and files of the niche; null for other paths. */
async function answerShared({ url, domain, t, at }: Edge, env: Env): Promise<Response | null> {
  const store = servicesOf(env).domainsStore;
  const id = fileIdOf(domain);
  const asset = await answerAsset(url, (hash, name) => store.findAsset(id, hash, name));
  const file =
    asset ??
    answerWellKnown(url, { settings: domain.settings, indexed: env.PREVIEW !== "on" && domain.previewUntil === null, now: at });
  return file ?? answerPwa(url, { domain, t, findIcon: (path) => store.findIcon(domain.id, path) });
}

async function staffAnswer(request: Request, env: Env, fetchPage: (request: Request) => Promise<Response>): Promise<Response> {
  const secure = request.url.startsWith("https:");
  const insecure = requireHttps(request);
  if (insecure) return protect(insecure, secure);
  try {
    return await answerStaff(await buildStaffEdge(request, env), request, fetchPage, (again) => buildStaffEdge(again, env));
  } catch (error) {
    return protect(unavailable(request, error), secure);
  }
}

function refuseAddress(edge: Edge): Response | null {
  const verdict = checkAddress(edge.url, edge.method);
  if (!verdict) return null;
  if ("moved" in verdict) return new Response(null, { status: 301, headers: { location: verdict.moved } });
  const error = new AppError(verdict.refused);
  return edge.url.pathname.startsWith("/api/") ? errorResponse(error, edge) : refusalPage(error, edge);
}

async function notFound(request: Request, edge: Edge, fetchPage: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return refusalPage(new AppError("not_found"), edge);
  return fetchPage(new Request(new URL("/-/-", request.url), { method: request.method, headers: request.headers }));
}

async function refuseAuthor(
  error: AppError,
  request: Request,
  edge: Edge,
  fetchPage: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (edge.author !== null) return errorResponse(error, edge);
  edge.status = error.status;
  return fetchPage(new Request(new URL("/other-member", request.url), { headers: request.headers }));
}

/** A preview takes no sign-up, mail, payment or anything else. */
function refusePreview(edge: Edge): Response {
  if (edge.url.pathname.startsWith("/api/")) return errorResponse(new AppError("forbidden"), edge);
  return plainPage(403, edge.language, edge.t("notices.preview.refused"), home(edge), edge.nonce);
}

/** Router data is read-only; forms post to the page's address. */
function pageMethods(path: string): string[] {
  return ["GET", "HEAD", "OPTIONS", ...(/\.rsc$/.test(path) ? [] : ["POST"])];
}

function refuseMethod(edge: Edge, allowed: string[]): Response {
  const answer =
    edge.method === "OPTIONS" ? new Response(null, { status: 204 }) : refusalPage(new AppError("method_not_allowed"), edge);
  answer.headers.set("allow", allowed.join(", "));
  return answer;
}

function refusalPage(error: AppError, edge: Edge): Response {
  return plainPage(error.status, edge.language, edge.t(`errors.${error.code}`), home(edge), edge.nonce);
}

function home({ t }: Edge): string {
  return `<a href="/">${t("error.home")}</a>`;
}

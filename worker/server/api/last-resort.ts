import { translator } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import { MAX_UPLOAD, withinBytes } from "#worker/platform/bodies.ts";
import { isAway } from "#worker/platform/d1-reads.ts";
import { RETRY_AFTER } from "#worker/platform/durations.ts";
import { AppError, Unreadable } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import type { CallName } from "#worker/server/calls.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { isLanguage } from "#worker/server/edge/language.ts";
import { readCookie } from "#worker/server/edge/session.ts";
import { plainPage } from "./plain-page.ts";
import { discardUpload, enqueueUpload } from "./uploads.ts";

/** In bytes; a form without a file is far smaller. */
const MAX_FORM = 256 * 1024;
/** Pages with a file input that works without JavaScript, and the call that counts the file before it is read. */
const UPLOAD_PAGES: readonly [page: RegExp, call: CallName][] = [
  [/^\/(profile|complete-signup)$/, "addPhoto"],
  [/^\/profile\/voice\/[^/]+$/, "sayAnswer"],
  [/^\/settings\/verification$/, "verify"],
  // A file below MAX_FORM counts only if its addresses are right; a larger one always, because it takes a place.
  [/^\/settings\/acquaintances$/, "addAcquaintances"],
  [/^\/proof-of-age\/person$/, "sendAgeCheck"],
  [/^\/complaints$/, "pictureNotice"],
  [/^\/(chats\/[^/]+|members\/[^/]+\/chat)$/, "sendPhoto"],
];
const STAYING = ["step", "next", "kind", "upload"];

function uploadAt({ url }: Pick<Edge, "url">): CallName | null {
  return UPLOAD_PAGES.find(([page]) => page.test(url.pathname))?.[1] ?? null;
}

/** Redirects a refused upload to its form or the log-in. Null for other requests and refusals. */
export async function unreadUpload(error: unknown, request: Request, edge: Edge): Promise<Response | null> {
  if (!(error instanceof AppError && uploadAt(edge))) return null;
  await discardUpload(request);
  if (request.headers.has("rsc-action-id")) return null;
  const { pathname, searchParams } = edge.url;
  const query = new URLSearchParams([...searchParams].filter(([name]) => STAYING.includes(name)));
  const back = (path: string) => new Response(null, { status: 303, headers: { location: path } });
  if (error.code === "authentication_required") {
    const page = query.size > 0 ? `${pathname}?${query}` : pathname;
    return back(`/login?next=${encodeURIComponent(page)}`);
  }
  if (error.code !== "too_large") return null;
  query.set("photo", "too_large");
  return back(`${pathname}?${query}#upload`);
}

/** For a request whose domain is unknown: in the language of the browser. */
export async function unavailable(request: Request, error: unknown, isClosed = isAway(error)): Promise<Response> {
  const id = newId();
  log("error", "edge failed", { request: id, error });
  const language = askedLanguage(request);
  const t = await translator(language);
  const status = isClosed ? 503 : 500;
  const message = isClosed ? t("error.away") : t("errors.internal");
  const retry_after = isClosed ? RETRY_AFTER : null;
  if (new URL(request.url).pathname.startsWith("/api/")) {
    const body = { error: { code: "internal", message, field: null, params: {}, retry_after, request_id: id } };
    const answer = Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
    return isClosed ? later(answer) : answer;
  }
  const page = plainPage(status, language, t("error.default"), `${message} <code>${id}</code>`);
  return isClosed ? later(page) : page;
}

/** Tells when to ask again. */
export function later(answer: Response): Response {
  answer.headers.set("retry-after", String(RETRY_AFTER));
  return answer;
}

/** The visitor's choice, else what the browser prefers. */
export function askedLanguage(request: Request): Language {
  const asked = (request.headers.get("accept-language") ?? "").slice(0, 200).toLowerCase().split(",");
  const tags = asked.map((part) => (part.trim().split(/[-;]/)[0] ?? "").replace(/^no$/, "nb"));
  return [readCookie(request, "locale"), ...tags].find(isLanguage) ?? "en";
}

/** The runtime parses forms in memory: the body is bounded, and few uploads run at a time. @throws too_large */
export async function withForm(
  request: Request,
  edge: Pick<Edge, "url" | "side" | "defer">,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!request.body) return answer(request);
  const announced = request.headers.get("content-length");
  const size = announced === null ? Number.POSITIVE_INFINITY : Number(announced);
  const bounded = (of: Request, most: number) => answer(of.body ? new Request(of, { body: withinBytes(of.body, most) }) : of);
  const call = uploadAt(edge);
  if (size <= MAX_FORM || (announced === null && !call)) return bounded(request, MAX_FORM);
  if (!call) throw new AppError("too_large");
  await edge.side.admit(call);
  if (announced !== null && !(size <= MAX_UPLOAD)) throw new AppError("too_large");
  const upload = { member: await edge.side.uploader(), request, defer: edge.defer };
  return enqueueUpload(upload, (received) => bounded(received, MAX_UPLOAD));
}

/** The sender's fault: a form of an older build, or a malformed body. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof Unreadable) return true;
  return error instanceof TypeError && /FormData|multipart|form data|boundary/i.test(error.message);
}

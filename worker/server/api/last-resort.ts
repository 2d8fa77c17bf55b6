import { MAX_UPLOAD, withinBytes } from "#worker/platform/bodies.ts";
import { AppError, Unreadable } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { plainPage } from "./plain-page.ts";
import { discardUpload, enqueueUpload } from "./uploads.ts";

/** In bytes; a form without a file is far smaller. */
const MAX_FORM = 256 * 1024;
const PROOF_PAGE = "/settings/verification";
/** Pages with a file input that works without JavaScript. */
const UPLOAD_PAGES = ["/profile", "/complete-signup", PROOF_PAGE];
const CHAT = /^\/(chats\/[^/]+|members\/[^/]+\/chat)$/;
const STAYING = ["step", "next"];

function isUpload({ url }: Pick<Edge, "url">): boolean {
  return UPLOAD_PAGES.includes(url.pathname) || CHAT.test(url.pathname);
}

function uploadAt(path: string): "addPhoto" | "sendPhoto" | "verify" {
  if (CHAT.test(path)) return "sendPhoto";
  return path === PROOF_PAGE ? "verify" : "addPhoto";
}

/** Redirects a refused upload to its form or the log-in. Null for other requests and refusals. */
export async function unreadUpload(error: unknown, request: Request, edge: Edge): Promise<Response | null> {
  if (!(error instanceof AppError && isUpload(edge))) return null;
  await discardUpload(request);
  if (request.headers.has("rsc-action-id")) return null;
  const { pathname, searchParams } = edge.url;
  const query = new URLSearchParams([...searchParams].filter(([name]) => STAYING.includes(name)));
  const back = (path: string) => new Response(null, { status: 303, headers: { location: path } });
  if (error.code === "authentication_required") {
    const page = query.size > 0 ? `${pathname}?${query}` : pathname;
    return back(`/login?next=${encodeURIComponent(page)}`);
  }
  if (error.code !== "too_large" || edge.session === null) return null;
  query.set("photo", "too_large");
  return back(`${pathname}?${query}#photos`);
}

/** In English, because the domain is unknown. */
export function unavailable(request: Request, error: unknown, status: 500 | 503 = 500): Response {
  const id = newId();
  log("error", "edge failed", { request: id, error });
  const message = "An error occured, please try again later.";
  if (!new URL(request.url).pathname.startsWith("/api/"))
    return plainPage(status, "en", "Error", `${message} <code>${id}</code>`);
  const body = { error: { code: "internal", message, field: null, params: {}, retry_after: null, request_id: id } };
  return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
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
  if (size <= MAX_FORM || (announced === null && !isUpload(edge))) return bounded(request, MAX_FORM);
  if (!isUpload(edge)) throw new AppError("too_large");
  await edge.side.admit(uploadAt(edge.url.pathname));
  if (announced !== null && !(size <= MAX_UPLOAD)) throw new AppError("too_large");
  const upload = { member: await edge.side.uploader(), request, defer: edge.defer };
  return enqueueUpload(upload, (received) => bounded(received, MAX_UPLOAD));
}

/** The sender's fault: a form of an older build, or a malformed body. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof Unreadable) return true;
  return error instanceof TypeError && /FormData|multipart|form data|boundary/i.test(error.message);
}

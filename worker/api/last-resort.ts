import type { Edge } from "../edge/edge.ts";
import { MAX_UPLOAD, withinBytes } from "../lib/bodies.ts";
import { AppError, Unreadable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { plainPage } from "./plain-page.ts";
import { discardUpload, inTurn } from "./uploads.ts";

/** Bytes of a form: none of ours comes near it, but for the one below. */
const MAX_FORM = 256 * 1024;
/** The pages whose form holds a picture, so that it can be sent without JavaScript. They take as much as the call for it does. */
const UPLOAD_PAGES = ["/profile", "/complete-signup"];
/** What of such a page's address says where one is. */
const KEPT = ["step", "next"];

function isUpload({ url }: Pick<Edge, "url">): boolean {
  return UPLOAD_PAGES.includes(url.pathname);
}

/**
 * Where a browser goes whose picture was not read: back to the page with the form, which then says beside its field that
 * the file was too large, or to the log-in. Null for any other request and refusal.
 */
export async function unreadUpload(error: unknown, request: Request, edge: Edge): Promise<Response | null> {
  if (!(error instanceof AppError && isUpload(edge))) return null;
  await discardUpload(request);
  if (request.headers.has("rsc-action-id")) return null;
  const { pathname, searchParams } = edge.url;
  const query = new URLSearchParams([...searchParams].filter(([name]) => KEPT.includes(name)));
  const back = (path: string) => new Response(null, { status: 303, headers: { location: path } });
  if (error.code === "authentication_required") {
    const page = query.size > 0 ? `${pathname}?${query}` : pathname;
    return back(`/login?next=${encodeURIComponent(page)}`);
  }
  if (error.code !== "too_large" || edge.session === null) return null;
  query.set("photo", "too_large");
  return back(`${pathname}?${query}#photos`);
}

/** The answer where not even the domain could be read: a page, or for a call the error body, in English. */
export function unavailable(request: Request, error: unknown): Response {
  const id = newId();
  log("error", "edge failed", { request: id, error });
  const message = "An error occured, please try again later.";
  if (!new URL(request.url).pathname.startsWith("/api/")) return plainPage(500, "en", "Error", `${message} <code>${id}</code>`);
  const body = { error: { code: "internal", message, field: null, params: {}, retry_after: null, request_id: id } };
  return Response.json(body, { status: 500, headers: { "cache-control": "private, no-store" } });
}

/**
 * Answers the request of a page by `answer`, which gets it with a body that fails where it becomes too large: forms are
 * parsed in memory. A picture is read only from a member who may add one, and few at a time.
 * @throws AppError `too_large`, at once where the length is announced, else while the form is read; for a picture whatever
 * refuses the member.
 */
export async function withForm(
  request: Request,
  edge: Pick<Edge, "url" | "side" | "defer">,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!request.body) return answer(request);
  // Unannounced it may be anything. A browser announces the length of every form.
  const announced = request.headers.get("content-length");
  const size = announced === null ? Number.POSITIVE_INFINITY : Number(announced);
  const bounded = (of: Request, most: number) => answer(of.body ? new Request(of, { body: withinBytes(of.body, most) }) : of);
  if (size <= MAX_FORM || (announced === null && !isUpload(edge))) return bounded(request, MAX_FORM);
  if (!isUpload(edge)) throw new AppError("too_large");
  await edge.side.admit("addPhoto");
  if (announced !== null && !(size <= MAX_UPLOAD)) throw new AppError("too_large");
  const upload = { member: await edge.side.uploader(), request, defer: edge.defer };
  return inTurn(upload, (received) => bounded(received, MAX_UPLOAD));
}

/** A form that this build does not know, as one left open over a deploy, or a body that is none: the sender's, not ours. */
export function isUnreadable(error: unknown): boolean {
  if (error instanceof Unreadable) return true;
  // What the runtime says of a body that is no form of the type that it claims.
  return error instanceof TypeError && /FormData|multipart|form data|boundary/i.test(error.message);
}

import type { Edge } from "../edge/edge.ts";
import { AppError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { MAX_UPLOAD } from "./input.ts";
import { plainPage } from "./plain-page.ts";

/** Bytes of a form: none of ours comes near it, but for the one below. */
const MAX_FORM = 256 * 1024;
/**
 * The pages whose form holds a picture, so that it can be sent without JavaScript. They take as much as the call for it
 * does, from browsers that show a session: forms are parsed in memory.
 */
const UPLOAD_PAGES = ["/profile", "/complete-signup"];
/** What of such a page's address says where one is. */
const KEPT = ["step", "next"];
/** Bytes above which nobody waits for the end: no camera makes such a file. */
const MAX_DRAINED = 64 * 1024 * 1024;

function isUpload({ url, session }: Pick<Edge, "url" | "session">): boolean {
  return UPLOAD_PAGES.includes(url.pathname) && session !== null;
}

/** Back to the page with the form, which then says beside its field that the file was too large; null for any other request. */
export async function tooLargeUpload(error: unknown, request: Request, edge: Edge): Promise<Response | null> {
  const document = !request.headers.has("rsc-action-id");
  if (!(error instanceof AppError && error.code === "too_large" && document && isUpload(edge))) return null;
  // A browser that is still sending hears no answer: it is let finish, and what comes is thrown away.
  if (request.body && !request.body.locked && Number(request.headers.get("content-length")) < MAX_DRAINED) {
    await request.body.pipeTo(new WritableStream()).catch(() => {});
  }
  const { pathname, searchParams } = edge.url;
  const query = new URLSearchParams([...searchParams].filter(([name]) => KEPT.includes(name)));
  query.set("photo", "too_large");
  return new Response(null, { status: 303, headers: { location: `${pathname}?${query}#photos` } });
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
 * The request of a page whose body is cut off where it becomes too large for a form: forms are parsed in memory.
 * @throws AppError `too_large`, at once where the length is announced, else while the form is read.
 */
export function withinLimit(request: Request, edge: Pick<Edge, "url" | "session">): Request {
  if (!request.body) return request;
  const most = isUpload(edge) ? MAX_UPLOAD : MAX_FORM;
  if (Number(request.headers.get("content-length") ?? 0) > most) throw new AppError("too_large");
  let read = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > most) controller.error(new AppError("too_large"));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Request(request, { body: counted });
}

/** A form that this build does not know, as one left open over a deploy, or a body that is none: the sender's, not ours. */
export function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error &&
    /TinyAssertion|server (function|action|reference)|FormData|multipart|form data|boundary|action id/i.test(
      `${error.name} ${error.message}`,
    )
  );
}

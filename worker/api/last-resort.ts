import { AppError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { plainPage } from "./plain-page.ts";

/** Bytes of a form: none of ours comes near it. Photos have a call of their own. */
const MAX_FORM = 256 * 1024;

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
export function withinLimit(request: Request): Request {
  if (!request.body) return request;
  if (Number(request.headers.get("content-length") ?? 0) > MAX_FORM) throw new AppError("too_large");
  let read = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > MAX_FORM) controller.error(new AppError("too_large"));
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
    /server (function|action|reference)|FormData|multipart|form data|boundary|action id/i.test(error.message)
  );
}

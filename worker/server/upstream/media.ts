import { log } from "#worker/platform/log.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import { IMAGE, PICTURE_CACHE, PRIVATE_CACHE, PROTECTION, refuseMedia } from "#worker/server/endpoints/media.endpoint.ts";
import { failureOf } from "./read-answer.ts";
import type { Upstream } from "./upstream.ts";

const PATH = /^\/media(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/;

/** The upstream decides by the session; only images pass. */
export async function passMedia(request: Request, { url, requestId }: Facts, upstream: Upstream): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMedia(405, { allow: "GET, HEAD" });
  const { pathname, search } = url;
  if (!PATH.test(pathname)) return refuseMedia(404);
  try {
    const headers = await upstream.headers();
    headers.set("accept", "image/*");
    const known = request.headers.get("if-none-match");
    if (known) headers.set("if-none-match", known);
    const signal = AbortSignal.timeout(upstream.timeout);
    return pictureFrom(
      await fetch(upstream.url(pathname, search), { method: request.method, headers, redirect: "manual", signal }),
    );
  } catch (error) {
    const { status } = failureOf(error);
    log("warn", "upstream failed", { request: requestId, path: "/media/", reason: String(error) });
    return refuseMedia(status);
  }
}

async function pictureFrom(answer: Response): Promise<Response> {
  const type = answer.headers.get("content-type") ?? "";
  const picture = answer.status === 304 || (answer.status === 200 && IMAGE.test(type));
  if (!picture) {
    await answer.body?.cancel();
    return refuseMedia(answer.status >= 400 && answer.status < 500 ? 404 : 502);
  }
  // The upstream marks private photos, whose access may be revoked.
  const brief = /no-cache|no-store/.test(answer.headers.get("cache-control") ?? "");
  const headers = new Headers({ ...PROTECTION, "cache-control": brief ? PRIVATE_CACHE : PICTURE_CACHE });
  for (const name of ["content-type", "etag"]) {
    const value = answer.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

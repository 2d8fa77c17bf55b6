import type { Edge } from "../edge/edge.ts";
import { log } from "../lib/log.ts";
import { failureOf } from "../upstream/read-answer.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { IMAGE, PICTURE_CACHE, PROTECTION, refuseMedia } from "./media.ts";

const PATH = /^\/media(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/;

/** A photo of a domain in proxy mode, from its upstream, which decides by the session who may see it. Anything but a picture is refused. */
export async function passMedia(request: Request, edge: Edge, upstream: Upstream): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMedia(405, { allow: "GET, HEAD" });
  const { pathname, search } = edge.url;
  if (!PATH.test(pathname)) return refuseMedia(404);
  try {
    const headers = await upstream.headers();
    headers.set("accept", "image/*");
    const known = request.headers.get("if-none-match");
    if (known) headers.set("if-none-match", known);
    const url = upstream.url(pathname, search);
    const signal = AbortSignal.timeout(upstream.timeout);
    return pictureFrom(await fetch(url, { method: request.method, headers, redirect: "manual", signal }));
  } catch (error) {
    const { status } = failureOf(error);
    log("warn", "upstream failed", { request: edge.requestId, path: "/media/", reason: String(error) });
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
  const headers = new Headers({ ...PROTECTION, "cache-control": PICTURE_CACHE });
  for (const name of ["content-type", "etag"]) {
    const value = answer.headers.get(name);
    if (value) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

import type { Edge } from "../edge/edge.ts";
import { log } from "../lib/log.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { servicesOf } from "../wiring/index.ts";

const PATH = /^\/download\/([0-9a-z]{20})\.zip$/;

/** Requires the owner's session. A visitor is redirected to the login; other requests get 404. */
export async function answerDownload(request: Request, env: Env, edge: Edge): Promise<Response> {
  if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
  const [, id] = PATH.exec(edge.url.pathname) ?? [];
  if (!id) return new Response(null, { status: 404 });
  if (edge.upstream) return pass(edge, edge.upstream);
  const memberId = await edge.memberId();
  if (!memberId) return new Response(null, { status: 303, headers: { location: "/login?next=%2Fsettings%2Fdata" } });
  const file = await servicesOf(env).exports.file(memberId, id, edge.now());
  if (!file) return new Response(null, { status: 303, headers: { location: "/settings/data?gone" } });
  const day = new Date(edge.now()).toISOString().slice(0, 10);
  return new Response(file.body, {
    headers: { ...HEADERS, "content-length": String(file.size), "content-disposition": named(day) },
  });
}

const HEADERS = { "content-type": "application/zip", "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

function named(day: string): string {
  return `attachment; filename="my-data-${day}.zip"`;
}

/** The upstream finds the owner by the session. */
async function pass(edge: Edge, upstream: Upstream): Promise<Response> {
  try {
    const answer = await fetch(upstream.url(edge.url.pathname, ""), {
      headers: await upstream.headers(),
      redirect: "manual",
      signal: AbortSignal.timeout(upstream.timeout),
    });
    if (answer.status === 200 && answer.headers.get("content-type") === HEADERS["content-type"]) {
      const day = new Date(edge.now()).toISOString().slice(0, 10);
      return new Response(answer.body, { headers: { ...HEADERS, "content-disposition": named(day) } });
    }
    await answer.body?.cancel();
    return new Response(null, { status: 303, headers: { location: "/settings/data?gone" } });
  } catch (error) {
    log("warn", "upstream failed", { request: edge.requestId, path: "/download/", reason: String(error) });
    return new Response(null, { status: 502 });
  }
}

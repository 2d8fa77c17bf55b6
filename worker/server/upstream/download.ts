import { log } from "#worker/platform/log.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import { archiveAnswer, isArchive } from "#worker/server/endpoints/download.endpoint.ts";
import type { Upstream } from "./upstream.ts";

export async function passDownload({ url, at, requestId }: Facts, upstream: Upstream): Promise<Response> {
  try {
    const answer = await fetch(upstream.url(url.pathname, ""), {
      headers: await upstream.headers(),
      redirect: "manual",
      signal: AbortSignal.timeout(upstream.timeout),
    });
    if (isArchive(answer)) return archiveAnswer(answer, at);
    await answer.body?.cancel();
    return archiveAnswer(null, at);
  } catch (error) {
    log("warn", "upstream failed", { request: requestId, path: "/download/", reason: String(error) });
    return new Response(null, { status: 502 });
  }
}

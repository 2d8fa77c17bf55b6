import { isMediaLink, VARIANTS, type Variant, VISITOR } from "#worker/delivery/media/links.ts";
import { BROWSER_CACHE_AGE } from "#worker/delivery/media/photo-access.ts";
import { readPhoto } from "#worker/delivery/media/photo-object.ts";
import { log } from "#worker/platform/log.ts";
import { AUDIO, playable } from "#worker/platform/playable.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const LONGEST_OWNER = 100;
const PATH = new RegExp(`^/media/(?:[\\w-]+/)*([A-Za-z0-9_-]{1,100})\\.(${VARIANTS.join("|")})$`);
/** Owner in links of the /dev pages, whose photos only their owner may see. */
export const NOBODY = "-";
export const IMAGE = /^image\/(jpeg|png|webp|avif|svg\+xml)$/;
/** Short, so that a lost permission takes effect soon. Revalidation by ETag reads nothing from R2. */
export const PICTURE_CACHE = `private, max-age=${BROWSER_CACHE_AGE}`;

/** A revoked permission takes effect at the next request. */
export const PRIVATE_CACHE = "private, no-cache";

/** In seconds, after a failure of D1 or R2. */
const ASK_AGAIN = 10;

/** Any doubt is a 404; a failure of D1 or R2 is a 503. */
export async function answerMedia(request: Request, env: Env, facts: MediaRequest): Promise<Response> {
  try {
    return await findPhoto(request, env, facts);
  } catch (error) {
    log("error", "media failed", { request: facts.requestId, error });
    return refuseMedia(503, { "retry-after": String(ASK_AGAIN) });
  }
}

type MediaRequest = Pick<Facts, "url" | "domain" | "country" | "region" | "at" | "requestId" | "session">;

async function findPhoto(request: Request, env: Env, { url, at, session, ...place }: MediaRequest): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMedia(405, { allow: "GET, HEAD" });
  const [, key, variant] = (PATH.exec(url.pathname) ?? []) as unknown as [string?, string?, Variant?];
  const owner = url.searchParams.get("o");
  if (!key || !variant || !owner || owner.length > LONGEST_OWNER) return refuseMedia(404);
  const link = { key, owner, variant, day: Number(url.searchParams.get("d")), signature: url.searchParams.get("s") ?? "" };
  // The cookie may outlive its session, whose pages then have visitor links.
  const viewer = [session?.token, VISITOR].find((one) => one !== undefined && isMediaLink(env.MEDIA_SECRET, link, one, at));
  if (viewer === undefined) return refuseMedia(404);
  const dev = __LOCAL__ && owner === NOBODY;
  const seen = dev ? "public" : await servicesOf(env).media.check(link, viewer, place, at);
  if (seen === null) return refuseMedia(404);

  const etag = `"${key}.${variant}"`;
  const headers = new Headers({ ...PROTECTION, etag, "cache-control": seen === "private" ? PRIVATE_CACHE : PICTURE_CACHE });
  if (request.method === "GET" && knows(request, etag)) return new Response(null, { status: 304, headers });
  const photo = await readPhoto(env.PHOTOS, key, variant, request.method);
  if (!photo) return refuseMedia(404);
  const type = photo.httpMetadata?.contentType ?? "";
  if (AUDIO.test(type)) {
    headers.set("content-type", type);
    return (await playable(request, photo, headers)) ?? refuseMedia(416, { "content-range": `bytes */${photo.size}` });
  }
  headers.set("content-type", IMAGE.test(type) ? type : "application/octet-stream");
  headers.set("content-length", String(photo.size));
  return new Response("body" in photo ? photo.body : null, { headers });
}

function knows(request: Request, etag: string): boolean {
  const tags = (request.headers.get("if-none-match") ?? "").split(",");
  return tags.some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** An SVG opened directly must not run scripts, and no other site may embed it. */
export const PROTECTION = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  vary: "Cookie",
};

export function refuseMedia(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...PROTECTION, "cache-control": "no-store", ...headers } });
}

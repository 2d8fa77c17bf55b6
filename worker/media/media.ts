import { readSession } from "../edge/session.ts";
import { isMediaLink } from "./links.ts";

const PATH = /^\/media\/([A-Za-z0-9_-]{1,100})\.(full|thumb)$/;
export const IMAGE = /^image\/(jpeg|png|webp|avif|svg\+xml)$/;

/**
 * A photo from R2, for whom the link was made and nobody else. Whether the viewer
 * may see it was decided when the link was signed, so this reads neither D1 nor an object, and any doubt is a 404.
 */
export async function answerMedia(request: Request, env: Env, now = Date.now()): Promise<Response> {
  const url = new URL(request.url);
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMedia(405, { allow: "GET, HEAD" });
  const [, key, variant] = PATH.exec(url.pathname) ?? [];
  const day = Number(url.searchParams.get("d"));
  const signature = url.searchParams.get("s") ?? "";
  const viewer = readSession(request)?.token ?? "visitor";
  if (!key || !variant || !isMediaLink(env.MEDIA_SECRET, key, variant, viewer, day, signature, now)) return refuseMedia(404);

  const photo = await read(env.PHOTOS, key, variant, request);
  if (!photo) return refuseMedia(404);
  const headers = new Headers(PROTECTION);
  const type = photo.httpMetadata?.contentType ?? "";
  headers.set("content-type", IMAGE.test(type) ? type : "application/octet-stream");
  headers.set("etag", photo.httpEtag);
  // What a key names never changes, and the link ends with its day: so may the browser's copy.
  headers.set("cache-control", "private, max-age=86400, immutable");
  if (request.method === "GET" && !isWhole(photo)) return new Response(null, { status: 304, headers });
  headers.set("content-length", String(photo.size));
  return new Response(isWhole(photo) ? photo.body : null, { headers });
}

/** R2 leaves the body out for a HEAD, and where the browser has this version already. */
function isWhole(photo: R2Object | R2ObjectBody): photo is R2ObjectBody {
  return "body" in photo;
}

/** A small one that was not made (yet) is answered by the full one. */
async function read(bucket: R2Bucket, key: string, variant: string, request: Request): Promise<R2Object | R2ObjectBody | null> {
  const one = (name: string) => (request.method === "HEAD" ? bucket.head(name) : bucket.get(name, { onlyIf: request.headers }));
  return (await one(`${key}.${variant}`)) ?? (variant === "thumb" ? one(`${key}.full`) : null);
}

/** A drawing (SVG) opened by itself must not run anything, nor may anybody embed it elsewhere. */
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

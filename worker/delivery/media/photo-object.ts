import type { Variant } from "./links.ts";

/** Older photos have no card, and drawings one size. */
const SIZES: Record<Variant, readonly string[]> = {
  full: ["full"],
  card: ["card", "thumb", "full"],
  thumb: ["thumb", "full"],
};

/** The nearest size that there is. With HEAD without its body. */
export async function readPhoto(
  bucket: R2Bucket,
  key: string,
  variant: Variant,
  method = "GET",
): Promise<R2Object | R2ObjectBody | null> {
  for (const size of SIZES[variant]) {
    const name = `${key}.${size}`;
    const found = await (method === "HEAD" ? bucket.head(name) : bucket.get(name));
    if (found) return found;
  }
  return null;
}

/** For staff. Unknown types are not shown inline. */
export function photoResponse(photo: R2ObjectBody): Response {
  const type = photo.httpMetadata?.contentType ?? "";
  const shown = /^image\/(jpeg|png|webp|avif|svg\+xml)$|^audio\/(webm|mp4)$/.test(type) ? type : "application/octet-stream";
  return new Response(photo.body, { headers: { "content-type": shown, "content-length": String(photo.size) } });
}

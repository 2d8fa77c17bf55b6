import { Buffer } from "node:buffer";
import { assetOfPath } from "./assets.vocabulary.ts";

/** In seconds. */
const YEAR = 365 * 86_400;

/** Null for other paths. The same for every visitor. */
export async function answerAsset(
  { pathname }: URL,
  find: (hash: string, name: string) => Promise<string | null>,
): Promise<Response | null> {
  if (!pathname.startsWith("/brand/")) return null;
  const wanted = assetOfPath(pathname);
  const data = wanted && (await find(wanted.hash, wanted.name));
  if (!wanted || data === null) return new Response(null, { status: 404 });
  return new Response(Buffer.from(data, "base64"), {
    headers: { "content-type": wanted.type, "cache-control": `public, max-age=${YEAR}, immutable` },
  });
}

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
  const asked = assetOfPath(pathname);
  const data = asked && (await find(asked.hash, asked.name));
  if (!asked || data === null) return new Response(null, { status: 404 });
  return new Response(Buffer.from(data, "base64"), {
    headers: { "content-type": asked.type, "cache-control": `public, max-age=${YEAR}, immutable` },
  });
}

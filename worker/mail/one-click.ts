import type { Edge } from "../edge/edge.ts";
import { AppError } from "../lib/errors.ts";
import { isUnsubscribeLink } from "./unsubscribe.ts";

/** Bytes: three times what a form with this one field and a long boundary needs. */
const LONGEST = 1000;

/**
 * The one press in a mail program that stops a type of mail (RFC 8058): a mail provider sends it, without cookies and
 * without anything that a browser would say of its origin. Null for any other request, which has to be of a page of ours.
 */
export async function oneClick(request: Request, { url, backend }: Pick<Edge, "url" | "backend">): Promise<Response | null> {
  const token = url.pathname.slice(1);
  if (request.method !== "POST" || !isUnsubscribeLink(token)) return null;
  if (request.headers.has("sec-fetch-site") || request.headers.has("origin")) return null;
  if (!(await saysOneClick(request))) return null;
  try {
    await backend.unsubscribe({ token });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(null, { status: error.status });
  }
  return new Response(null, { status: 200 });
}

async function saysOneClick(request: Request): Promise<boolean> {
  const bytes = await firstBytes(request.body);
  if (!bytes) return false;
  try {
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const fields = [...(await new Response(bytes, { headers }).formData())];
    return fields.length === 1 && fields[0]?.[0] === "List-Unsubscribe" && fields[0][1] === "One-Click";
  } catch {
    return false; // no form
  }
}

/** A short body whole; null for none and for a longer one. */
async function firstBytes(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const parts: number[] = [];
  for await (const chunk of body) {
    parts.push(...chunk.subarray(0, LONGEST + 1));
    if (parts.length > LONGEST) return null;
  }
  return Uint8Array.from(parts);
}

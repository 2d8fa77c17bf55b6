import { isUnsubscribeLink } from "#worker/delivery/mail/unsubscribe.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Edge } from "#worker/server/edge/edge.ts";

/** Bytes: three times a form with this one field and a long boundary. */
const LONGEST = 1000;

/** One-click unsubscribe (RFC 8058): providers send no cookies and no origin, so it bypasses the CSRF check. */
export async function oneClick(request: Request, { url, backend }: Pick<Edge, "url" | "backend">): Promise<Response | null> {
  const token = url.pathname.slice(1);
  if (request.method !== "POST" || !isUnsubscribeLink(token)) return null;
  // Mail programs that are no browser say `null`; a browser names its site in either header.
  if (request.headers.has("sec-fetch-site") || (request.headers.get("origin") ?? "null") !== "null") return null;
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
    return fields.length === 1 && fields[0]?.[0] === "List-Unsubscribe" && isOneClick(fields[0][1]);
  } catch {
    return false; // not a form
  }
}

/** Some senders end the body with a line end, as the RFC prints it. */
function isOneClick(value: unknown): boolean {
  return typeof value === "string" && value.trimEnd() === "One-Click";
}

/** Null for an empty body and for one over the limit. */
async function firstBytes(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const parts: number[] = [];
  for await (const chunk of body) {
    parts.push(...chunk.subarray(0, LONGEST + 1));
    if (parts.length > LONGEST) return null;
  }
  return Uint8Array.from(parts);
}

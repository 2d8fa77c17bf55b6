export const AUDIO = /^audio\/(webm|mp4)$/;

/** What is read of a file of R2, or of an answer that holds one. `body` is missing after HEAD. */
interface Playable {
  size: number;
  body?: ReadableStream | null;
}

/**
 * Players seek by ranges, and WebKit plays nothing without them. A recording is small: it is read whole. RFC 9110 section 14.
 * Null for a range that it does not have.
 */
export async function playable(request: Request, file: Playable, headers: Headers): Promise<Response | null> {
  const { size, body = null } = file;
  headers.set("accept-ranges", "bytes");
  const asked = body ? rangeIn(request.headers.get("range"), size) : null;
  if (asked === "unsatisfiable") return null;
  const [first, last] = asked ?? [0, size - 1];
  headers.set("content-length", String(last - first + 1));
  if (!asked || !body) return new Response(body, { headers });
  headers.set("content-range", `bytes ${first}-${last}/${size}`);
  return new Response((await new Response(body).arrayBuffer()).slice(first, last + 1), { status: 206, headers });
}

/** One range of bytes, from first to last; null for what is answered whole. */
function rangeIn(header: string | null, size: number): [first: number, last: number] | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,10})-(\d{0,10})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last && first < size ? [first, last] : "unsatisfiable";
}

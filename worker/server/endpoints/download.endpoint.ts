import type { Edge } from "#worker/server/edge/edge.ts";

const PATH = /^\/download\/([0-9a-z]{20})\.zip$/;
const HEADERS = { "content-type": "application/zip", "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

export const isArchive = ({ status, headers }: Response) =>
  status === 200 && headers.get("content-type") === HEADERS["content-type"];

/** For the owner while logged in. A visitor gets the log-in, another path 404. */
export async function answerDownload(request: Request, { url, side }: Pick<Edge, "url" | "side">): Promise<Response> {
  if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
  const [, id] = PATH.exec(url.pathname) ?? [];
  return id ? side.download(id) : new Response(null, { status: 404 });
}

interface Archive {
  body: ReadableStream | null;
  size?: number;
}

/** Null for a deleted archive; `now` dates the file name. */
export function archiveAnswer(archive: Archive | null, now: number): Response {
  if (!archive) return redirect("/settings/data?gone");
  const headers = new Headers(HEADERS);
  headers.set("content-disposition", `attachment; filename="my-data-${new Date(now).toISOString().slice(0, 10)}.zip"`);
  if (archive.size !== undefined) headers.set("content-length", String(archive.size));
  return new Response(archive.body, { headers });
}

export function loginFirst(): Response {
  return redirect("/login?next=%2Fsettings%2Fdata");
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

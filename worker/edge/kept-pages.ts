import { Buffer } from "node:buffer";
import { sha256 } from "#worker/lib/crypto.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import { log } from "#worker/lib/log.ts";
import { noteRequest, requestRoute } from "#worker/lib/request-facts.ts";
import type { Edge } from "./edge.ts";
import { finish } from "./headers.ts";
import { isUnpersonal, type PublicPage, searchOfPage } from "./public-page.ts";
import { trailCookie } from "./trail.ts";

/** In bytes, of an isolate's 128 MB. */
const MOST_BYTES = 8 * 1024 * 1024;
const FILLER = "-".charCodeAt(0);

type Once = "nonce" | "formKey";

/** A page without the values of a single response. */
export interface KeptPage {
  bytes: Uint8Array<ArrayBuffer>;
  /** Offsets at which each answer gets values of its own. */
  places: Record<Once, number[]>;
  headers: [string, string][];
  route: string | null;
  /** Each visitor's way back; null for pages that leave none. */
  search: string | null;
  etag: string;
  madeAt: number;
}

/** Copies for other isolates of the same place; failures count as a miss. */
export interface SharedPages {
  find(key: string): Promise<KeptPage | null>;
  keep(key: string, page: KeptPage, maxAge: number): Promise<void>;
}

type Asked = { request: Request; page: PublicPage; at: number };
type Defer = (work: Promise<unknown>) => void;

/** Pages that are equal for all visitors; `public-page.ts` decides which. */
export function createKeptPages(shared: SharedPages, mostBytes = MOST_BYTES) {
  // In the order of their last use.
  const pages = new Map<string, KeptPage>();
  let size = 0;

  function drop(key: string): void {
    size -= pages.get(key)?.bytes.byteLength ?? 0;
    pages.delete(key);
  }

  function remember(key: string, page: KeptPage): void {
    drop(key);
    if (page.bytes.byteLength > mostBytes) return;
    pages.set(key, page);
    size += page.bytes.byteLength;
    for (const oldest of pages.keys()) {
      if (size <= mostBytes) return;
      drop(oldest);
    }
  }

  async function lookUp({ page, at }: Asked): Promise<{ found: KeptPage; from: "memory" | "cache" } | null> {
    const { key } = page;
    const known = pages.get(key);
    if (known && isFresh(known, page, at)) {
      pages.delete(key);
      pages.set(key, known);
      return { found: known, from: "memory" };
    }
    drop(key);
    const found = page.trail === null && (await quietly(shared.find(key)));
    if (!found || !isFresh(found, page, at)) return null;
    remember(key, found);
    return { found, from: "cache" };
  }

  return {
    async find(asked: Asked): Promise<Response | null> {
      const kept = await lookUp(asked);
      if (!kept) return null;
      noteRequest({ route: kept.found.route, kept: kept.from });
      return answer(kept.found, asked, { nonce: newSecret(NONCE_BYTES), formKey: newId() });
    },

    /** Answers with the page just made, and caches it if it holds nothing personal. */
    async keep(asked: Asked, made: Response, edge: Edge, defer: Defer): Promise<Response> {
      const { page, at } = asked;
      if (made.status !== 200 || made.headers.has("set-cookie") || !isUnpersonal(page, edge)) return finish(made, edge);
      const bytes = await made.arrayBuffer();
      const kept = await withoutOnce(new Uint8Array(bytes.slice(0)), edge);
      if (!kept) return finish(new Response(bytes, made), edge);
      const search = page.trail && searchOfPage(edge);
      const entry = { ...kept, headers: [...made.headers], route: requestRoute(), search, madeAt: at };
      remember(page.key, entry);
      if (page.trail === null) defer(quietly(shared.keep(page.key, entry, page.maxAge)));
      return answer(entry, asked, edge);
    },
  };
}

export type KeptPages = ReturnType<typeof createKeptPages>;

/** In bytes; as `buildEdge` makes it. */
export const NONCE_BYTES = 16;

function isFresh({ madeAt }: KeptPage, { maxAge }: PublicPage, at: number): boolean {
  return at - madeAt < maxAge;
}

/** Overwrites the values of this answer. Null for a page that names the request. */
async function withoutOnce(bytes: Uint8Array<ArrayBuffer>, { nonce, formKey, requestId }: Pick<Edge, Once | "requestId">) {
  const html = Buffer.from(bytes.buffer);
  if (html.includes(requestId)) return null;
  const places = { nonce: overwrite(html, nonce), formKey: overwrite(html, formKey) };
  return { bytes, places, etag: `W/"${(await sha256(bytes.buffer)).slice(0, 22)}"` };
}

function overwrite(html: Buffer, text: string): number[] {
  const found: number[] = [];
  for (let at = html.indexOf(text); at >= 0; at = html.indexOf(text, at + text.length)) {
    found.push(at);
    html.fill(FILLER, at, at + text.length);
  }
  return found;
}

function answer(kept: KeptPage, { request, page }: Asked, once: Pick<Edge, Once>): Response {
  const { url, renewal, trail } = page;
  const secure = url.protocol === "https:";
  const headers = new Headers(kept.headers);
  headers.set("etag", kept.etag);
  const own = new Headers(renewal === null ? [] : [["set-cookie", renewal]]);
  const { search } = kept;
  if (trail && search !== null && search !== trail.search) own.append("set-cookie", trailCookie({ search, popup: null }, secure));
  const finished = {
    ...{ url, answer: own, secure, nonce: once.nonce },
    ...{ form: null, session: null, status: null, savesData: false },
  };
  if (!isKnown(request.headers.get("if-none-match"), kept.etag))
    return finish(new Response(filled(kept, once), { headers }), finished);
  const same = finish(new Response(null, { status: 304, headers }), finished);
  // The browser's copy keeps the policy that its nonces belong to (RFC 9111 3.2).
  same.headers.delete("content-security-policy");
  return same;
}

function filled({ bytes, places }: KeptPage, once: Pick<Edge, Once>): Uint8Array<ArrayBuffer> {
  const filled = bytes.slice();
  const html = Buffer.from(filled.buffer);
  for (const name of ["nonce", "formKey"] as const) for (const at of places[name]) html.write(once[name], at, "latin1");
  return filled;
}

/** Weak comparison (RFC 9110 8.8.3.2). */
function isKnown(header: string | null, etag: string): boolean {
  return header?.split(",").some((one) => [etag, etag.slice(2), "*"].includes(one.trim())) ?? false;
}

async function quietly<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    log("warn", "shared pages failed", { error });
    return null;
  }
}

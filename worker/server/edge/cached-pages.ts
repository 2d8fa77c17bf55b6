import { Buffer } from "node:buffer";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId, newNonce } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import { noteRequest, requestRoute } from "#worker/platform/request-facts.ts";
import type { Sheets } from "#worker/platform/sheets.ts";
import type { Edge } from "./edge.ts";
import { contentSecurityPolicy, finish } from "./headers.ts";
import { isUnpersonal, type PublicPage, searchOfPage } from "./public-page.ts";
import { readCookie } from "./session.ts";
import { trailCookie } from "./trail.ts";

/** In bytes, of an isolate's 128 MB. */
const MOST_BYTES = 8 * 1024 * 1024;
const FILLER = "-".charCodeAt(0);

type Once = "nonce" | "formKey";

/** HTML without the values of a single response. */
export interface Copy {
  bytes: Uint8Array<ArrayBuffer>;
  /** Offsets at which each answer gets values of its own. */
  places: Record<Once, number[]>;
  etag: string;
}

/** Of a browser's first page, one whose style sheets it lacks, one whose style sheets it has. A page without sheets is one copy. */
export type Kind = "first" | "next" | "linked";

export interface CachedPage {
  copies: Record<Kind, Copy>;
  sheets: string[];
  headers: [string, string][];
  route: string | null;
  /** Each visitor's way back; null for pages that leave none. */
  search: string | null;
  madeAt: number;
}

/** Copies for other isolates of the same place; failures count as a miss. */
export interface SharedPages {
  find(key: string): Promise<CachedPage | null>;
  store(key: string, page: CachedPage, maxAge: number): Promise<void>;
}

type Ready = CachedPage & { finished: Headers };

type PageRequest = { request: Request; page: PublicPage; at: number };
type Defer = (work: Promise<unknown>) => void;

/** Pages that are equal for all visitors; `public-page.ts` decides which. */
export function createCachedPages(shared: SharedPages, styles: Sheets, mostBytes = MOST_BYTES) {
  // In the order of their last use.
  const pages = new Map<string, Ready>();
  let size = 0;

  function drop(key: string): void {
    const known = pages.get(key);
    size -= known ? sizeOf(known) : 0;
    pages.delete(key);
  }

  function remember({ key, url }: PublicPage, page: CachedPage): Ready {
    const ready = { ...page, finished: finishedHeaders(page, url) };
    drop(key);
    if (sizeOf(page) > mostBytes) return ready;
    pages.set(key, ready);
    size += sizeOf(page);
    for (const oldest of pages.keys()) {
      if (size <= mostBytes) break;
      drop(oldest);
    }
    return ready;
  }

  function inMemory({ page, at }: PageRequest): Ready | null {
    const known = pages.get(page.key);
    if (!known || !isFresh(known, page, at)) {
      drop(page.key);
      return null;
    }
    pages.delete(page.key);
    pages.set(page.key, known);
    return known;
  }

  async function inCache({ page, at }: PageRequest): Promise<Ready | null> {
    const found = page.trail === null && (await quietly(shared.find(page.key)));
    return found && isFresh(found, page, at) ? remember(page, found) : null;
  }

  return {
    async find(wanted: PageRequest): Promise<Response | null> {
      const known = inMemory(wanted);
      const cached = known ?? (await inCache(wanted));
      if (!cached) return null;
      noteRequest({ route: cached.route, cachedIn: known ? "memory" : "cache" });
      return answer(cached, wanted, { nonce: newNonce(), formKey: newId() }, styles);
    },

    /** Answers with the page just made, and caches it if it holds nothing personal. */
    async store(wanted: PageRequest, made: Response, edge: Edge, defer: Defer): Promise<Response> {
      const { page, at } = wanted;
      if (made.status !== 200 || made.headers.has("set-cookie") || !isUnpersonal(page, edge)) return finish(made, edge);
      const bytes = await made.arrayBuffer();
      const html = new TextDecoder().decode(bytes);
      const inlined = (isFirst: boolean) => styles.inline(html, { held: [], isFirst, nonce: edge.nonce });
      const sheets = inlined(true).given;
      const linked = await withoutOnce(new Uint8Array(bytes.slice(0)), edge);
      const copy = (isFirst: boolean) => withoutOnce(new TextEncoder().encode(inlined(isFirst).html), edge);
      const [first, next] = sheets.length > 0 ? [await copy(true), await copy(false)] : [linked, linked];
      if (!linked || !first || !next) return finish(new Response(bytes, made), edge);
      const search = page.trail && searchOfPage(edge);
      const route = requestRoute();
      const entry = { copies: { first, next, linked }, sheets, headers: [...made.headers], route, search, madeAt: at };
      if (page.trail === null) defer(quietly(shared.store(page.key, entry, page.maxAge)));
      return answer(remember(page, entry), wanted, edge, styles);
    },
  };
}

export type CachedPages = ReturnType<typeof createCachedPages>;

function isFresh({ madeAt }: CachedPage, { maxAge }: PublicPage, at: number): boolean {
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

function sizeOf({ copies }: Pick<CachedPage, "copies">): number {
  return [...new Set(Object.values(copies))].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

/** Without the policy, which holds the nonce, and the cookies of a visitor. */
function finishedHeaders({ headers }: CachedPage, url: URL): Headers {
  const visitor = { url, answer: new Headers(), secure: url.protocol === "https:", nonce: "", session: null };
  const answer = new Response(null, { headers });
  const finished = finish(answer, { ...visitor, form: null, status: null, savesData: false }).headers;
  finished.delete("content-security-policy");
  return finished;
}

function answer(cached: Ready, { request, page }: PageRequest, once: Pick<Edge, Once>, styles: Sheets): Response {
  const { url, renewal, trail } = page;
  const { search, finished, sheets } = cached;
  const secure = url.protocol === "https:";
  const held = styles.held(readCookie(request, "sheets"));
  const hasAll = sheets.every((id) => held.includes(id));
  const copy = cached.copies[hasAll ? "linked" : held.length > 0 ? "next" : "first"];
  const same = isKnown(request.headers.get("if-none-match"), copy.etag);
  const answer = new Response(same ? null : filled(copy, once), { status: same ? 304 : 200, headers: finished });
  const { headers } = answer;
  headers.set("etag", copy.etag);
  // The browser's copy keeps the policy that its nonces belong to (RFC 9111 3.2).
  if (!same) headers.set("content-security-policy", contentSecurityPolicy({ url, secure, nonce: once.nonce }));
  if (renewal !== null) headers.append("set-cookie", renewal);
  if (!hasAll && !same) headers.append("set-cookie", styles.cookie(held, sheets, secure));
  if (trail && search !== null && search !== trail.search)
    headers.append("set-cookie", trailCookie({ search, popup: null }, secure));
  return answer;
}

function filled({ bytes, places }: Copy, once: Pick<Edge, Once>): Uint8Array<ArrayBuffer> {
  const filled = bytes.slice();
  for (const name of ["nonce", "formKey"] as const)
    for (const at of places[name])
      for (let index = 0; index < once[name].length; index++) filled[at + index] = once[name].charCodeAt(index);
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

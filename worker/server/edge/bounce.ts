import { z } from "zod";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { Edge } from "./edge.ts";

/** Page-bounce logging: logs opening and duration of pages with `lb`, never the visitor. */
const MARK = "lb";

export const PAGE_LEFT = "/page-left";

/** Maximum age in ms of a mark; an older one came with a shared link. */
const FRESH = MINUTE;

const saidSchema = z.object({ path: z.string().max(2000), ms: z.int().min(0).max(DAY) });
const LONGEST = 3000;

/** Path words of our own routes; any other segment may be an id, a token or visitor input. */
const WORDS = new Set(
  `accessibility account-deleted acquaintances activate address alonetonight ban blocked call chat chats closed collagelanding complaints complete-signup consent
  consents cookies credits data delete devices directdebit do done email error events faq gallery gender gift goodbye iconslanding imprint invites
  landers landing landing2 landing3 lang-config likes login m mail-change mails maplanding match-finder members notifications
  objection offline other-member passkey passkeys password person photo-access premium pricing privacy profile proof-of-age reactivate receipt repeat-order report reports requests
  reset-password return return-policy searches service settings signup signup-matches socialnetwork spending swipe-game terms tinderswipe transactions trips
  transitionsvideolanding unlock verification video visitors voice wishes withdraw`.split(/\s+/),
);

export function shapeOf(path: string): string {
  const parts = path.split("/").slice(1, 6);
  return `/${parts.map((part) => (part === "" || WORDS.has(part) ? part : "*")).join("/")}`;
}

/** Without scripts, the mark carries the opening time; the next request's referrer returns it. */
export function followBounce(request: Request, edge: Edge): Response | null {
  const left = leftBefore(request, edge);
  if (left) log("info", "page left", { domain: edge.domain.id, ...left });
  if (edge.method !== "GET" || edge.url.search === "" || !edge.url.searchParams.has(MARK)) return null;
  const now = edge.now();
  const since = timeOf(edge.url, now);
  if (since !== null && now - since < FRESH) return null;
  log("info", "page opened", { domain: edge.domain.id, path: shapeOf(edge.url.pathname) });
  if (edge.session) return null;
  const marked = new URL(edge.url);
  marked.searchParams.set(MARK, now.toString(36));
  return new Response(null, { status: 302, headers: { location: marked.pathname + marked.search } });
}

/** @throws too_many_requests */
export async function takePageLeft(request: Request, edge: Edge, limits: Limits): Promise<Response> {
  refuseOver(await limits.hit(...limitOf("pageReports", { network: edge.network }), edge.now()));
  if (Number(request.headers.get("content-length") ?? LONGEST + 1) > LONGEST) return new Response(null, { status: 413 });
  const said = saidSchema.safeParse(parsed(await request.text()));
  if (!said.success) return new Response(null, { status: 400 });
  const { path, ms } = said.data;
  log("info", "page left", { domain: edge.domain.id, path: shapeOf(path), ms });
  return new Response(null, { status: 204 });
}

function leftBefore(request: Request, edge: Edge): { path: string; ms: number } | null {
  const referrer = request.headers.get("referer");
  // Parsing an address costs more than the rest of this.
  const from = referrer?.includes(`${MARK}=`) ? URL.parse(referrer) : null;
  const since = from?.origin === edge.url.origin ? timeOf(from, edge.now()) : null;
  if (!from || since === null) return null;
  const ms = edge.now() - since;
  return ms <= DAY ? { path: shapeOf(from.pathname), ms } : null;
}

function timeOf(url: URL, now: number): number | null {
  const mark = url.searchParams.get(MARK) ?? "";
  const time = /^[0-9a-z]{8}$/.test(mark) ? Number.parseInt(mark, 36) : null;
  return time !== null && time <= now ? time : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

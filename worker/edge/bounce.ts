import { z } from "zod";
import { DAY, type Limits, MINUTE, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { log } from "../lib/log.ts";
import type { Edge } from "./edge.ts";

/**
 * Page-bounce logging (spec section 7): of a page that is opened with `lb` in its address two lines say that it was opened, and
 * after how many milliseconds it was left. Neither says by whom, and nothing is kept in the browser.
 *
 * A page with scripts says itself when it is hidden. Of one without, the server puts its time into the mark, and hears of it
 * again from the page that is opened next.
 */
const MARK = "lb";

/** Where a page with scripts says so. */
export const PAGE_LEFT = "/page-left";

/** A mark as old as this (ms) came with a link that was passed on. */
const FRESH = MINUTE;

const saidSchema = z.object({ path: z.string().max(2000), ms: z.int().min(0).max(DAY) });
/** Characters of what a page says. */
const LONGEST = 3000;

/** Every word that a path of ours has of itself; what else stands in one is an id, a token, or what a visitor made up. */
const WORDS = new Set(
  `account-deleted activate address alonetonight ban blocked chat chats collagelanding complaints complete-signup consent
  consents cookies credits data delete devices directdebit do done email error faq gallery goodbye iconslanding invites
  landers landing landing2 landing3 lang-config likes login m mail-change mails maplanding match-finder members notifications
  offline passkey passkeys password premium pricing privacy profile reactivate repeat-order reset-password return-policy
  service settings signup signup-matches socialnetwork spending swipe-game terms tinderswipe transactions
  transitionsvideolanding video`.split(/\s+/),
);

/** A path without what may name somebody or open something: a star stands for each. */
export function shapeOf(path: string): string {
  const parts = path.split("/").slice(1, 6);
  return `/${parts.map((part) => (part === "" || WORDS.has(part) ? part : "*")).join("/")}`;
}

/** Logs what this request for a page tells; a redirect where the page's mark has to get its time first. */
export function followBounce(request: Request, edge: Edge): Response | null {
  const left = leftBefore(request, edge);
  if (left) log("info", "page left", { domain: edge.domain.id, ...left });
  if (edge.method !== "GET" || !edge.url.searchParams.has(MARK)) return null;
  const now = edge.now();
  const since = timeOf(edge.url, now);
  if (since !== null && now - since < FRESH) return null;
  log("info", "page opened", { domain: edge.domain.id, path: shapeOf(edge.url.pathname) });
  if (edge.session) return null;
  const marked = new URL(edge.url);
  marked.searchParams.set(MARK, now.toString(36));
  return new Response(null, { status: 302, headers: { location: marked.pathname + marked.search } });
}

/**
 * Takes what a page says when it is hidden.
 * @throws AppError 429 for a network that says too much.
 */
export async function takePageLeft(request: Request, edge: Edge, limits: Limits): Promise<Response> {
  refuseOver(await limits.hit(...limitOf("pageReports", { network: edge.network }), edge.now()));
  if (Number(request.headers.get("content-length") ?? LONGEST + 1) > LONGEST) return new Response(null, { status: 413 });
  const said = saidSchema.safeParse(parsed(await request.text()));
  if (!said.success) return new Response(null, { status: 400 });
  const { path, ms } = said.data;
  log("info", "page left", { domain: edge.domain.id, path: shapeOf(path), ms });
  return new Response(null, { status: 204 });
}

/** The marked page from which this one was opened, and for how long it was looked at. */
function leftBefore(request: Request, edge: Edge): { path: string; ms: number } | null {
  const from = URL.parse(request.headers.get("referer") ?? "");
  const since = from?.origin === edge.url.origin ? timeOf(from, edge.now()) : null;
  if (!from || since === null) return null;
  const ms = edge.now() - since;
  return ms <= DAY ? { path: shapeOf(from.pathname), ms } : null;
}

/** When a page was opened, by its mark (ms); null without a time, or with one that is yet to come. */
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

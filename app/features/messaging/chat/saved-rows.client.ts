import { tabStorage } from "#app/ui/storage.ts";
import type { Rows } from "./rows.client.ts";

interface SavedRows extends Rows {
  member: string;
  /** First visible row and its distance in px from the top of the list. */
  place: { id: string; offset: number } | null;
  at: number;
}

const KEY = "chat-list";
/** In ms: links to pictures expire. */
const MAX_AGE = 30 * 60 * 1000;

export const rowId = (conversation: string) => `chat-${conversation}`;

/** Back, reload, or a way from a conversation to the list and back; another visit begins at the top. */
function isReturn(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type === "back_forward" || visit?.type === "reload") return true;
  const from = URL.parse(document.referrer);
  return from?.origin === location.origin && /^\/chats(\/|$)|\/chat$/.test(from.pathname);
}

export function placeOf(scroller: Element | null): SavedRows["place"] {
  const box = scroller?.getBoundingClientRect();
  if (!box) return null;
  const row = document.elementFromPoint(box.left + box.width / 2, box.top + 1)?.closest("li[id]");
  return row && scroller?.contains(row) ? { id: row.id, offset: row.getBoundingClientRect().top - box.top } : null;
}

export function restorePlace(scroller: Element | null, { id, offset }: NonNullable<SavedRows["place"]>): void {
  const row = document.getElementById(id);
  if (!row || !scroller) return;
  scroller.scrollTop += row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
}

export function saveRows(member: string, { chats, cursor }: Rows, place: SavedRows["place"]): void {
  tabStorage.drop(KEY);
  tabStorage.keep(KEY, { member, chats, cursor, place, at: Date.now() } satisfies SavedRows);
}

/** The rows of this tab's last list. Deletes those of another member who used this tab. */
export function savedRows(member: string): SavedRows | null {
  const one = tabStorage.read<SavedRows>(KEY);
  if (one && one.member !== member) tabStorage.drop(KEY);
  return one && one.member === member && isReturn() && Date.now() - one.at < MAX_AGE ? one : null;
}

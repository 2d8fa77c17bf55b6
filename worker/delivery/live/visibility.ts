import { attachmentOf } from "./handshake.ts";
import { CLOSE_TRY_AGAIN } from "./live.protocol.ts";

/** In ms: a socket silent for this long is no proof of a page; two pings may be lost. */
const SEEN_FOR = 60_000;
/** In ms between two looks for connections that died without a close. Each writes a row: the alarm. */
export const LOOK_EVERY = 5 * 60_000;
/** In ms; a browser pings every 25 seconds, in the background every 60. */
const SILENT_FOR = 90_000;
const MAX_SOCKETS = 10;
/** In ms: a page that replaces another is visible by then. */
const AWAY_AFTER = 20_000;

/** Key of the member whose page was hidden. */
const MEMBER = "member";

/** Which of a member's open pages are visible on a screen; survives hibernation. Times in ms. */
export class Visibility {
  readonly #ctx: DurableObjectState;
  /** Of the latest hiding. An object that forgot it asks at its alarm, some seconds early at most. */
  #awayAt = 0;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  isVisible(now: number): boolean {
    return openSockets(this.#ctx).some((socket) => {
      const { visibleAt } = attachmentOf(socket);
      return visibleAt !== undefined && Math.max(visibleAt, heardAt(this.#ctx, socket)) > now - SEEN_FOR;
    });
  }

  /** When the next look for silent pages is due; null without a visible page. */
  silentAt(): number | null {
    const pages = this.#pages().map(({ at }) => at + LOOK_EVERY);
    return pages.length > 0 ? Math.max(...pages) : null;
  }

  /** Ends connections that died without a close; a living browser reconnects. Returns their member. */
  closeSilent(now: number): string | null {
    const silent = this.#pages().filter(({ at }) => at + SEEN_FOR <= now);
    for (const { socket } of silent) {
      const { visibleAt: _, ...rest } = attachmentOf(socket);
      socket.serializeAttachment(rest);
      socket.close(CLOSE_TRY_AGAIN, "silent");
    }
    return silent[0]?.memberId ?? null;
  }

  /** Visible pages, and when each was last heard. An upstream keeps the presence of its own members. */
  #pages(): { socket: WebSocket; memberId: string; at: number }[] {
    return openSockets(this.#ctx).flatMap((socket) => {
      const { memberId, visibleAt, remote } = attachmentOf(socket);
      return visibleAt === undefined || remote ? [] : { socket, memberId, at: Math.max(visibleAt, heardAt(this.#ctx, socket)) };
    });
  }

  /** Records what a page says of itself. True if it became hidden. */
  show(socket: WebSocket, visible: boolean, now: number): boolean {
    const { visibleAt: _, ...rest } = attachmentOf(socket);
    socket.serializeAttachment(visible ? { ...rest, visibleAt: now } : rest);
    return !visible;
  }

  /** Returns when `leave` is due; null while another page is visible. */
  hide(memberId: string, now: number): number | null {
    if (this.isVisible(now)) return null;
    this.#awayAt = now + AWAY_AFTER;
    // Once for the life of the object: the alarm holds the time.
    if (this.#ctx.storage.kv.get<string>(MEMBER) !== memberId) this.#ctx.storage.kv.put(MEMBER, memberId);
    return this.#awayAt;
  }

  /** Returns the member without a visible page, the time at which that is to be asked, or null. */
  leave(now: number): string | number | null {
    const memberId = this.#ctx.storage.kv.get<string>(MEMBER);
    if (!memberId || this.isVisible(now)) return null;
    return this.#awayAt > now ? this.#awayAt : memberId;
  }
}

export function openSockets(ctx: DurableObjectState): WebSocket[] {
  return ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN);
}

/** A line that broke without a close stays open here, for hours at worst. */
export function isSilent(ctx: DurableObjectState, socket: WebSocket, now: number): boolean {
  const { connectedAt, visibleAt = 0 } = attachmentOf(socket);
  return Math.max(connectedAt, visibleAt, heardAt(ctx, socket)) < now - SILENT_FOR;
}

/** Closes silent sockets where there is no room. */
export function hasRoom(ctx: DurableObjectState, now: number): boolean {
  const open = openSockets(ctx);
  if (open.length < MAX_SOCKETS) return true;
  const silent = open.filter((socket) => isSilent(ctx, socket, now));
  for (const socket of silent) socket.close(1001, "silent");
  return silent.length > 0;
}

function heardAt(ctx: DurableObjectState, socket: WebSocket): number {
  return ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
}

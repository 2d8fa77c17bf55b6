import { attachmentOf } from "./handshake.ts";

/** In ms: a socket silent for this long is no proof of a page; two pings may be lost. */
const SEEN_FOR = 60_000;
/** In ms: a page that replaces another is visible by then. */
const AWAY_AFTER = 20_000;

interface Away {
  memberId: string;
  at: number;
}

/** Which pages of a member can be seen; survives hibernation. Times in ms. */
export class Visibility {
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  isVisible(now: number): boolean {
    return this.#ctx.getWebSockets().some((socket) => {
      if (socket.readyState !== WebSocket.OPEN) return false;
      const { visibleAt } = attachmentOf(socket);
      return visibleAt !== undefined && Math.max(visibleAt, heardAt(this.#ctx, socket)) > now - SEEN_FOR;
    });
  }

  /** Records what a page says of itself. True if it became hidden. */
  show(socket: WebSocket, visible: boolean, now: number): boolean {
    const { visibleAt: _, ...rest } = attachmentOf(socket);
    socket.serializeAttachment(visible ? { ...rest, visibleAt: now } : rest);
    if (visible) this.#ctx.storage.kv.delete("away");
    return !visible;
  }

  /** Returns when `leave` is due; null while another page is visible. */
  hide(memberId: string, now: number): number | null {
    if (this.isVisible(now)) return null;
    const at = now + AWAY_AFTER;
    this.#ctx.storage.kv.put<Away>("away", { memberId, at });
    return at;
  }

  /** Returns the member who is away now, the time at which that is due, or null. */
  leave(now: number): string | number | null {
    const away = this.#ctx.storage.kv.get<Away>("away");
    if (!away) return null;
    if (away.at > now) return away.at;
    this.#ctx.storage.kv.delete("away");
    return this.isVisible(now) ? null : away.memberId;
  }
}

export function heardAt(ctx: DurableObjectState, socket: WebSocket): number {
  return ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
}

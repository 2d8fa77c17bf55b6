import { useEffect, useRef } from "react";
import { keyOf } from "#app/ui/keys.ts";

/** One popover for all messages: a conversation may hold thousands. */
export const MESSAGE_MENU = "message-menu";

/** In ms: a touch this long opens the menu. iOS has no `contextmenu` event. */
const LONG_PRESS = 500;

/** In px: how far a finger moves before it swipes, and how far a swipe goes to reply. */
const SWIPES = 10;
const REPLIES = 64;
/** In px from the left: there a swipe is the system's way back. */
const EDGE = 24;

interface Swipe {
  bubble: HTMLElement;
  x: number;
  y: number;
}

// An open photo covers its bubble.
const bubbleOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>("[data-seq]:not(:has(:popover-open))");
const openMenu = (bubble: HTMLElement) => bubble.querySelector<HTMLElement>(`[popovertarget="${MESSAGE_MENU}"]`)?.click();

/** The next message, or the one before the last. */
export function neighbourOf(seq: number): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>("[data-seq][tabindex]")];
  const at = all.findIndex((one) => Number(one.dataset.seq) === seq);
  return all[at + 1] ?? all[at - 1];
}

/** A finger that leaves outside of a popover closes it; the capture makes it leave inside. */
function pressed(bubble: HTMLElement, pointer: number): void {
  openMenu(bubble);
  document.getElementById(MESSAGE_MENU)?.setPointerCapture(pointer);
}

/**
 * One tab stop for all messages; arrows move between them. Enter or a long press opens the menu, a swipe to the right replies.
 * `touched` comes before that.
 */
export function useMessageKeys(touched: () => void, reply: (seq: number) => void) {
  const log = useRef<HTMLDivElement>(null);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const all = () => [...(log.current?.querySelectorAll<HTMLElement>("[data-seq][tabindex]") ?? [])];
  const stopAt = (bubble: HTMLElement | undefined) => {
    for (const old of log.current?.querySelectorAll<HTMLElement>('[data-seq][tabindex="0"]') ?? []) old.tabIndex = -1;
    if (bubble) bubble.tabIndex = 0;
  };
  useEffect(() => {
    if (!log.current?.querySelector('[data-seq][tabindex="0"]')) stopAt(all().at(-1));
  });
  const swipe = useRef<Swipe>(null);
  const end = () => {
    clearTimeout(press.current);
    if (swipe.current) showSwipe(swipe.current.bubble, 0);
    swipe.current = null;
  };
  return {
    ref: log,
    onPointerEnter: touched,
    onFocus({ target }: React.FocusEvent) {
      touched();
      stopAt(bubbleOf(target) ?? undefined);
    },
    onKeyDown(event: React.KeyboardEvent) {
      const bubble = bubbleOf(event.target);
      if (!bubble || event.target !== bubble) return;
      const key = keyOf(event.nativeEvent);
      const list = all();
      const at = list.indexOf(bubble);
      const places: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: list.length - 1 };
      const next = list[places[key] ?? -1];
      if (next) next.focus();
      if (key === "Enter") openMenu(bubble);
      if (next || key === "Enter") event.preventDefault();
    },
    onContextMenu(event: React.MouseEvent) {
      const bubble = bubbleOf(event.target);
      const { pointerType } = event.nativeEvent as PointerEvent;
      if (!bubble || pointerType === "mouse") return;
      event.preventDefault();
      if (pointerType !== "touch") openMenu(bubble);
    },
    onPointerDown(event: React.PointerEvent) {
      const bubble = bubbleOf(event.target);
      end();
      if (!bubble || event.pointerType !== "touch" || !event.isPrimary) return;
      press.current = setTimeout(pressed, LONG_PRESS, bubble, event.pointerId);
      if (event.clientX > EDGE) swipe.current = { bubble, x: event.clientX, y: event.clientY };
    },
    onPointerUp(event: React.PointerEvent) {
      const { bubble } = swipe.current ?? {};
      const far = swipe.current && swiped(swipe.current, event) >= REPLIES;
      end();
      if (bubble && far) reply(Number(bubble.dataset.seq));
    },
    onPointerCancel: end,
    onPointerMove(event: React.PointerEvent) {
      if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) clearTimeout(press.current);
      if (!swipe.current) return;
      const way = swiped(swipe.current, event);
      if (way === SCROLLS) end();
      else showSwipe(swipe.current.bubble, way);
    },
  };
}

const SCROLLS = -1;

/** Px to the right, 0 before it is a swipe, `SCROLLS` for any other direction. */
function swiped({ x, y }: Swipe, { clientX, clientY }: React.PointerEvent): number {
  const [right, down] = [clientX - x, Math.abs(clientY - y)];
  if (Math.max(Math.abs(right), down) < SWIPES) return 0;
  return right > 2 * down ? right : SCROLLS;
}

function showSwipe(bubble: HTMLElement, way: number): void {
  if (way === 0) return void delete bubble.dataset.swipe;
  bubble.dataset.swipe = way >= REPLIES ? "far" : "";
  // Slower behind the mark: the finger feels that it is enough.
  bubble.style.setProperty("--swipe", `${Math.min(way, REPLIES + (way - REPLIES) / 4)}px`);
}

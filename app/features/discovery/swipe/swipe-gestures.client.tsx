"use client";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { watchFailedSubmit } from "#app/ui/failed-submit.ts";
import { keyOf } from "#app/ui/keys.ts";

/** Minimum drag distance (px) or speed (px/ms) of a swipe. */
const FAR = 110;
const FAST = 0.6;
/** Shorter movements (px) are clicks. */
const STILL = 8;

type Side = "yes" | "no";

interface Drag {
  card: HTMLElement;
  x: number;
  y: number;
  at: number;
  dx: number;
  moving: boolean;
}

/** Drag and arrow keys press the form's buttons. Needs one `data-card` and buttons "yes" and "no". */
export function SwipeGestures({ className, children }: { className?: string; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);

  // The same card after a render means a refused swipe. A key that came before an effect would find a card that still flies.
  useLayoutEffect(() => putBack(root.current));
  useEffect(() => watchFailedSubmit((failed) => failed && putBack(root.current)), []);

  useEffect(() => {
    const box = root.current;
    if (!box) return;
    let drag: Drag | null = null;
    const end = new AbortController();
    const options = { signal: end.signal };

    box.addEventListener(
      "pointerdown",
      ({ target, clientX: x, clientY: y, timeStamp: at, button }) => {
        const card = cardIn(box);
        if (button === 0 && card?.contains(target as Node)) drag = { card, x, y, at, dx: 0, moving: false };
      },
      options,
    );
    box.addEventListener(
      "pointermove",
      (event) => {
        if (!drag) return;
        const { card } = drag;
        const dx = event.clientX - drag.x;
        if (!drag.moving) {
          if (Math.abs(dx) < STILL || Math.abs(event.clientY - drag.y) > Math.abs(dx)) return;
          drag.moving = true;
          card.setPointerCapture(event.pointerId);
        }
        // Resistance: without an enabled button the card hardly follows.
        drag.dx = buttonFor(box, dx > 0 ? "yes" : "no") ? dx : dx / 6;
        card.dataset.drag = dx > 0 ? "yes" : "no";
        card.style.setProperty("--dx", `${drag.dx}px`);
        card.style.setProperty("--pull", String(Math.min(1, Math.abs(drag.dx) / FAR)));
      },
      options,
    );
    const release = (event: PointerEvent) => {
      const done = drag;
      drag = null;
      if (!done?.moving) return;
      const { card } = done;
      const side: Side = done.dx > 0 ? "yes" : "no";
      const speed = Math.abs(done.dx) / Math.max(1, event.timeStamp - done.at);
      const thrown = Math.abs(done.dx) > FAR || (Math.abs(done.dx) > FAR / 3 && speed > FAST);
      if (event.type === "pointercancel" || !thrown || card !== cardIn(box) || !press(box, side)) letGo(card);
    };
    box.addEventListener("pointerup", release, options);
    box.addEventListener("pointercancel", release, options);
    // A drag must neither follow a link nor start the browser's image drag.
    box.addEventListener(
      "click",
      (event) => cardIn(box)?.dataset.drag && (event.target as Element).closest("[data-card]") && event.preventDefault(),
      { ...options, capture: true },
    );
    box.addEventListener("dragstart", (event) => event.preventDefault(), options);
    box.addEventListener(
      "submit",
      (event) => {
        const side = (event.submitter as HTMLButtonElement | null)?.value;
        const card = cardIn(box);
        if (!card || (side !== "yes" && side !== "no")) return;
        card.dataset.fly = side;
        // Pressed before the answer, "undo" is about this card.
        const undo = undoIn(box);
        if (undo) undo.value = card.dataset.card ?? "";
      },
      options,
    );
    document.addEventListener(
      "keydown",
      (event) => {
        const side = { ArrowLeft: "no", ArrowRight: "yes" }[keyOf(event)] as Side | undefined;
        const elsewhere = (event.target as Element).closest("input, textarea, select, [popover], dialog");
        if (!side || elsewhere || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (press(box, side)) event.preventDefault();
      },
      options,
    );
    return () => end.abort();
  }, []);

  return (
    <div className={className} ref={root}>
      {children}
    </div>
  );
}

/** The card returns to its place, and "undo" is about the swipe before. */
function putBack(box: HTMLElement | null): void {
  const card = cardIn(box);
  if (card) letGo(card);
  const undo = undoIn(box);
  if (undo) undo.value = undo.dataset.last ?? "";
}

function cardIn(box: HTMLElement | null): HTMLElement | null {
  return box?.querySelector<HTMLElement>("[data-card]") ?? null;
}

/** The name of the swipe to undo; `data-last` is the server's. Null for a backend that undoes without a name. */
function undoIn(box: HTMLElement | null): HTMLInputElement | null {
  return box?.querySelector<HTMLInputElement>("input[data-last]") ?? null;
}

function buttonFor(box: HTMLElement, side: Side): HTMLButtonElement | null {
  return box.querySelector<HTMLButtonElement>(`button[name="liked"][value="${side}"]:not(:disabled)`);
}

/** False if the button is missing or disabled, or the card already flies. */
function press(box: HTMLElement, side: Side): boolean {
  const button = buttonFor(box, side);
  if (!button?.form || cardIn(box)?.dataset.fly) return false;
  button.form.requestSubmit(button);
  return true;
}

function letGo(card: HTMLElement): void {
  delete card.dataset.fly;
  card.style.removeProperty("--dx");
  card.style.removeProperty("--pull");
  // The click event after a drag fires first.
  setTimeout(() => delete card.dataset.drag);
}

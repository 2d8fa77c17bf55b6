import { keyOf } from "#app/ui/keys.ts";

/** Movement in pixels that starts a drag, or ends a touch's wait for one. */
const STILL = 6;
/** In ms: a touch that stays this long lifts the tile; a shorter one scrolls. */
const HOLD = 220;
/** In pixels from the edge of the window: a tile held there scrolls the page. */
const EDGE = 72;
const MOTION = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Places = Map<string, Place>;

/** Ids in their new order, the one that moved, and where the tiles were. */
export type OnDrop = (ids: string[], moved: string, before?: Places) => void;

interface Drag {
  tile: HTMLElement;
  pointer: number;
  /** Start position of the pointer, in page coordinates. */
  x: number;
  y: number;
  tiles: HTMLElement[];
  places: Place[];
  from: number;
  to: number;
  lifted: boolean;
  hold?: ReturnType<typeof setTimeout>;
}

const tilesIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("[data-photo]")];

function placeOf(element: HTMLElement): Place {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}

/** Where each tile is now, before a change of order. */
export function placesIn(list: HTMLElement): Places {
  return new Map(tilesIn(list).map((tile) => [tile.dataset.photo ?? "", placeOf(tile)]));
}

export function settle(list: HTMLElement, before: Places): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const tile of tilesIn(list)) {
    const was = before.get(tile.dataset.photo ?? "");
    const now = placeOf(tile);
    if (was && (was.left !== now.left || was.top !== now.top || was.width !== now.width))
      tile.animate([{ transform: shift(now, was), transformOrigin: "0 0", zIndex: 1 }, { transformOrigin: "0 0" }], MOTION);
  }
}

function shift(from: Place, to: Place): string {
  return `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`;
}

/** Sorts `data-photo` tiles by their `data-handle`; touch needs a short hold. `onDrop` moves them. Returns the cleanup. */
export function sortByDrag(list: HTMLElement, onDrop: OnDrop): () => void {
  const end = new AbortController();
  const { signal } = end;
  let drag: Drag | null = null;

  function lift(): void {
    if (!drag) return;
    drag.lifted = true;
    drag.tile.dataset.lifted = "";
    list.dataset.sorting = "";
    if (drag.hold) navigator.vibrate?.(10);
  }

  function follow(x: number, y: number): void {
    if (!drag) return;
    const { tile, places, tiles, from } = drag;
    tile.style.transform = `translate(${x - drag.x}px, ${y - drag.y}px) scale(1.04)`;
    const over = places.findIndex((at) => x >= at.left && x < at.left + at.width && y >= at.top && y < at.top + at.height);
    if (over < 0 || over === drag.to) return;
    drag.to = over;
    for (const [index, other] of tiles.entries()) {
      const own = places[index];
      const place = places[indexAfter(index, from, over)];
      if (other !== tile && own && place) other.style.transform = place === own ? "" : shift(own, place);
    }
  }

  function drop(isMoved: boolean): void {
    const done = drag;
    drag = null;
    if (!done) return;
    clearTimeout(done.hold);
    if (!done.lifted) return;
    const before = placesIn(list);
    delete list.dataset.sorting;
    delete done.tile.dataset.lifted;
    for (const tile of done.tiles) tile.style.transform = "";
    const ids = done.tiles.map((tile) => tile.dataset.photo ?? "");
    const [moved = ""] = ids.splice(done.from, 1);
    ids.splice(done.to, 0, moved);
    if (isMoved && done.to !== done.from) onDrop(ids, moved, before);
    else settle(list, before);
    // The click after a drag comes first.
    setTimeout(() => list.removeEventListener("click", swallow, true));
  }

  list.addEventListener(
    "pointerdown",
    ({ target, button, pointerId, pointerType, pageX, pageY }) => {
      const handle = (target as Element).closest("[data-handle]");
      const tile = handle?.closest<HTMLElement>("[data-photo]");
      const tiles = tilesIn(list);
      if (!handle || !tile || drag || button !== 0 || tiles.length < 2) return;
      // A tile still on its way to its place would slip away below the pointer, and the click miss it.
      handle.setPointerCapture(pointerId);
      const from = tiles.indexOf(tile);
      drag = { tile, pointer: pointerId, x: pageX, y: pageY, tiles, places: tiles.map(placeOf), from, to: from, lifted: false };
      if (pointerType === "touch") drag.hold = setTimeout(lift, HOLD);
    },
    { signal },
  );
  addEventListener(
    "pointermove",
    ({ pointerId, pageX, pageY, clientY }) => {
      if (drag?.pointer !== pointerId) return;
      if (!drag.lifted) {
        if (Math.hypot(pageX - drag.x, pageY - drag.y) < STILL) return;
        if (drag.hold) return drop(false);
        lift();
      }
      list.addEventListener("click", swallow, true);
      follow(pageX, pageY);
      if (clientY < EDGE) scrollBy(0, -EDGE / 4);
      else if (clientY > innerHeight - EDGE) scrollBy(0, EDGE / 4);
    },
    { signal },
  );
  addEventListener("pointerup", ({ pointerId }) => drag?.pointer === pointerId && drop(true), { signal });
  addEventListener("pointercancel", ({ pointerId }) => drag?.pointer === pointerId && drop(false), { signal });
  addEventListener("keydown", (event) => keyOf(event) === "Escape" && drop(false), { signal });
  // A lifted tile must neither scroll the page nor open the browser's own menu or image drag.
  list.addEventListener("touchmove", (event) => drag?.lifted && event.preventDefault(), { signal, passive: false });
  list.addEventListener("contextmenu", (event) => drag?.hold && event.preventDefault(), { signal });
  list.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  signal.addEventListener("abort", () => drop(false));
  return () => end.abort();
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Where the tile at `index` is while another one is held from `from` to `to`. */
function indexAfter(index: number, from: number, to: number): number {
  if (index > from && index <= to) return index - 1;
  return index < from && index >= to ? index + 1 : index;
}

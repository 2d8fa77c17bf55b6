import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { tabStorage } from "#app/ui/storage.ts";
import type { shownIn, Thread } from "./thread.client.ts";

/** Maximum distance in px from the end that counts as being at the end. */
const AT_END = 80;
/** In px before the first message: older ones load ahead of the reader. */
const AHEAD = 2_000;
/** In px between two points that are probed for a visible message. */
const STEP = 24;

type Box = React.RefObject<HTMLDivElement | null>;

/** A message and its distance in px from the upper edge of the conversation. */
export interface Place {
  seq: number;
  offset: number;
}

function messageOf(box: HTMLElement, seq: number): Element | null {
  return box.querySelector(`[data-seq="${seq}"]`);
}

function firstVisible(box: HTMLElement): Place | null {
  const { top, left, width, height } = box.getBoundingClientRect();
  for (let y = 1; y < height; y += STEP) {
    // Own messages stand on one side, the partner's on the other.
    for (const x of [0.1, 0.9]) {
      const at = document.elementFromPoint(left + width * x, top + y);
      const message = at?.closest<HTMLElement>("[data-seq]") ?? at?.querySelector<HTMLElement>(":scope > [data-seq]");
      if (message && box.contains(message))
        return { seq: Number(message.dataset.seq), offset: message.getBoundingClientRect().top - top };
    }
  }
  return null;
}

/** Scrolls the message to its place. False while it is not on the page. */
function putAt(box: HTMLElement, { seq, offset }: Place): boolean {
  const message = messageOf(box, seq);
  if (!message) return false;
  const moved = message.getBoundingClientRect().top - box.getBoundingClientRect().top - offset;
  if (Math.abs(moved) >= 1) box.scrollTop += moved;
  return true;
}

function isAway(box: HTMLElement | null): boolean {
  return box !== null && -box.scrollTop >= AT_END;
}

/** Keeps the reader's place while content changes: at the end, or at the first visible message. */
export function useEnd(ref: Box, thread: Thread, partnerId: string) {
  const isPast = Boolean(thread.past);
  const before = useRef(0);
  const place = useRef<Place | null>(null);
  const wanted = useRef<Place | null>(null);
  const [away, setAway] = useState(false);
  const [below, setBelow] = useState(0);

  const hold = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    if (wanted.current && putAt(box, wanted.current)) {
      place.current = wanted.current;
      wanted.current = null;
    } else if (place.current) putAt(box, place.current);
    // The column is reversed: scrollTop 0 is the end.
    else box.scrollTop = 0;
  }, [ref]);

  const look = () => {
    const box = ref.current;
    if (!box) return;
    // The newest messages may not be on the page.
    const away = isPast || isAway(box);
    // Nothing is visible behind a dialog.
    place.current = away ? (firstVisible(box) ?? place.current) : null;
    setAway(away);
    if (!away) setBelow(0);
  };
  useLayoutEffect(() => {
    const last = before.current;
    before.current = thread.messages.at(-1)?.seq ?? 0;
    // The message came between a scroll and its event.
    if (!place.current && isAway(ref.current)) look();
    hold();
    if (last === 0 || !place.current) return;
    const came = thread.messages.filter(({ seq, sender }) => seq > last && sender === partnerId).length;
    if (came > 0) setBelow((known) => known + came);
  });
  useEffect(() => {
    if (!ref.current) return;
    const watcher = new ResizeObserver(hold);
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, [ref, hold]);

  const toEnd = () => {
    [place.current, wanted.current] = [null, null];
    ref.current?.scrollTo(0, 0);
  };
  /** Goes to a message as soon as it is on the page. */
  const goTo = useCallback(
    (there: Place) => {
      wanted.current = there;
      hold();
    },
    [hold],
  );
  const stay = useCallback(() => {
    wanted.current = null;
  }, []);
  return { away, below, look, toEnd, hold, goTo, stay, place };
}

const UNREAD_AT = 0.25;

/** In ms: loaded messages are on the page by then. */
const SHOWN_AFTER = 2_000;

interface Start {
  key: string;
  unreadFrom: number | null;
  reach: (seq: number) => Promise<boolean>;
}

/** Opens at the first unread message. Back and reload return to the place by message, not by pixels. */
export function useStartPlace(ref: Box, { key, unreadFrom, reach }: Start, { goTo, stay, place }: ReturnType<typeof useEnd>) {
  const started = useRef(false);
  const returning = useRef(false);
  useLayoutEffect(() => {
    if (started.current) return;
    started.current = true;
    const there = savedPlace(key) ?? (unreadFrom && { seq: unreadFrom, offset: (ref.current?.clientHeight ?? 0) * UNREAD_AT });
    if (!there) return;
    goTo(there);
    returning.current = true;
    const arrive = () => {
      returning.current = false;
      stay();
    };
    // Without the older messages the conversation opens at its end.
    reach(there.seq)
      .catch(() => {})
      .finally(() => setTimeout(arrive, SHOWN_AFTER));
  }, [ref, key, unreadFrom, reach, goTo, stay]);
  useEffect(() => {
    const leave = () => {
      if (place.current) tabStorage.keep(key, place.current);
      // A page that is left on its way to the place keeps it for the next one.
      else if (!returning.current) tabStorage.drop(key);
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [key, place]);
}

function savedPlace(key: string): Place | null {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type !== "back_forward" && visit?.type !== "reload") return null;
  return tabStorage.read<Place>(key);
}

/** Loads what follows the shown past before the reader reaches its end. */
export function useNewer(ref: Box, { past }: Thread, newer: () => Promise<void>) {
  const loading = useRef(false);
  const last = past?.messages.at(-1)?.seq;
  useEffect(() => {
    const box = ref.current;
    if (!box || last === undefined) return;
    const watch = () => {
      if (loading.current || -box.scrollTop > AHEAD) return;
      loading.current = true;
      // After a failure the next scrolling tries again.
      newer()
        .catch(() => {})
        .finally(() => (loading.current = false));
    };
    watch();
    box.addEventListener("scroll", watch, { passive: true });
    return () => box.removeEventListener("scroll", watch);
  }, [ref, last, newer]);
}

/** Loads older messages before the reader reaches the first one; after a failure only by the link. */
export function useOlder(ref: Box, thread: ReturnType<typeof shownIn>, older: () => Promise<void>) {
  const [state, setState] = useState<"ready" | "loading" | "failed">("ready");
  const first = thread.messages[0]?.seq;
  const load = useCallback(() => {
    setState("loading");
    older().then(
      () => setState("ready"),
      () => setState("failed"),
    );
  }, [older]);
  useEffect(() => {
    const box = ref.current;
    if (!box || !thread.older || state !== "ready" || first === undefined) return;
    const watch = () => {
      const above = box.scrollHeight - box.clientHeight + box.scrollTop;
      // A reader at the end of a short page has not scrolled.
      if (box.scrollTop < -AT_END && above < AHEAD) load();
    };
    // The reader may have reached the top while the last ones came.
    watch();
    box.addEventListener("scroll", watch, { passive: true });
    return () => box.removeEventListener("scroll", watch);
  }, [ref, thread.older, state, first, load]);
  return { loading: state === "loading", failed: state === "failed", load: () => state !== "loading" && load() };
}

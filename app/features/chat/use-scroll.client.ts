import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Thread } from "./thread.client.ts";

/** Maximum distance in px from the end that counts as being at the end. */
const AT_END = 80;
/** In px before the first message: older ones load ahead of the reader. */
const AHEAD = 600;

type Box = React.RefObject<HTMLDivElement | null>;

/** Keeps a reader at the end while content grows. `away`: scrolled up; `below`: new messages of the partner. */
export function useEnd(ref: Box, thread: Thread, partnerId: string) {
  const before = useRef({ height: 0, first: 0, last: 0, own: 0 });
  const [away, setAway] = useState(false);
  const [below, setBelow] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const { height, first, last, own } = before.current;
    const now = {
      height: box.scrollHeight,
      first: thread.messages[0]?.seq ?? 0,
      last: thread.messages.at(-1)?.seq ?? 0,
      own: thread.pending.length,
    };
    before.current = now;
    // The column is reversed: scrollTop 0 is the end, and growth there shifts the content above.
    if (height === 0 || -box.scrollTop < AT_END || now.own > own) box.scrollTop = 0;
    else {
      if (now.first === first) box.scrollTop -= now.height - height;
      const came = thread.messages.filter(({ seq, sender }) => seq > last && sender === partnerId).length;
      if (came > 0) setBelow((known) => known + came);
    }
  });
  const toEnd = () => {
    ref.current?.scrollTo(0, 0);
    ref.current?.focus();
  };
  const look = () => {
    if (!ref.current) return;
    const isAway = -ref.current.scrollTop >= AT_END;
    setAway(isAway);
    if (!isAway) setBelow(0);
  };
  return { away, below, look, toEnd };
}

/** Loads older messages before the reader reaches the first one; after a failure only by the link. */
export function useOlder(ref: Box, thread: Thread, older: () => Promise<void>) {
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
    box.addEventListener("scroll", watch, { passive: true });
    return () => box.removeEventListener("scroll", watch);
  }, [ref, thread.older, state, first, load]);
  return { loading: state === "loading", failed: state === "failed", load: () => state !== "loading" && load() };
}

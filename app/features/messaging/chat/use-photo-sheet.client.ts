import { useCallback, useDeferredValue, useLayoutEffect, useRef } from "react";
import { shownIn, type Thread } from "./thread.client.ts";
import type { usePhotos } from "./use-photos.client.ts";

function hasPhoto(thread: Thread): boolean {
  return shownIn(thread).messages.some(({ type }) => type === "photo") || thread.pending.some(({ photo }) => photo);
}

/** Holds the first photo back until its style sheet is there: React shows no deferred value before. */
export function usePhotoSheet(thread: Thread, known: React.RefObject<Thread>, photos: ReturnType<typeof usePhotos>) {
  const arrived = hasPhoto(thread);
  // Not before it is prepared: offline the sheet would be lost.
  const chosen = photos.picked !== null;
  const styled = useDeferredValue(arrived || chosen);
  const waits = arrived && !styled;
  const drawn = useRef(thread);
  const waiting = useRef<(() => void)[]>([]);
  useLayoutEffect(() => {
    if (waits) return;
    drawn.current = thread;
    for (const go of waiting.current.splice(0)) go();
  });
  /** Ends when all that is known is drawn. */
  const settled = useCallback(
    () => new Promise<void>((go) => (drawn.current === known.current ? go() : waiting.current.push(go))),
    [known],
  );
  return {
    styled,
    settled,
    drawn: waits ? drawn.current : thread,
    photos: styled ? photos : { ...photos, picked: null, preparing: photos.preparing || chosen },
  };
}

"use client";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import css from "./chat-thread.module.css";

/** In px around the visible part, about seven screens each way: what search in the page finds. */
const DRAWN_AROUND = 6_000;

interface Props {
  children: ReactNode;
  /** Runs after the content returned, whose height may have changed since. */
  onShown: () => void;
}

/** A part of a long conversation. Far from the reader an empty box of the same height stands for it. */
export function Chunk({ children, onShown }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry || entry.rootBounds === null) return;
        // Focus inside would be lost with the element.
        const far = !entry.isIntersecting && !element.contains(document.activeElement);
        setHeight((before) => (far ? (before ?? entry.boundingClientRect.height) : null));
      },
      { root: element.closest("[data-scroller]"), rootMargin: `${DRAWN_AROUND}px 0px` },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const shown = height === null;
  const wasShown = useRef(true);
  useLayoutEffect(() => {
    if (shown && !wasShown.current) onShown();
    wasShown.current = shown;
  }, [shown, onShown]);
  return (
    <div className={css.chunk} ref={box} style={shown ? undefined : { blockSize: height }}>
      {shown && children}
    </div>
  );
}

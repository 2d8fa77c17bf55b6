"use client";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { counted } from "./counted.ts";
import css from "./more.module.css";

type Props = {
  /** Opens the next rows without scripts; null after the last. */
  next: { href: string; label: string } | null;
  /** Adds the next rows. Resolves with their number, and rejects on failure. */
  load: () => Promise<number>;
  /** Rows were added before: the next ones need no scrolling. */
  begun: boolean;
  /** Times that scrolling adds rows before the link must be pressed: what follows the list stays within reach. */
  byScrolling?: number;
  language: string;
  texts: { failed: string; end?: string; added: Record<string, string> };
};

/** In pixels before the end of the list. */
const AHEAD = 800;

/** Null where the page scrolls. In a low window that is so even with an ancestor that is marked. */
function scrollerOf(box: Element): Element | null {
  const marked = box.closest("[data-scroller]");
  return marked && getComputedStyle(marked).overflowY !== "visible" ? marked : null;
}

/** The end of a list that grows by scrolling or by the link. */
export function More({ next, load, begun, byScrolling = Number.POSITIVE_INFINITY, language, texts }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const times = useRef(0);
  const [added, setAdded] = useState(0);
  const [state, setState] = useState<"ready" | "loading" | "failed">("ready");
  // Scrolling and a press may come within one render.
  const loading = useRef(false);

  const more = async () => {
    if (!next || loading.current) return;
    loading.current = true;
    setState("loading");
    try {
      const count = await load();
      setAdded(count);
      // A page without new rows would ask for the next one at once.
      if (count === 0) times.current = byScrolling;
      setState("ready");
    } catch {
      setState("failed"); // the link tries again
    } finally {
      loading.current = false;
    }
  };

  // Rows are added ahead of scrolling only; after a failure the link tries again.
  useEffect(() => {
    const box = end.current;
    if (!box || !next || state !== "ready") return;
    if (times.current >= byScrolling) return;
    const reached = () => {
      times.current++;
      void more();
    };
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && reached(), {
      root: scrollerOf(box),
      rootMargin: `${AHEAD}px`,
    });
    const watch = () => watcher.observe(box);
    const once = { once: true, passive: true, capture: true };
    // The reader may scroll before hydration.
    if (begun || (scrollerOf(box)?.scrollTop ?? 0) > 0) watch();
    else addEventListener("scroll", watch, once);
    return () => {
      removeEventListener("scroll", watch, once);
      watcher.disconnect();
    };
  });

  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return; // a new tab or window
    event.preventDefault();
    times.current = 0;
    void more();
  };

  return (
    <div aria-busy={state === "loading"} className={css.end} ref={end}>
      {state === "failed" && <p role="alert">{texts.failed}</p>}
      <p className="visually-hidden" role="status">
        {added > 0 && counted(texts.added, added, language)}
      </p>
      {next && (
        <a aria-disabled={state === "loading"} className={css.more} data-more="" href={next.href} onClick={press} rel="next">
          {next.label}
        </a>
      )}
      {!next && texts.end && <p className={css.over}>{texts.end}</p>}
    </div>
  );
}

"use client";
import { Fragment, useEffect, useRef, useState } from "react";
import css from "./countdown.module.css";
import { partsOf } from "./countdown.ts";
import { cx } from "./cx.ts";

export type CountdownProps = {
  /** When it is over, and what the server's clock said when it made the page; both in milliseconds. */
  endsAt: number;
  now: number;
  /** The accessible label, e.g. "Time left for your offer". */
  label: string;
  /** Called once, at zero; at once where the time was over before. */
  onEnd?: () => void;
  /** `boxes` sets each part in a frame of its own, for a modal or a banner. */
  look?: "plain" | "boxes";
  className?: string;
};

/**
 * Counts to the server's moment; the browser's clock measures elapsed time only. Not announced to screen readers. Needs
 * scripts.
 */
export function Countdown({ endsAt, now, label, onEnd, look = "plain", className }: CountdownProps) {
  const [left, setLeft] = useState(endsAt - now);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });
  useEffect(() => {
    const ahead = now - readAt(now);
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      clearTimeout(timer);
      const rest = endsAt - ahead - Date.now();
      setLeft(rest);
      if (rest <= 0) {
        document.removeEventListener("visibilitychange", tick);
        ended.current?.();
        return;
      }
      // A hidden tab needs no ticks.
      if (document.hidden) return;
      // Just after the next full second: a steady second hand, whatever the delays.
      timer = setTimeout(tick, (rest % 1000 || 1000) + 5);
    };
    // The moment the page is looked at again, it is right.
    document.addEventListener("visibilitychange", tick);
    tick();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [endsAt, now]);

  const parts = partsOf(left);
  return (
    <span aria-label={label} className={cx(css.countdown, css[look], className)} role="timer">
      {(["hours", "minutes", "seconds"] as const).map((unit, index) => (
        <Fragment key={unit}>
          {index > 0 && <span className={css.colon}>:</span>}
          <span className={css.part}>{parts[index]}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** The server's time in the document itself; any other came in a later payload. */
let ofDocument: number | null = null;

/** The reader's clock at the time that `now` was written: when the document's answer began, or now for what came later. */
function readAt(now: number): number {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  ofDocument ??= now;
  return page && ofDocument === now ? performance.timeOrigin + page.responseStart : Date.now();
}

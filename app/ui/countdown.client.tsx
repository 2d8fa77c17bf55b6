"use client";
import { Fragment, useEffect, useRef, useState } from "react";
import css from "./countdown.module.css";
import { partsOf } from "./countdown.ts";
import { cx } from "./cx.ts";

export type CountdownProps = {
  /** In ms: end time, and server time of the rendering. */
  endsAt: number;
  now: number;
  label: string;
  /** Called once at zero, or at once if already over. */
  onEnd?: () => void;
  /** `boxes` frames each part, for modals and banners. */
  look?: "plain" | "boxes";
  className?: string;
};

/** Counts to a server time; the browser's clock only measures elapsed time. Not a live region. Needs scripts. */
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
      if (document.hidden) return;
      // Just after the next full second, so that delays do not accumulate.
      timer = setTimeout(tick, (rest % 1000 || 1000) + 5);
    };
    // Correct as soon as the page is visible again.
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

/** Server time of the document; other values come from later payloads. */
let ofDocument: number | null = null;

/** Browser time at which `now` was rendered: the start of the document's response, or the present. */
function readAt(now: number): number {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  ofDocument ??= now;
  return page && ofDocument === now ? performance.timeOrigin + page.responseStart : Date.now();
}

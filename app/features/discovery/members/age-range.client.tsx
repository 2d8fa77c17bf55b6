"use client";
import { type ReactNode, useEffect, useRef } from "react";
import css from "./age-range.module.css";

type Props = { min: number; max: number; children: ReactNode };

/** Two sliders above the number fields `min_age` and `max_age`, which alone are sent. Without scripts only the fields show. */
export function AgeRange({ min, max, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [low, high] = box.current?.querySelectorAll<HTMLInputElement>("input[type=range]") ?? [];
    const [from, to] = box.current?.querySelectorAll<HTMLInputElement>("input[type=number]") ?? [];
    const track = box.current?.querySelector<HTMLElement>(`.${css.sliders}`);
    if (!low || !high || !from || !to || !track) return;
    const share = (value: string) => `${((Number(value) - min) / (max - min)) * 100}%`;
    const paint = () => {
      track.style.setProperty("--from", share(low.value));
      track.style.setProperty("--to", share(high.value));
      // At the upper end the lower handle lies on top: only it can move.
      low.style.zIndex = Number(low.value) > (min + max) / 2 ? "1" : "";
    };
    const slide = (event: Event) => {
      // The dragged handle pushes the other, so that two at one end never lock.
      if (Number(low.value) > Number(high.value)) {
        if (event.target === low) high.value = low.value;
        else low.value = high.value;
      }
      [from.value, to.value] = [low.value, high.value];
      paint();
    };
    const type = () => {
      [low.value, high.value] = [from.value || String(min), to.value || String(max)];
      paint();
    };
    type();
    track.hidden = false;
    const over = new AbortController();
    for (const slider of [low, high]) slider.addEventListener("input", slide, { signal: over.signal });
    for (const field of [from, to]) field.addEventListener("input", type, { signal: over.signal });
    return () => over.abort();
  }, [min, max]);
  const slider = { type: "range", min, max, "aria-hidden": true, tabIndex: -1 } as const;
  return (
    <div ref={box}>
      <div className={css.sliders} hidden>
        <input {...slider} defaultValue={min} />
        <input {...slider} defaultValue={max} />
      </div>
      {children}
    </div>
  );
}

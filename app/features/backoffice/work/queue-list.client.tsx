"use client";
import { useEffect, useRef, useState } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { cx } from "#app/ui/cx.ts";
import type { QueueItem } from "./queue-items.ts";
import css from "./queue-list.module.css";
import { type TimeLeftWords, timeLeft } from "./time-left.shared.ts";

interface Props {
  label: string;
  items: QueueItem[];
  current: string | undefined;
  /** Ms, as rendered by the server. */
  now: number;
  words: TimeLeftWords;
  /** Words for a decided item; null while it waits. */
  doneOf(item: QueueItem): string | null;
  onChoose(id: string): void;
}

/** In ms. */
const MINUTE = 60_000;

/** One row for each item in hand. Without scripts a row leads to its item on the page. */
export function QueueList({ label, items, current, now, words, doneOf, onChoose }: Props) {
  const time = useTime(now);
  const list = useRef<HTMLElement>(null);
  // Not scrollIntoView, which would move the page too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the current row
  useEffect(() => {
    const [box, row] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
    if (!box || !row) return;
    const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
    const by = (start: number, end: number, from: number, to: number) => (start < from ? start - from : Math.max(0, end - to));
    box.scrollBy(by(inner.left, inner.right, outer.left, outer.right), by(inner.top, inner.bottom, outer.top, outer.bottom));
  }, [current]);
  return (
    <nav aria-label={label} className={css.list} ref={list}>
      <ol className="plain">
        {items.map((item) => {
          const done = doneOf(item);
          const { text, tone } = timeLeft(item.due, time, words);
          return (
            <li key={item.id}>
              <a
                aria-current={item.id === current ? "true" : undefined}
                className={cx(css.row, item.picture && css.pictureRow, done !== null && css.rowDone)}
                href={`#item-${item.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  onChoose(item.id);
                }}
              >
                {item.picture ? (
                  <img alt="" decoding="async" loading="lazy" src={item.picture} />
                ) : (
                  <Avatar lazy name={item.who} size="s" src={item.face} />
                )}
                <span className={css.rowWho}>
                  <bdi>{item.who}</bdi>
                </span>
                <span className={css.rowWhy}>{item.why}</span>
                <span className={css.rowDue} data-tone={done === null ? tone : undefined}>
                  {done ?? text}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The time in ms, each minute anew. */
function useTime(first: number): number {
  const [time, setTime] = useState(first);
  useEffect(() => {
    const timer = window.setInterval(() => setTime(Date.now()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return time;
}

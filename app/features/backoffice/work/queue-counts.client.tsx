"use client";
import { useSyncExternalStore } from "react";
import css from "./work.module.css";

const counts = new Map<string, number>();
const watchers = new Set<() => void>();

/** What waits in a queue by now: decisions are counted before their answers. */
export function setWaiting(kind: string, count: number): void {
  if (counts.get(kind) === count) return;
  counts.set(kind, count);
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

interface Props {
  /** What waits, by queue. */
  initial: Readonly<Record<string, number>>;
  /** Some of it is overdue. */
  late: boolean;
  /** For screen readers; holds # for the number. */
  label: string;
}

/** What waits in one or several queues of the bar. */
export function QueueCount({ initial, late, label }: Props) {
  const sum = (by: (kind: string) => number | undefined) =>
    Object.entries(initial).reduce((total, [kind, before]) => total + (by(kind) ?? before), 0);
  const count = useSyncExternalStore(
    watch,
    () => sum((kind) => counts.get(kind)),
    () => sum(() => undefined),
  );
  if (count === 0) return null;
  return (
    <span className={css.count} data-late={late || undefined}>
      <span aria-hidden="true">{count > 999 ? "999+" : count}</span>
      <span className="visually-hidden">{label.replace("#", String(count))}</span>
    </span>
  );
}

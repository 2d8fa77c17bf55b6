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
  kind: string;
  initial: number;
  /** Some of it is overdue. */
  late: boolean;
  /** For screen readers; holds # for the number. */
  label: string;
}

/** Number beside a queue of the bar. */
export function QueueCount({ kind, initial, late, label }: Props) {
  const count = useSyncExternalStore(
    watch,
    () => counts.get(kind) ?? initial,
    () => initial,
  );
  if (count === 0) return null;
  return (
    <span className={css.count} data-late={late || undefined}>
      <span aria-hidden="true">{count > 999 ? "999+" : count}</span>
      <span className="visually-hidden">{label.replace("#", String(count))}</span>
    </span>
  );
}

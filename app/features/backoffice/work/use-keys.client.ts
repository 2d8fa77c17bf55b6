import { useEffect } from "react";
import { keyOf } from "#app/ui/keys.ts";
import type { Choice, QueueItem } from "./queue-items.ts";

interface Queue {
  items: QueueItem[];
  choicesOf(item: QueueItem | undefined): Choice[];
  isWaiting(item: QueueItem): boolean;
  /** True while the reasons of this choice are open. */
  isOpen(item: QueueItem, choice: Choice): boolean;
  latestDecided(): QueueItem | undefined;
  decide(item: QueueItem, choice: Choice, reason?: string): Promise<void>;
  undo(item: QueueItem): Promise<void>;
  focus(id: string | undefined): void;
  /** The item in hand. */
  here(): string | undefined;
  next(from: string | undefined, step: 1 | -1, undecided: boolean): string | undefined;
  openReasons(which: string | null): void;
}

/** j and k or the arrows move, u undoes, n takes more work. A choice has a key, a reason its number. */
export function useKeys(queue: Queue): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key && !isTyping(event) && answers(queue, moves(key))) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** Inside an item the arrows scroll. */
function moves(key: string): string {
  const step = { ArrowDown: "j", ArrowUp: "k" }[key];
  return step && document.activeElement?.matches("body, main, [data-item], nav a") ? step : key;
}

function isTyping({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const typing = target instanceof HTMLElement && target.matches("input:not([type=radio]), textarea, select");
  return document.querySelector("dialog[open]") !== null || (typing && key !== "Escape") || ctrlKey || metaKey || altKey;
}

function answers(queue: Queue, key: string): boolean {
  const { focus, next } = queue;
  const here = queue.here();
  if (key === "j") focus(next(here, 1, false));
  else if (key === "k") focus(next(here, -1, false));
  else if (key === "n") document.querySelector<HTMLElement>('[data-key="n"]')?.click();
  else if (key === "u") {
    const back = queue.latestDecided();
    if (back) void queue.undo(back);
  } else if (key === "Escape") {
    queue.openReasons(null);
    focus(here);
  } else return decidesBy(queue, here, key);
  return true;
}

function decidesBy(queue: Queue, here: string | undefined, key: string): boolean {
  const { items, choicesOf, isWaiting, isOpen, decide, openReasons } = queue;
  const item = items.find(({ id }) => id === here);
  if (!item) return false;
  const opened = choicesOf(item).find((choice) => isOpen(item, choice));
  const reason = opened?.reasons[Number(key) - 1];
  const choice = choicesOf(item).find((one) => one.key === key);
  if (opened && reason) void decide(item, opened, reason.code);
  else if (!choice || !isWaiting(item)) return false;
  else if (choice.reasons.length === 0 && !choice.words) void decide(item, choice);
  else openReasons(`${item.id} ${choice.decision}`);
  return true;
}

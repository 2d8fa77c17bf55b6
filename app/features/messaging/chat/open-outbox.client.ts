import { deviceStorage, UNSENT } from "#app/ui/storage.ts";
import type { Outbox } from "./outbox.client.ts";

/** Delay in ms: the page itself loads first. */
const LATER = 1_000;
const TOUCHES = ["pointerdown", "focusin", "input"];

let loaded = false;

export function isLoaded(): boolean {
  return loaded;
}

/** @throws what `import()` throws */
export async function openOutbox(memberId: string): Promise<Outbox> {
  const { outboxOf } = await import("./outbox.client.ts");
  loaded = true;
  return outboxOf(memberId);
}

/**
 * Calls back once with the outbox. Unsent messages, also of another tab, load it at once; otherwise the first touch
 * does, or a short delay. Returns what ends it.
 */
export function watchOutbox(memberId: string, isDue: boolean, begin: (outbox: Outbox) => () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  let end: (() => void) | null = () => {};
  const load = () =>
    openOutbox(memberId).then(
      (outbox) => {
        if (signal.aborted) return;
        waiting.abort();
        end &&= begin(outbox);
      },
      () => {}, // the next touch or connection tries again
    );
  for (const touch of [...TOUCHES, "online"]) addEventListener(touch, load, { signal, capture: true });
  addEventListener("storage", ({ key }) => key === UNSENT + memberId && void load(), { signal });
  const isNow = isDue || deviceStorage.keys(UNSENT + memberId).length > 0;
  const timer = setTimeout(load, isNow ? 0 : LATER);
  return () => {
    clearTimeout(timer);
    waiting.abort();
    end?.();
    end = null;
  };
}

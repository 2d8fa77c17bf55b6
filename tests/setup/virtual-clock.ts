import type { Clock } from "#worker/platform/fair-queue.ts";

/** A clock that jumps to its next timer when the event loop is idle: hours pass in milliseconds, in order. */
export function virtualClock(start = 0): Clock {
  let now = start;
  let timers: { at: number; ring: () => void }[] = [];
  let jumping = false;

  function jump(): void {
    now = Math.max(now, Math.min(...timers.map(({ at }) => at)));
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { ring } of due) ring();
    jumping = timers.length > 0;
    if (jumping) setTimeout(jump);
  }

  return {
    now: () => now,
    wait(ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      timers.push({ at: now + Math.max(0, ms), ring: resolve });
      if (!jumping) setTimeout(jump);
      jumping = true;
      return promise;
    },
  };
}

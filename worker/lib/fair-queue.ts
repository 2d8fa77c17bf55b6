/** A run holds the queue for this long at most (ms): a cancelled request never says that its work ended. */
const LEASE = 500;
/** Between two runs of one key, in ms. */
const KEY_INTERVAL = 200;
/** Between any two runs of a priority after the first, in ms: the rest of the processor time is for other requests. */
const LATER_INTERVAL = 60;

/** The longest wait (ms) before an entry looks whether its turn has come. */
const LOOK_EVERY = 25;

export interface Clock {
  now(): number;
  /** Resolves after this many milliseconds. */
  wait(ms: number): Promise<unknown>;
}

export interface FairQueueOptions {
  clock: Clock;
  /** Entries that may wait in one priority, and of one key in it. */
  maxWaiting: number;
  maxWaitingPerKey: number;
}

/** Runs work that needs the whole processor one at a time, fairly by key. One queue belongs to one isolate. */
export interface FairQueue {
  /** True if a priority takes one more entry of this key. */
  hasRoom(priority: number, key: string): boolean;
  /**
   * Runs the work in its turn. Lower priorities go first; within one, each key runs once before any runs twice, so a flood
   * under one key delays only itself. Returns null, without running, if the queue has no room.
   */
  run<T>(priority: number, key: string, work: () => Promise<T>): Promise<T | null>;
}

interface Run {
  since: number;
}

interface Entry {
  /** Null until the entry's turn comes. */
  run: Run | null;
}

/** The waiting entries of one priority, by key in order of their turns. */
class Lane {
  readonly #byKey = new Map<string, Entry[]>();
  /** When a key that ran lately may run again. */
  readonly #restsUntil = new Map<string, number>();
  readonly #interval: number;
  #laneRestsUntil = 0;
  count = 0;

  constructor(interval: number) {
    this.#interval = interval;
  }

  countOf(key: string): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  /** When the key may run, in ms since the epoch; 0 if at once. */
  readyAt(key: string): number {
    return Math.max(this.#laneRestsUntil, this.#restsUntil.get(key) ?? 0);
  }

  /** When the first waiting key may run; Infinity if none waits. */
  nextAt(): number {
    return Math.min(...[...this.#byKey.keys()].map((key) => this.readyAt(key)));
  }

  /** Notes that the key runs now. */
  served(key: string, now: number): void {
    for (const [other, until] of this.#restsUntil) if (until <= now) this.#restsUntil.delete(other);
    this.#restsUntil.set(key, now + KEY_INTERVAL);
    this.#laneRestsUntil = now + this.#interval;
  }

  add(key: string, entry: Entry): void {
    this.count++;
    const entries = this.#byKey.get(key);
    if (entries) entries.push(entry);
    else this.#byKey.set(key, [entry]);
  }

  /** Takes out the entry that runs next, and moves its key to the end. */
  take(now: number): Entry | undefined {
    const [key, entries] = [...this.#byKey].find(([waiting]) => this.readyAt(waiting) <= now) ?? [];
    if (key === undefined || !entries) return;
    this.served(key, now);
    this.count--;
    this.#byKey.delete(key);
    if (entries.length > 1) this.#byKey.set(key, entries.slice(1));
    return entries[0];
  }
}

export function createFairQueue({ clock, maxWaiting, maxWaitingPerKey }: FairQueueOptions): FairQueue {
  const lanes: Lane[] = [];
  let running: Run | null = null;

  function laneOf(priority: number): Lane {
    while (lanes.length <= priority) lanes.push(new Lane(lanes.length === 0 ? 0 : LATER_INTERVAL));
    return lanes[priority] as Lane;
  }

  /** When the queue must be looked at again although no run ends. */
  const nextAt = () => (running ? running.since + LEASE : Math.min(...lanes.map((lane) => lane.nextAt())));

  function startNext(): void {
    const now = clock.now();
    running = null;
    for (const lane of lanes) {
      const entry = lane.take(now);
      if (!entry) continue;
      running = { since: now };
      entry.run = running;
      return;
    }
  }

  /**
   * Each entry waits by its own timer: a promise that another request resolves leaves workerd a request without I/O of its
   * own, which it ends as hung.
   */
  async function turnOf(entry: Entry): Promise<Run> {
    while (!entry.run) {
      const due = nextAt() - clock.now();
      await clock.wait(Math.min(LOOK_EVERY, Math.max(1, due)));
      if (!entry.run && nextAt() <= clock.now()) startNext();
    }
    return entry.run;
  }

  function hasRoom(priority: number, key: string): boolean {
    const lane = laneOf(priority);
    return lane.count < maxWaiting && lane.countOf(key) < maxWaitingPerKey;
  }

  return {
    hasRoom,

    async run(priority, key, work) {
      const lane = laneOf(priority);
      const now = clock.now();
      let mine: Run = { since: now };
      if (running === null && lane.readyAt(key) <= now) {
        running = mine;
        lane.served(key, now);
      } else {
        if (!hasRoom(priority, key)) return null;
        const entry: Entry = { run: null };
        lane.add(key, entry);
        mine = await turnOf(entry);
      }
      try {
        return await work();
      } finally {
        // After its lease another run holds the queue.
        if (running === mine) startNext();
      }
    },
  };
}

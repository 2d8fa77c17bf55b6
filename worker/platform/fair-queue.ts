/** Maximum run time in ms unless given: a cancelled request never releases the queue. */
const LEASE = 500;
/** Ms between two runs of one key. */
const KEY_INTERVAL = 200;
/** Ms between two runs of a later priority: other requests need processor time too. */
const LATER_INTERVAL = 60;

/** Maximum polling interval of a waiting entry, in ms. */
const LOOK_EVERY = 25;

export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export interface FairQueueOptions {
  clock: Clock;
  maxWaiting: number;
  maxWaitingPerKey: number;
  /** Maximum run time in ms. */
  lease?: number;
}

/** Runs processor-heavy work one at a time, fairly by key. One queue per isolate. */
export interface FairQueue {
  hasRoom(priority: number, key: string): boolean;
  /** Lower priorities first; keys take turns, so a flood delays only its own. Null, without running, if full. */
  run<T>(priority: number, key: string, work: () => Promise<T>): Promise<T | null>;
}

interface Run {
  since: number;
}

interface Entry {
  run: Run | null;
}

class Level {
  readonly #byKey = new Map<string, Entry[]>();
  readonly #restsUntil = new Map<string, number>();
  readonly #interval: number;
  #levelRestsUntil = 0;
  count = 0;

  constructor(interval: number) {
    this.#interval = interval;
  }

  countOf(key: string): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  readyAt(key: string): number {
    return Math.max(this.#levelRestsUntil, this.#restsUntil.get(key) ?? 0);
  }

  nextAt(): number {
    return Math.min(...[...this.#byKey.keys()].map((key) => this.readyAt(key)));
  }

  served(key: string, now: number): void {
    for (const [other, until] of this.#restsUntil) if (until <= now) this.#restsUntil.delete(other);
    this.#restsUntil.set(key, now + KEY_INTERVAL);
    this.#levelRestsUntil = now + this.#interval;
  }

  add(key: string, entry: Entry): void {
    this.count++;
    const entries = this.#byKey.get(key);
    if (entries) entries.push(entry);
    else this.#byKey.set(key, [entry]);
  }

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

export function createFairQueue({ clock, maxWaiting, maxWaitingPerKey, lease = LEASE }: FairQueueOptions): FairQueue {
  const levels: Level[] = [];
  let running: Run | null = null;

  function levelOf(priority: number): Level {
    while (levels.length <= priority) levels.push(new Level(levels.length === 0 ? 0 : LATER_INTERVAL));
    return levels[priority] as Level;
  }

  /** Ms since the epoch, if no run ends earlier. */
  const nextAt = () => (running ? running.since + lease : Math.min(...levels.map((level) => level.nextAt())));

  function startNext(): void {
    const now = clock.now();
    running = null;
    for (const level of levels) {
      const entry = level.take(now);
      if (!entry) continue;
      running = { since: now };
      entry.run = running;
      return;
    }
  }

  /** Own timers: workerd ends a request as hung if only another request can resolve its promise. */
  async function turnOf(entry: Entry): Promise<Run> {
    while (!entry.run) {
      const due = nextAt() - clock.now();
      await clock.wait(Math.min(LOOK_EVERY, Math.max(1, due)));
      if (!entry.run && nextAt() <= clock.now()) startNext();
    }
    return entry.run;
  }

  function hasRoom(priority: number, key: string): boolean {
    const level = levelOf(priority);
    return level.count < maxWaiting && level.countOf(key) < maxWaitingPerKey;
  }

  return {
    hasRoom,

    async run(priority, key, work) {
      const level = levelOf(priority);
      const now = clock.now();
      let mine: Run = { since: now };
      if (running === null && level.readyAt(key) <= now) {
        running = mine;
        level.served(key, now);
      } else {
        if (!hasRoom(priority, key)) return null;
        const entry: Entry = { run: null };
        level.add(key, entry);
        mine = await turnOf(entry);
      }
      try {
        return await work();
      } finally {
        // After the lease another run holds the queue.
        if (running === mine) startNext();
      }
    },
  };
}

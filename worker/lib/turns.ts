/** Nobody holds the turn longer (ms): whose request was cancelled before its work was done would stop all others. */
const LEASE = 500;
/** Between two turns of one key, and between any two of a later lane (ms): the processor is for everybody else then. */
const APART = 200;
const APART_LATER = 60;
/** How often whoever waits looks whether it is time, in ms. */
const TICK = 25;

interface Options {
  /** How many may wait in a lane, and for one key. */
  waiting: number;
  waitingPerKey: number;
}

export interface Turns {
  /** Whether there is room for one more of this lane and key. */
  hasRoom(lane: number, key: string): boolean;
  /**
   * Carries out work that takes the processor for itself, one after the other: lower lanes first, in a lane each key has its
   * turn before any has a second one, and a key's second one comes a while after its first. So whoever asks a thousand times
   * only delays themselves.
   * Null, and nothing done, where there is no room.
   */
  take<T>(lane: number, key: string, work: () => Promise<T>): Promise<T | null>;
}

/** Those who wait, by key, in the order in which the keys have their turns. */
class Lane {
  count = 0;
  /** Of any key that had a turn lately, when it may have the next one. */
  readonly #rests = new Map<string, number>();
  readonly #queues = new Map<string, (() => void)[]>();
  readonly #later: boolean;
  #restsUntil = 0;

  constructor(later: boolean) {
    this.#later = later;
  }

  /** Notes a turn. */
  served(key: string, now: number): void {
    for (const [rested, until] of this.#rests) if (until <= now) this.#rests.delete(rested);
    this.#rests.set(key, now + APART);
    if (this.#later) this.#restsUntil = now + APART_LATER;
  }

  mayGo(key: string, now: number): boolean {
    return this.#restsUntil <= now && (this.#rests.get(key) ?? 0) <= now;
  }

  of(key: string): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  add(key: string, begin: () => void): void {
    this.count++;
    const queue = this.#queues.get(key);
    if (queue) queue.push(begin);
    else this.#queues.set(key, [begin]);
  }

  next(now: number): (() => void) | undefined {
    const [key, queue] = [...this.#queues].find(([waiting]) => this.mayGo(waiting, now)) ?? [];
    if (key === undefined || !queue) return;
    this.served(key, now);
    const begin = queue.shift();
    this.count--;
    this.#queues.delete(key);
    if (queue.length > 0) this.#queues.set(key, queue);
    return begin;
  }
}

/** Turns of one isolate: it is its processor that is shared. */
export function createTurns({ waiting, waitingPerKey }: Options): Turns {
  let since: number | null = null;
  const lanes: Lane[] = [];
  const laneAt = (index: number) => {
    while (lanes.length <= index) lanes.push(new Lane(lanes.length > 0));
    return lanes[index] as Lane;
  };

  function next(): void {
    const now = Date.now();
    for (const lane of lanes) {
      const begin = lane.next(now);
      if (!begin) continue;
      since = now;
      begin();
      return;
    }
    since = null;
  }

  function hasRoom(index: number, key: string): boolean {
    const lane = laneAt(index);
    return lane.count < waiting && lane.of(key) < waitingPerKey;
  }

  return {
    hasRoom,

    async take(index, key, work) {
      const lane = laneAt(index);
      const now = Date.now();
      if (since === null && lane.mayGo(key, now)) {
        since = now;
        lane.served(key, now);
      } else {
        if (!hasRoom(index, key)) return null;
        const begun = Promise.withResolvers<void>();
        lane.add(key, begun.resolve);
        // Everybody who waits watches: each has a request of its own, which keeps its timer alive.
        const watch = setInterval(() => {
          if (since === null || Date.now() - since > LEASE) next();
        }, TICK);
        await begun.promise;
        clearInterval(watch);
      }
      const mine = since;
      try {
        return await work();
      } finally {
        // Whose lease ran out has been passed over already.
        if (since === mine) next();
      }
    },
  };
}

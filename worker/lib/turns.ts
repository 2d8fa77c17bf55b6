/** Nobody holds the turn longer (ms): whose request was cancelled before its work was done would stop all others. */
const LEASE = 500;
/** Where so many wait, each pauses for so long (ms) before its work: the processor is not theirs alone. */
const CROWD = 4;
const PAUSE = 40;

interface Options {
  /** How many may wait in a lane, and for one key. */
  waiting: number;
  waitingPerKey: number;
}

export interface Turns {
  /** Whether there is room for one more of this lane and key. */
  hasRoom(lane: number, key: string): boolean;
  /**
   * Carries out work that takes the processor for itself, one after the other: lower lanes first, and in a lane each key
   * has its turn before any has a second one, so that whoever asks a thousand times only delays themselves.
   * Null, and nothing done, where there is no room.
   */
  take<T>(lane: number, key: string, work: () => Promise<T>): Promise<T | null>;
}

/** Those who wait, by key, in the order in which the keys have their turns. */
class Lane {
  count = 0;
  readonly #queues = new Map<string, (() => void)[]>();

  of(key: string): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  add(key: string, begin: () => void): void {
    this.count++;
    const queue = this.#queues.get(key);
    if (queue) queue.push(begin);
    else this.#queues.set(key, [begin]);
  }

  next(): (() => void) | undefined {
    const [key, queue] = this.#queues.entries().next().value ?? [];
    if (key === undefined || !queue) return;
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
    while (lanes.length <= index) lanes.push(new Lane());
    return lanes[index] as Lane;
  };

  function next(): void {
    for (const lane of lanes) {
      const begin = lane.next();
      if (!begin) continue;
      since = Date.now();
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
      if (since === null) since = Date.now();
      else {
        if (!hasRoom(index, key)) return null;
        const lane = laneAt(index);
        const begun = Promise.withResolvers<void>();
        lane.add(key, begun.resolve);
        // Everybody who waits watches the holder: each has a request of its own, which keeps its timer alive.
        const watch = setInterval(() => {
          if (since !== null && Date.now() - since > LEASE) next();
        }, LEASE);
        await begun.promise;
        clearInterval(watch);
        if (lane.count >= CROWD) await new Promise((resolve) => setTimeout(resolve, PAUSE));
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

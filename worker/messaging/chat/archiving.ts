import { MINUTE } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { ArchiveStore } from "./archive.store.ts";
import type { MessageArchive } from "./message-archive.ts";

/** Conversations a tick: each is one subrequest of at most 1,000. */
const MOVED_AT_ONCE = 200;
/** Ticks rotate over due conversations, so that a failing one blocks no other. */
const IN_TURN = 800;
const ERASED_AT_ONCE = 200;
/** The runtime opens six connections at a time. */
const PARALLEL = 6;
/** In ms. */
const TRY_AGAIN = 10 * MINUTE;

interface Deps {
  store: Pick<ArchiveStore, "due" | "erasures" | "erased" | "postpone">;
  archive: Pick<MessageArchive, "move" | "erase">;
}

/** For the cron: moves old messages and erases messages without a reader. Both are idempotent. */
export function createArchiving({ store, archive }: Deps) {
  return { sweep, move, erase };

  async function sweep(now: number): Promise<void> {
    await erase(now);
    await move(now);
  }

  /** Returns rows moved. */
  async function move(now: number): Promise<number> {
    const due = await store.due(now, IN_TURN);
    const turns = Math.max(1, Math.ceil(due.length / MOVED_AT_ONCE));
    const first = (Math.floor(now / MINUTE) % turns) * MOVED_AT_ONCE;
    let moved = 0;
    await inParallel(due.slice(first, first + MOVED_AT_ONCE), async ({ id, before }) => {
      try {
        moved += await archive.move(id, before);
      } catch (error) {
        log("error", "messages not archived", { conversation: id, error });
      }
    });
    return moved;
  }

  async function erase(now: number): Promise<void> {
    const rows = await store.erasures(now, ERASED_AT_ONCE);
    const done: typeof rows = [];
    const failed: typeof rows = [];
    await inParallel(rows, async (row) => {
      try {
        await archive.erase(row.conversationId, row.upToSeq, row.goneId);
        done.push(row);
      } catch (error) {
        failed.push(row);
        log("error", "archive not erased", { conversation: row.conversationId, error });
      }
    });
    if (done.length > 0) await store.erased(done);
    if (failed.length > 0) await store.postpone(failed, now + TRY_AGAIN);
  }
}

async function inParallel<T>(list: T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = list.values();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const one of left) await work(one);
    }),
  );
}

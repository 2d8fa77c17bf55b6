import type { LiveEvent, Snapshot } from "#worker/delivery/live/live.protocol.ts";
import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { ringClosingJob } from "#worker/delivery/push/jobs.ts";
import { readCallLine } from "#worker/messaging/chat/call-lines.vocabulary.ts";
import { messageOf, NOTHING } from "#worker/messaging/chat/message-view.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { CallRow, CallsStore, WrittenLine } from "./calls.store.ts";
import type { CallEnding } from "./calls.vocabulary.ts";

/** Calls that the cron ends at once. */
const AT_ONCE = 100;
/** In ms: the books can be compared with them so long. */
const CALLS_RETENTION = 7 * DAY;
const FORGOTTEN_AT_ONCE = 1_000;

interface Deps {
  store: Pick<CallsStore, "end" | "endOver" | "over" | "forget" | "find">;
  live: Pick<LiveObjects, "expect" | "tell" | "release">;
}

interface Ended {
  row: CallRow;
  line: WrittenLine | null;
  /** This write ended it. */
  isFirst: boolean;
}

export type CallEnds = ReturnType<typeof createCallEnds>;

/** Every end of a call, whoever ends it: a page, a block, a ban, the money or the cron. */
export function createCallEnds({ store, live }: Deps) {
  return {
    end,

    /** A session of the member has ended, and with it the page of the call. */
    async leave(memberId: string, id: string, now: number): Promise<void> {
      const row = await store.find(memberId, id);
      if (row) await end(row, "gone", now);
      else await live.release(memberId, id, "gone");
    },

    /** Ends what nobody ended, writes lines that are missing, and forgets old calls. */
    async sweep(now: number): Promise<void> {
      for (const row of await store.over(now, AT_ONCE)) {
        const done = await announced(live, [row.callerId, row.calleeId], () => store.endOver(row, now));
        if (done) await tellEnd(done, now);
      }
      await store.forget(now - CALLS_RETENTION, FORGOTTEN_AT_ONCE);
    },
  };

  /** Idempotent: the first end stands, and both are told again. */
  async function end(row: CallRow, ending: CallEnding, now: number): Promise<CallRow> {
    const done = await announced(live, [row.callerId, row.calleeId], () => store.end(row, ending, now));
    await tellEnd(done ?? { row, line: null, isFirst: false }, now);
    return done?.row ?? row;
  }

  async function tellEnd({ row, line, isFirst }: Ended, now: number): Promise<void> {
    if (row.endedAt !== null)
      await Promise.all([row.callerId, row.calleeId].map((id) => live.release(id, row.id, row.ending ?? "hung_up")));
    const changed: Snapshot[] = line ? ["user", "chats"] : [];
    const isMissed = line !== null && readCallLine(line.message.text)?.outcome === "missed";
    // A trigger ends a call as gone: whoever tells of it is not the first.
    const withdraws = row.answeredAt === null && !isMissed && (isFirst || row.ending === "gone");
    const eventsFor = (reader: string): LiveEvent[] => {
      if (!line) return [];
      const message = messageOf(line.message, reader, NOTHING, { after: 0, oldest: now - DAY });
      return [{ type: "message", conversation: row.conversationId, message }];
    };
    await live.tell(row.calleeId, {
      ...{ events: eventsFor(row.calleeId), changed, devices: isMissed && line.devices },
      ...(line && { counters: line.callee }),
      // A missed call takes the place of its ring on lock screens; any other end withdraws it.
      ...(withdraws && { pushes: [ringClosingJob(row.calleeId, row.id, row.conversationId)] }),
    });
    await live.tell(row.callerId, { events: eventsFor(row.callerId), changed, ...(line && { counters: line.caller }) });
  }
}

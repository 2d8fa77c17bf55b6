import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { closingJob } from "#worker/delivery/push/jobs.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { log } from "#worker/platform/log.ts";
import type { Deliveries } from "./deliveries.ts";
import { receiptsIn } from "./marks.ts";
import type { MessageRow } from "./message.sql.ts";
import type { MessageArchive } from "./message-archive.ts";
import { showsOf } from "./message-view.ts";
import type { Partner } from "./partner.sql.ts";
import type { Delivery } from "./receipts.sql.ts";
import type { ReadInArchive, ReceiptsStore } from "./receipts.store.ts";

/** The boundary of an archive moves once a day. */
const TRIES = 3;

interface Deps {
  receipts: ReceiptsStore;
  archive: Pick<MessageArchive, "mark">;
  live: LiveObjects;
  deliveries: Pick<Deliveries, "drop">;
  after(work: Promise<unknown>): void;
}

export function createReceipts({ receipts, archive, live, deliveries, after }: Deps) {
  return { read, deliveryOf, delivered };

  /** Serves the socket's read frame too. Null for an outsider. */
  async function read(memberId: string, conversation: string, seq: number, now: number) {
    await live.suspendSnapshots(memberId);
    const state = await readInBoth(memberId, conversation, seq, now);
    if (!state) return null;
    const write = { from: now, until: Date.now() };
    const { unread_messages, new_likes, readSeq } = state;
    deliveries.drop({ reader: memberId, conversation, seq: readSeq });
    const pushes = state.wasPushed ? [closingJob(memberId, conversation)] : [];
    const counters = { unread_messages, new_likes };
    after(live.tell(memberId, { events: [], changed: ["user", "chats"], counters, pushes, write }));
    if (state.mutual && state.isNews) after(live.relay(state.partnerId, { type: "read", conversation, seq: readSeq }));
    return state;
  }

  /** The archive first: D1 then counts what it left. A failure between the two is mended by the repeated request. */
  async function readInBoth(reader: string, conversation: string, upTo: number, now: number) {
    let archived: ReadInArchive = { end: 0, left: 0 };
    let marked = 0;
    for (let attempt = 1; ; attempt++) {
      const state = await receipts.read(reader, conversation, upTo, now, archived);
      if (!state?.missing || attempt === TRIES) return state && { ...state, isNews: state.isNews || marked > 0 };
      const { readSeq, archivedSeq } = state.missing;
      const done = await archive.mark(conversation, { reader, after: readSeq, upTo, read: true, now }, archivedSeq);
      archived = { end: archivedSeq, left: done.left };
      marked += done.marked;
    }
  }

  async function marked(delivery: Delivery): Promise<boolean> {
    try {
      return await receipts.deliver(delivery);
    } catch (error) {
      // The next look at the chat marks it.
      log("warn", "delivery not marked", { error });
      return false;
    }
  }

  /** What the page shows for the first time. */
  function deliveryOf({ viewer, now }: MemberContext, { conversation }: Partner, shown: MessageRow[]): Delivery | null {
    if (!conversation) return null;
    const { id, marks } = conversation;
    const newest = shown.findLast((message) => message.senderId !== viewer.id && receiptsIn(message, marks).deliveredAt === null);
    return newest ? { reader: viewer.id, conversation: id, seq: newest.seq, at: now } : null;
  }

  async function delivered(ctx: MemberContext, target: Partner, delivery: Delivery | null): Promise<void> {
    if (!delivery || !(await marked(delivery))) return;
    const { conversation, seq } = delivery;
    if (showsOf(ctx, target).online) await live.relay(target.card.id, { type: "delivered", conversation, seq });
  }
}

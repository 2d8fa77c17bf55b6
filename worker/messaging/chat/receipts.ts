import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { closingJob } from "#worker/delivery/push/jobs.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Deliveries } from "./deliveries.ts";
import type { MessageRow } from "./message.sql.ts";
import type { MessageArchive } from "./message-archive.ts";
import { showsOf } from "./message-view.ts";
import type { Partner } from "./partner.sql.ts";
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
  return { read, delivered };

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
    if (state.mutual && state.marked > 0) after(live.relay(state.partnerId, { type: "read", conversation, seq: readSeq }));
    return state;
  }

  /** The archive first: D1 then counts what it left. A failure between the two is mended by the repeated request. */
  async function readInBoth(reader: string, conversation: string, upTo: number, now: number) {
    let archived: ReadInArchive = { end: 0, left: 0 };
    let marked = 0;
    for (let attempt = 1; ; attempt++) {
      const state = await receipts.read(reader, conversation, upTo, now, archived);
      if (!state?.missing || attempt === TRIES) return state && { ...state, marked: state.marked + marked };
      const { readSeq, archivedSeq } = state.missing;
      const done = await archive.mark(conversation, { reader, after: readSeq, upTo, read: true, now }, archivedSeq);
      archived = { end: archivedSeq, left: done.left };
      marked += done.marked;
    }
  }

  async function delivered(ctx: MemberContext, target: Partner, shown: MessageRow[]): Promise<void> {
    const { conversation } = target;
    const reader = ctx.viewer.id;
    const newest = shown.findLast((message) => message.senderId !== reader && message.deliveredAt === null);
    if (!conversation || !newest) return;
    const { id, readSeq, archivedSeq } = conversation;
    const receipt = { reader, after: readSeq, upTo: newest.seq, read: false, now: ctx.now };
    const old = archivedSeq > readSeq ? (await archive.mark(id, receipt, archivedSeq)).marked : 0;
    const seq = await receipts.deliver(reader, id, newest.seq, ctx.now);
    if ((seq !== null || old > 0) && showsOf(ctx, target).online)
      await live.relay(target.card.id, { type: "delivered", conversation: id, seq: seq ?? Math.min(newest.seq, archivedSeq) });
  }
}

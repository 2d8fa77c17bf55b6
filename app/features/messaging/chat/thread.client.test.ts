import fc from "fast-check";
import { expect, test } from "vitest";
import { textMessage } from "#tests/setup/text-message.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import {
  addPending,
  delivered,
  hasGap,
  knownSeq,
  markPending,
  merge,
  partnerRead,
  shownIn,
  stateOf,
  type Thread,
  withNewer,
  withOlder,
} from "./thread.client.ts";

const EMPTY: Thread = { messages: [], pending: [], older: false, partnerReadSeq: 0, readSeq: 0 };
const message = (seq: number, state: Message["state"] = "sent"): Message =>
  textMessage({ id: `m${seq}`, seq, client_id: `client-${seq}`, text: `${seq}`, state });

test("messages that come in any order, some twice, stand once and in order", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 40 }))), (batches) => {
      const thread = batches.reduce(
        (known, seqs) =>
          merge(
            known,
            seqs.map((seq) => message(seq)),
          ),
        EMPTY,
      );
      expect(thread.messages.map(({ seq }) => seq)).toEqual([...new Set(batches.flat())].sort((a, b) => a - b));
    }),
  );
});

test("an arrived message is not pending any more, by response, socket or poll", () => {
  const sent = addPending(EMPTY, { clientId: "client-1", text: "1", createdAt: "", error: null });
  expect(merge(markPending(sent, "client-1", { waiting: true }), [message(1)]).pending).toEqual([]);
});

test("a failed message keeps its client id and is tried again in its place", () => {
  const first = addPending(EMPTY, { clientId: "a", text: "hi", createdAt: "", error: null });
  const failed = markPending(first, "a", { error: "no network" });
  expect(failed.pending[0]?.error).toBe("no network");
  expect(addPending(failed, { clientId: "a", text: "hi", createdAt: "", error: null }).pending).toHaveLength(1);
});

test("a missing number is a gap, whatever came after it, until it is filled", () => {
  const thread = merge(EMPTY, [message(7), message(8)]);
  expect([hasGap(EMPTY), hasGap(thread), hasGap(merge(thread, [message(9)]))]).toEqual([false, false, false]);
  const holed = merge(thread, [message(10), message(11), message(13)]);
  expect([hasGap(holed), knownSeq(holed)]).toEqual([true, 8]);
  const filled = merge(holed, [message(9), message(12)]);
  expect([hasGap(filled), knownSeq(filled)]).toEqual([false, 13]);
});

test("a state never goes back", () => {
  expect(merge(merge(EMPTY, [message(1, "read")]), [message(1, "sent")]).messages[0]?.state).toBe("read");
  const thread = partnerRead(partnerRead(merge(EMPTY, [message(1), message(2)]), 1), 0);
  expect(thread.messages.map((one) => stateOf(thread, one))).toEqual(["read", "sent"]);
  const arrived = delivered(thread, "me", 2);
  expect(arrived.messages.map((one) => stateOf(arrived, one))).toEqual(["read", "delivered"]);
});

test("an event, which has no links, leaves a photo in sight until its state changes", () => {
  const photo = (state: "inspection" | "active", filename: string | null) => ({
    ...message(1),
    type: "photo" as const,
    photo: { state, filename, card_filename: filename, thumb_filename: filename, width: 4, height: 3, preview: null },
  });
  const shown = merge(EMPTY, [photo("inspection", "a.webp")]);
  const links = (...came: Message[]) => merge(shown, came).messages.map((one) => one.photo?.filename);
  expect(links(photo("inspection", null))).toEqual(["a.webp"]);
  expect(links(photo("active", null))).toEqual([null]);
  expect(links(photo("active", "b.webp"))).toEqual(["b.webp"]);
});

test("a far place is shown by itself, changes with its messages and grows both ways until it meets the newest", () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
  const seqs = (thread: Thread) => shownIn(thread).messages.map(({ seq }) => seq);
  let thread: Thread = { ...EMPTY, messages: range(90, 100), older: true, past: { messages: range(40, 45), older: true } };
  expect(seqs(thread)).toEqual([40, 41, 42, 43, 44, 45]);
  thread = merge(thread, [message(101), { ...message(41), text: "edited", version: 1 }, message(60)]);
  expect([seqs(thread).length, shownIn(thread).messages[1]?.text, hasGap(thread)]).toEqual([6, "edited", false]);
  thread = withOlder(thread, { messages: range(38, 39), older: false });
  thread = withNewer(thread, range(46, 80));
  expect([seqs(thread)[0], seqs(thread).at(-1), shownIn(thread).older]).toEqual([38, 80, false]);
  thread = withNewer(thread, range(81, 90));
  expect([thread.past, seqs(thread)[0], seqs(thread).at(-1), hasGap(thread), thread.older]).toEqual([
    null,
    38,
    101,
    false,
    false,
  ]);
});

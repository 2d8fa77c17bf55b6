import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { newId } from "#worker/platform/ids.ts";
import { createReceiptsStore } from "./receipts.store.ts";

const store = createReceiptsStore(connect(env.DB));

/** Three messages of the partner, then one of the reader. */
async function talk(reader: string): Promise<{ id: string; partner: string }> {
  const [id, partner] = [newId(), await addMember()];
  const message = "INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)";
  const side = "INSERT INTO participants (conversation_id, member_id, other_id, last_at) VALUES (?, ?, ?, 1)";
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?1, min(?2, ?3), max(?2, ?3), ?3, 1)",
    ).bind(id, reader, partner),
    env.DB.prepare(side).bind(id, reader, partner),
    env.DB.prepare(side).bind(id, partner, reader),
    ...[1, 2, 3, 4].map((seq) =>
      env.DB.prepare(`${message} VALUES (?, ?, ?, ?, ?, 'text', 'hello', 0, 1)`).bind(
        id,
        seq,
        newId(),
        newId(),
        seq < 4 ? partner : reader,
      ),
    ),
  ]);
  return { id, partner };
}

async function deliveredIn({ id }: { id: string }, reader: string): Promise<unknown[]> {
  const row = await env.DB.prepare(
    "SELECT delivered_to AS seq, delivered_at AS at FROM participants WHERE conversation_id = ? AND member_id = ?",
  )
    .bind(id, reader)
    .first<{ seq: number; at: number | null }>();
  return [row?.seq, row?.at];
}

test("one statement marks several conversations on the reader's side: not what is older, read, or of a blocked member", async () => {
  const reader = await addMember();
  const [first, read, blocked, untold] = [await talk(reader), await talk(reader), await talk(reader), await talk(reader)];
  await store.read(reader, read.id, 2, 5, { end: 0, left: 0 });
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 1)")
    .bind(blocked.partner, reader)
    .run();
  const upTo = (seq: number, { id }: { id: string }, at: number) => ({ reader, conversation: id, seq, at });
  await store.deliverAll([upTo(2, first, 10), upTo(2, read, 20), upTo(3, blocked, 30)]);
  expect(await deliveredIn(first, reader)).toEqual([2, 10]);
  expect(await deliveredIn(read, reader), "a read message is delivered").toEqual([2, 5]);
  expect(await deliveredIn(blocked, reader)).toEqual([0, null]);
  expect(await deliveredIn(untold, reader)).toEqual([0, null]);
  await store.deliverAll([upTo(3, read, 40), upTo(1, first, 50)]);
  expect(await deliveredIn(read, reader)).toEqual([3, 40]);
  expect(await deliveredIn(first, reader)).toEqual([2, 10]);
  expect(await deliveredIn(first, first.partner)).toEqual([0, null]);
});

test("what arrives and what is read costs no row of a message, however many there are", async () => {
  const reader = await addMember();
  const { id, partner } = await talk(reader);
  const write = (seq: number) =>
    env.DB.prepare(
      `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
        VALUES (?, ?, ?, ?, ?, 'text', 'hello', 0, 1)`,
    ).bind(id, seq, newId(), newId(), partner);
  await env.DB.batch(Array.from({ length: 60 }, (_, index) => write(5 + index)));
  await env.DB.prepare("UPDATE participants SET unread = 63 WHERE conversation_id = ? AND member_id = ?").bind(id, reader).run();
  const d1 = countedD1(env.DB);
  const counted = createReceiptsStore(connect(d1.db));
  expect(await counted.deliver({ reader, conversation: id, seq: 64, at: 10 })).toBe(true);
  expect(await counted.deliver({ reader, conversation: id, seq: 64, at: 20 })).toBe(false);
  expect(d1.takeWritten()).toBe(1);
  expect(d1.take().rows).toBeLessThanOrEqual(20);
  const state = await counted.read(reader, id, 64, 30, { end: 0, left: 0 });
  expect(state).toMatchObject({ readSeq: 64, unread_messages: 0, isNews: true });
  expect(d1.takeWritten(), "the side, and the sum of all chats").toBe(2);
  expect(await counted.read(reader, id, 64, 40, { end: 0, left: 0 })).toMatchObject({ isNews: false });
  expect(d1.takeWritten()).toBe(0);
});

test("a reading while one blocks the other is no receipt, and a later one covers it", async () => {
  const reader = await addMember();
  const { id, partner } = await talk(reader);
  const readTo = () =>
    env.DB.prepare("SELECT read_to FROM participants WHERE conversation_id = ? AND member_id = ?")
      .bind(id, reader)
      .first("read_to");
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 1)").bind(reader, partner).run();
  expect(await store.read(reader, id, 2, 5, { end: 0, left: 0 })).toMatchObject({ readSeq: 2, isNews: false });
  expect(await readTo()).toBe(0);
  await env.DB.prepare("DELETE FROM blocks WHERE blocker_id = ?").bind(reader).run();
  expect(await store.read(reader, id, 3, 6, { end: 0, left: 0 })).toMatchObject({ readSeq: 3, isNews: true });
  expect(await readTo()).toBe(3);
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { newId } from "#worker/platform/ids.ts";
import { createReceiptsStore } from "./receipts.store.ts";

const store = createReceiptsStore(connect(env.DB));

/** Three messages of the partner, then one of the reader. */
async function talk(reader: string, readSeq = 0): Promise<{ id: string; partner: string }> {
  const [id, partner] = [newId(), await addMember()];
  const message = "INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)";
  const side = "INSERT INTO participants (conversation_id, member_id, other_id, last_at, read_seq) VALUES (?, ?, ?, 1, ?)";
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?1, min(?2, ?3), max(?2, ?3), ?3, 1)",
    ).bind(id, reader, partner),
    env.DB.prepare(side).bind(id, reader, partner, readSeq),
    env.DB.prepare(side).bind(id, partner, reader, 0),
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

async function deliveredIn({ id }: { id: string }): Promise<unknown[]> {
  const { results } = await env.DB.prepare("SELECT delivered_at AS at FROM messages WHERE conversation_id = ? ORDER BY seq")
    .bind(id)
    .all<{ at: number | null }>();
  return results.map(({ at }) => at);
}

test("one statement marks the messages of several conversations: not what is newer, read, one's own or of a blocked member", async () => {
  const reader = await addMember();
  const [first, read, blocked, untold] = [await talk(reader), await talk(reader, 2), await talk(reader), await talk(reader)];
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 1)")
    .bind(blocked.partner, reader)
    .run();
  const upTo = (seq: number, { id }: { id: string }, at: number) => ({ reader, conversation: id, seq, at });
  await store.deliverAll([upTo(2, first, 10), upTo(4, read, 20), upTo(4, blocked, 30)]);
  expect(await deliveredIn(first)).toEqual([10, 10, null, null]);
  expect(await deliveredIn(read)).toEqual([null, null, 20, null]);
  expect(await deliveredIn(blocked)).toEqual([null, null, null, null]);
  expect(await deliveredIn(untold)).toEqual([null, null, null, null]);
  await store.deliverAll([upTo(4, first, 40)]);
  expect(await deliveredIn(first)).toEqual([10, 10, 40, null]);
  const d1 = countedD1(env.DB);
  await createReceiptsStore(connect(d1.db)).deliverAll([upTo(4, first, 50)]);
  expect(d1.take(), "only this conversation is read").toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read <= 12) });
});

test("marking one more message does not read those that were marked before", async () => {
  const reader = await addMember();
  const { id, partner } = await talk(reader);
  const write = (seq: number) =>
    env.DB.prepare(
      `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
        VALUES (?, ?, ?, ?, ?, 'text', 'hello', 0, 1)`,
    ).bind(id, seq, newId(), newId(), partner);
  await env.DB.batch(Array.from({ length: 60 }, (_, index) => write(5 + index)));
  await store.deliverAll([{ reader, conversation: id, seq: 64, at: 10 }]);
  await env.DB.batch([write(65), write(66)]);
  const d1 = countedD1(env.DB);
  const counted = createReceiptsStore(connect(d1.db));
  await counted.deliverAll([{ reader, conversation: id, seq: 65, at: 20 }]);
  expect(d1.take().rows).toBeLessThanOrEqual(20);
  expect(await counted.deliver(reader, id, 66, 30)).toBe(66);
  expect(d1.take().rows).toBeLessThanOrEqual(20);
  const marks = await deliveredIn({ id });
  expect(marks).toEqual([10, 10, 10, null, ...Array.from({ length: 60 }, () => 10), 20, 30]);
});

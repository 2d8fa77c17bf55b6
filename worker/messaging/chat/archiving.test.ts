import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import {
  addGift,
  addTalk,
  agesFrom,
  archived,
  archiveOf,
  headOf,
  inDatabase,
  move,
  NOW,
  source,
  textOf,
} from "#tests/setup/archived.ts";
import { InjectedFault, withFaults } from "#tests/setup/fault-injection.ts";
import { scansOf } from "#tests/setup/query-plans.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { keyOfSend } from "#worker/platform/send-key.ts";
import { createArchiveStore } from "./archive.store.ts";
import { createArchiving } from "./archiving.ts";
import { MessageArchive } from "./message-archive.object.ts";

const pair = async () => [await addMember(), await addMember()] as const;
const keysOf = async (member: string) =>
  (
    await env.DB.prepare("SELECT key FROM archived_keys JOIN archive_senders ON id = sender WHERE member_id = ? ORDER BY key")
      .bind(member)
      .all<{ key: number }>()
  ).results.map(({ key }) => key);
const wholeIdsOf = async (member: string) =>
  (
    await env.DB.prepare("SELECT client_id AS id FROM archived_sends WHERE sender_id = ?").bind(member).all<{ id: string }>()
  ).results.map(({ id }) => id);
const without = ({ gift: _, ...row }: Record<string, unknown>) => row;

test("old messages move whole and in order; newer ones, the seq and the list's time stay", async () => {
  const [anna, ben] = await pair();
  const id = await addTalk(anna, ben, [50, 49, 31, 29, 1]);
  await addGift(anna, ben, id, 3);
  const before = await inDatabase(id);
  expect(before).toHaveLength(5);
  expect(await headOf(id)).toMatchObject({ archived_seq: 0, oldest_at: NOW - 50 * DAY });
  expect(await move(id)).toBe(3);
  const moved = await archived(id);
  expect(moved.map(without)).toEqual(before.slice(0, 3).map(({ conversation_id: _, ...row }) => row));
  expect(moved.map(({ text }) => text)).toEqual([1, 2, 3].map(textOf));
  expect(JSON.parse(String(moved[2]?.gift))).toMatchObject({ id: "rose" });
  expect(await inDatabase(id)).toEqual(before.slice(3));
  expect(await headOf(id)).toEqual({ archived_seq: 3, last_seq: 5, oldest_at: NOW - 29 * DAY, pool: "liaison" });
  expect(await move(id)).toBe(0);
  expect(await archived(id)).toHaveLength(3);
  // The whole rest moves; the next message begins anew.
  expect(await move(id, 0)).toBe(2);
  expect(await headOf(id)).toMatchObject({ archived_seq: 5, oldest_at: null });
  await addTalk(anna, ben, [0]);
  expect(await headOf(id)).toMatchObject({ archived_seq: 5, last_seq: 6, oldest_at: NOW });
});

test("a thousand messages move in bounded steps", async () => {
  const [anna, ben] = await pair();
  const id = await addTalk(anna, ben, [40]);
  await runSql(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      SELECT ?1, i, ?1 || i, 'many' || i, ?2, 'text', 'word', 1, ?3 FROM n`,
    id,
    anna,
    NOW - 39 * DAY,
  );
  expect(await move(id)).toBe(1000);
  expect((await archived(id)).map(({ seq }) => seq)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  expect(await inDatabase(id)).toEqual([]);
  expect(await keysOf(anna)).toHaveLength(1000);
  expect(await wholeIdsOf(anna), "debits that a refund looks for").toHaveLength(1000);
});

test("a number stays of an archived message; its client id too where an entry of its own paid it", async () => {
  const [anna, ben] = await pair();
  const id = await addTalk(anna, ben, [40, 40, 39, 39, 38, 38, 37, 36, 1]);
  await addGift(anna, ben, id, 5);
  await runSql("UPDATE messages SET price = seq IN (3, 5) WHERE conversation_id = ?", id);
  const rows = await inDatabase(id);
  const idsOf = (sender: string, ...seqs: number[]) =>
    rows.filter((row) => row.sender_id === sender && seqs.includes(row.seq)).map((row) => String(row.client_id));
  const numbers = (ids: string[]) => ids.map(keyOfSend).toSorted((a, b) => a - b);
  expect(await move(id, 38.5)).toBe(4);
  expect(await keysOf(anna)).toEqual(numbers(idsOf(anna, 1, 3)));
  expect(await move(id)).toBe(4);
  expect(await keysOf(anna)).toEqual(numbers(idsOf(anna, 1, 3, 5, 7)));
  expect(await keysOf(ben)).toEqual(numbers(idsOf(ben, 2, 4, 6, 8)));
  expect(await wholeIdsOf(anna)).toEqual(idsOf(anna, 3));
  expect(await wholeIdsOf(ben)).toEqual([]);
});

test("interrupted before or after any step, the move is repeated and loses and doubles nothing", async () => {
  const run = async (stop: number) => {
    const [anna, ben] = await pair();
    const id = await addTalk(anna, ben, [...agesFrom(40, 6), 2]);
    const before = await inDatabase(id);
    const counter = { left: stop, taken: 0 };
    await runInDurableObject(archiveOf(id), async (_, state) => {
      const object = new MessageArchive(state, env, withFaults(source, counter));
      await object.move(id, NOW - 30 * DAY).catch((error) => {
        if (!(error instanceof InjectedFault)) throw error;
      });
    });
    const seen = new Set([...(await archived(id)), ...(await inDatabase(id))].map(({ seq }) => seq));
    expect([...seen].toSorted(), `stopped at ${stop}`).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await move(id);
    expect((await archived(id)).map(without), `stopped at ${stop}`).toEqual(
      before.slice(0, 6).map(({ conversation_id: _, ...row }) => row),
    );
    expect(await inDatabase(id), `stopped at ${stop}`).toEqual(before.slice(6));
    expect(await headOf(id)).toMatchObject({ archived_seq: 6, last_seq: 7 });
    return counter.taken;
  };
  const total = await run(Number.POSITIVE_INFINITY);
  expect(total).toBe(4);
  for (let stop = 0; stop < total; stop++) await run(stop);
});

test("a message that changes between copy and deletion stays, and moves as it is then", async () => {
  const [anna, ben] = await pair();
  const id = await addTalk(anna, ben, [40, 39, 38]);
  const changing = {
    ...source,
    async commit(...[conversation, chunk]: Parameters<typeof source.commit>) {
      await runSql("UPDATE messages SET read_at = ? WHERE conversation_id = ? AND seq = 2", NOW, id);
      return source.commit(conversation, chunk);
    },
  };
  const moved = await runInDurableObject(archiveOf(id), (_, state) =>
    new MessageArchive(state, env, changing).move(id, NOW - 30 * DAY),
  );
  expect(moved).toBe(0);
  expect(await headOf(id)).toMatchObject({ archived_seq: 0 });
  expect(await inDatabase(id)).toHaveLength(3);
  expect(await archived(id), "what was copied in vain").toEqual([]);
  expect(await keysOf(anna), "a message that has not moved can be sent again").toEqual([]);
  expect(await move(id)).toBe(3);
  expect((await archived(id))[1]).toMatchObject({ seq: 2, read_at: NOW });
});

test("a conversation that ends during the move leaves nothing in the archive", async () => {
  for (const when of ["next", "commit"] as const) {
    const [anna, ben] = await pair();
    const id = await addTalk(anna, ben, [40, 39]);
    const ending = {
      ...source,
      [when]: async (...values: [string, never]) => {
        await runSql("DELETE FROM conversations WHERE id = ?", id);
        return (source[when] as (...all: unknown[]) => Promise<unknown>)(...values);
      },
    } as typeof source;
    await runInDurableObject(archiveOf(id), (_, state) => new MessageArchive(state, env, ending).move(id, NOW));
    expect(await archived(id), when).toEqual([]);
  }
});

test("a killed move's copy is checked by the alarm: gone with its conversation, else cut to what D1 lacks", async () => {
  for (const ended of [true, false]) {
    const [anna, ben] = await pair();
    const id = await addTalk(anna, ben, [40, 39]);
    const dying = { ...source, commit: () => Promise.reject(new InjectedFault("killed")) };
    await runInDurableObject(archiveOf(id), async (_, state) => {
      const object = new MessageArchive(state, env, dying);
      await expect(object.move(id, NOW)).rejects.toThrow(InjectedFault);
      expect(await state.storage.getAlarm()).not.toBeNull();
    });
    expect(await archived(id)).toHaveLength(2);
    if (ended) await runSql("DELETE FROM conversations WHERE id = ?", id);
    await runInDurableObject(archiveOf(id), async (object, state) => {
      await object.alarm();
      expect(await state.storage.getAlarm()).toBeNull();
    });
    expect(await archived(id)).toEqual([]);
    expect(await inDatabase(id)).toHaveLength(ended ? 0 : 2);
  }
});

test("a column that is new since the last move is stored, and older rows have none", async () => {
  const [anna, ben] = await pair();
  const id = await addTalk(anna, ben, [40, 39]);
  const renamed = {
    ...source,
    async next(...of: Parameters<typeof source.next>) {
      const chunk = await source.next(...of);
      return chunk && { ...chunk, rows: chunk.rows.map((row) => row.replace("{", '{"mood":"gay",')) };
    },
    commit: source.commit,
  };
  await runInDurableObject(archiveOf(id), (_, state) => new MessageArchive(state, env, source).move(id, NOW - 39.5 * DAY));
  await runInDurableObject(archiveOf(id), (_, state) =>
    new MessageArchive(state, env, {
      ...renamed,
      commit: async (at, chunk) =>
        source.commit(at, { ...chunk, rows: chunk.rows.map((row) => row.replace('"mood":"gay",', "")) }),
    }).move(id, NOW),
  );
  expect((await archived(id)).map(({ seq, mood }) => [seq, mood])).toEqual([
    [1, null],
    [2, "gay"],
  ]);
});

test("the sweep finds what is due by its pool's longest setting, on an index, whole days of them, and a day late", async () => {
  await runSql("UPDATE conversations SET oldest_at = NULL");
  const [anna, ben] = await pair();
  const [due, almost] = [await addTalk(anna, ben, [31.6]), await addTalk(await addMember(), ben, [31.4])];
  const [long, other] = [await addMember({ pool: "slow" }), await addMember({ pool: "slow" })];
  const slow = await addTalk(long, other, [60]);
  await runSql(`INSERT INTO domains (id, pool, settings, updated_at) VALUES
    ('slow1', 'slow', '{"settings":{"archive_after":90}}', 1), ('slow2', 'slow', '{"settings":{"archive_after":5}}', 1)`);
  const archive = { move: vi.fn(async () => 1), erase: vi.fn() };
  const archiving = createArchiving({ store: source, archive });
  await archiving.sweep(NOW);
  expect(archive.move.mock.calls).toEqual([[due, Date.parse("2026-10-23T00:00:00Z")]]);
  await runSql("UPDATE domains SET settings = '{\"settings\":{\"archive_after\":50}}' WHERE id = 'slow1'");
  archive.move.mockClear();
  await archiving.sweep(NOW + 0.6 * DAY);
  expect(archive.move.mock.calls.map(([id]: unknown[]) => id).toSorted()).toEqual([due, almost, slow].toSorted());
  await runSql("DELETE FROM domains WHERE pool = 'slow'");
  const scans = await scansOf(async (db) => {
    const store = createArchiveStore(connect(db));
    await createArchiving({ store, archive }).sweep(NOW);
    await archived(due);
    const chunk = await store.next(due, NOW);
    if (chunk) await store.commit(due, chunk);
  });
  expect(scans.filter((scan) => !/^SCAN (domains|d|CONSTANT)\b/.test(scan))).toEqual([]);
});

test("conversations that always fail delay no others", async () => {
  const written = vi.spyOn(console, "error").mockReturnValue();
  const stuck = new Set(Array.from({ length: 200 }, (_, index) => `stuck ${index}`));
  const tried = new Set<string>();
  const store = {
    ...source,
    due: async () => [...[...stuck].map((id) => ({ id, before: 0 })), { id: "free", before: 0 }],
    erasures: async () => [],
  };
  const archive = {
    erase: vi.fn(),
    move: async (id: string) => {
      tried.add(id);
      if (stuck.has(id)) throw new Error("no");
      return 1;
    },
  };
  for (let tick = 0; tick < 2; tick++) await createArchiving({ store, archive }).sweep(tick * MINUTE);
  written.mockRestore();
  expect(tried).toContain("free");
});

test("the end of a conversation erases its archive, again and again until it is done", async () => {
  const [anna, ben] = await pair();
  const id = await addTalk(anna, ben, [40, 39, 1]);
  await move(id);
  await runSql("DELETE FROM conversations WHERE id = ?", id);
  expect(await archived(id)).toHaveLength(2);
  const erase = vi.fn<(id: string, upTo: number) => Promise<void>>().mockRejectedValueOnce(new Error("lost"));
  erase.mockImplementation(async (conversation, upTo) => archiveOf(conversation).erase(upTo, null));
  const archiving = createArchiving({ store: source, archive: { move: vi.fn(), erase } });
  await archiving.erase(NOW);
  expect(await archived(id)).toHaveLength(2);
  await archiving.erase(NOW + MINUTE);
  expect(erase).toHaveBeenCalledTimes(1);
  await archiving.erase(NOW + 10 * MINUTE);
  expect(await archived(id)).toEqual([]);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM archive_erasures").first("n")).toBe(0);
  await runInDurableObject(archiveOf(id), async (_, state) => expect([...state.storage.kv.list()]).toEqual([]));
});

test("the database refuses a boundary that goes back or beyond the last message", async () => {
  const [anna, ben] = await pair();
  const id = await addTalk(anna, ben, [40, 39, 1]);
  await move(id);
  for (const seq of [1, 4])
    await expect(runSql("UPDATE conversations SET archived_seq = ? WHERE id = ?", seq, id)).rejects.toThrow("out of order");
});

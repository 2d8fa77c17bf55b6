import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { LAST_SEQ, runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWalkStore } from "#worker/platform/walk.store.ts";
import { RUNS } from "#worker/server/wiring/walks.ts";

const NOW = Date.now();
const d1 = countedD1(env.DB);
const store = createWalkStore(connect(d1.db));
const placeOf = (name: string) => env.DB.prepare("SELECT place FROM sweeps WHERE name = ?").bind(name).first<number>("place");

/** A member with one open lot, whose run is so old, in minutes. Answers how many entries have ended it. */
async function sendPaid(age: number): Promise<() => Promise<number | null>> {
  const sender = await addMember({ credits: 5 });
  const chat = await writeMessage(await addMember(), sender);
  await runSql(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, lot_id, created_at)
      SELECT ?1, ${LAST_SEQ} + 1, ?2, ?2, ?3, 'text', 'Hello', 1, (SELECT id FROM lots WHERE account_id = ?3), ?4 FROM conversations WHERE id = ?1`,
    ...[chat, newId(), sender, NOW - age * MINUTE],
  );
  const entries = "SELECT count(*) AS n FROM ledger WHERE account_id = ? AND messages = 1";
  return () => env.DB.prepare(entries).bind(sender).first<number>("n");
}

test("a run of messages is entered in the ledger after an hour of silence, a younger one stays open", async () => {
  const [old, young] = [await sendPaid(61), await sendPaid(59)];
  expect([await old(), await young()]).toEqual([0, 0]);
  await store.step(RUNS, NOW);
  expect([await old(), await young()]).toEqual([1, 0]);
});

/** Lots of credits from before there were entries. */
const addLots = (account: string, lots: number, open: number) =>
  runSql(
    `INSERT INTO lots (account_id, credits, remaining, open, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) SELECT ?1, 1, ?3, ?3, 0 FROM n`,
    ...[account, lots, open],
  );

test("closed lots keep no run waiting, and where no run has ended nothing is written", async () => {
  const spent = await addMember();
  await addLots(spent, 6000, 0);
  const old = await sendPaid(61);
  d1.take();
  await store.step(RUNS, NOW);
  expect(d1.take().rows).toBeLessThan(500);
  expect(await old()).toBe(1);
  d1.takeWritten();
  await store.step(RUNS, NOW);
  expect(d1.takeWritten()).toBe(0);
});

test("each open lot is looked at once a round, in as many steps as they fill", async () => {
  const rich = await addMember();
  await addLots(rich, 5100, 1);
  const runs = [await sendPaid(61), await sendPaid(61), await sendPaid(61)];
  const entered = async () => Promise.all(runs.map((run) => run()));
  d1.take();
  await store.step(RUNS, NOW);
  expect(d1.take().rows).toBeLessThan(4 * 5000);
  expect(await placeOf(RUNS.name)).toBeGreaterThan(0);
  await store.step(RUNS, NOW);
  expect([await entered(), await placeOf(RUNS.name)]).toEqual([[1, 1, 1], 0]);
  // A place whose lot is gone: the round begins anew.
  const late = await sendPaid(61);
  await runSql("UPDATE sweeps SET place = 1000000 WHERE name = ?", RUNS.name);
  await store.step(RUNS, NOW);
  await store.step(RUNS, NOW);
  expect(await late()).toBe(1);
});

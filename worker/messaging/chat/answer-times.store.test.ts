import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createAnswerTimesStore } from "./answer-times.store.ts";
import { ANSWERS_OF } from "./answer-times.ts";

const { answerTimes, members, preferences } = servicesOf(env);
const NOW = Date.now();
let anna: string;

async function write(from: string, to: string, at: number) {
  const conversation = await writeMessage(from, to, at);
  await runSql("UPDATE participants SET last_sender = ?, last_at = ? WHERE conversation_id = ?", from, at, conversation);
  return conversation;
}
/** Another member writes, and Anna answers an hour later. */
async function chat(other: Promise<string> | string = addMember(), ago = 2 * DAY) {
  const who = await other;
  await write(who, anna, NOW - ago);
  return write(anna, who, NOW - ago + HOUR);
}
const check = async (now = NOW) => answerTimes.check((await memberContext(anna, { now })).viewer, now);
/** What another member's card and profile of Anna say on a day after today. */
async function shown(days = 1, id = anna) {
  const now = NOW + days * DAY;
  const ctx = await memberContext(await addMember(), { now });
  return (await members.member(ctx, { id })).value.profile.answers_within_day;
}

beforeEach(async () => {
  anna = await addMember();
});

test("five quick chats are shown from the next day on, four are not", async () => {
  for (let n = 0; n < 4; n++) await chat();
  await check();
  expect(await shown()).toBe(false);
  await chat();
  await check();
  expect([await shown(0), await shown(1), await shown(3), await shown(4)]).toEqual([false, true, true, false]);
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", anna);
  expect(await shown()).toBe(false);
});

test("the switch ends it at once, and nothing is written while it is off", async () => {
  for (let n = 0; n < 5; n++) await chat();
  await check();
  await preferences.updatePreferences(await memberContext(anna, { now: NOW }), { privacy: { show_answers: false } });
  expect(await shown()).toBe(false);
  const { viewer } = await memberContext(anna, { now: NOW });
  await answerTimes.check({ ...viewer, preferences: { ...viewer.preferences, showAnswers: true } }, NOW);
  expect(await shown(), "a check that began before").toBe(false);
  await preferences.updatePreferences(await memberContext(anna, { now: NOW }), { privacy: { show_answers: true } });
  await check();
  expect(await shown()).toBe(true);
});

test("who left, was blocked, said goodbye, is muted, deleted or fictional is not waiting for an answer", async () => {
  const store = createAnswerTimesStore(connect(env.DB));
  const waiting = async () => (await store.exchanges(anna, NOW - ANSWERS_OF)).filter(({ waits }) => waits).length;
  const ends: Record<string, (other: string, conversation: string) => Promise<unknown>> = {
    left: (other) => runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", other),
    fictional: (other) => runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", other),
    blocked: (other) => runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", anna, other),
    goodbye: (_, id) => runSql("UPDATE conversations SET goodbye_at = 1 WHERE id = ?", id),
    muted: (_, id) => runSql("UPDATE participants SET muted = 1 WHERE conversation_id = ? AND member_id = ?", id, anna),
    deleted: (_, id) => runSql("UPDATE participants SET listed = 0 WHERE conversation_id = ? AND member_id = ?", id, anna),
  };
  for (const [what, end] of Object.entries(ends)) {
    const other = await addMember();
    const conversation = await write(other, anna, NOW - 3 * DAY);
    expect(await waiting(), what).toBe(1);
    await end(other, conversation);
    expect(await waiting(), what).toBe(0);
  }
});

test("a member with many chats costs no more than fifty of them", async () => {
  for (let n = 0; n < 60; n++) await chat(addMember(), 2 * DAY + n * HOUR);
  const { db, take } = countedD1(env.DB);
  const found = await createAnswerTimesStore(connect(db)).exchanges(anna, NOW - ANSWERS_OF);
  expect(found).toHaveLength(50);
  expect(found[0]).toEqual({
    waits: false,
    whole: true,
    messages: [
      { own: false, at: NOW - 2 * DAY },
      { own: true, at: NOW - 2 * DAY + HOUR },
    ],
  });
  const { rows, trips } = take();
  expect(trips).toBe(1);
  expect(rows, "rows read").toBeLessThan(50 * 10);
});

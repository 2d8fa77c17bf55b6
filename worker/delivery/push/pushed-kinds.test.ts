import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import type { QuietHours } from "#db/schema/attributes.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { subscribePush } from "#tests/setup/subscribe-push.ts";
import { nextDigest } from "#worker/delivery/notifications/paces.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { jobAbout, jobsOf, type PushJob, privatePhotosJob, reportJob, requestJob } from "./jobs.ts";
import type { PushPayload } from "./payload.ts";
import { createPushStore } from "./push.store.ts";
import { createPushes } from "./pushes.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
let anna: string;
let ben: string;
let sent: PushPayload[];
let queued: PushJob[];

const pushes = createPushes({
  store: createPushStore(connect(env.DB)),
  send: async (_, { text }) => {
    sent.push(JSON.parse(text) as PushPayload);
    return { is: "sent" };
  },
  enqueue: async (jobs) => void queued.push(...jobs),
  domainOf: servicesOf(env).domainsStore.findById,
  isLooking: async () => false,
});

const prefer = ({ channels = "{}", names = 0, quiet }: { channels?: string; names?: number; quiet?: QuietHours }) =>
  runSql(
    "INSERT OR REPLACE INTO preferences (account_id, channels, push_names, quiet, updated_at) VALUES (?, ?, ?, ?, 0)",
    anna,
    channels,
    names,
    quiet ? JSON.stringify(quiet) : null,
  );

beforeEach(async () => {
  [anna, ben] = [await addMember({ name: "Anna" }), await addMember({ name: "Ben" })];
  await subscribePush(anna, NOW + 24 * 3600_000);
  [sent, queued] = [[], []];
});

test("daily and weekly news is one push message in the evening, of what is still unseen then", async () => {
  await prefer({});
  const paces = { message: { push: "daily" }, like: { push: "weekly" }, security: { push: "weekly" } };
  await runSql("UPDATE preferences SET paces = ? WHERE account_id = ?", JSON.stringify(paces), anna);
  await runSql("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?)", ben, anna, NOW);
  const conversation = await writeMessage(ben, anna, NOW);
  const message: PushJob = { id: newId(), kind: "message", to: anna, subject: conversation, seq: 1 };
  const like: PushJob = { id: newId(), kind: "like", to: anna, subject: ben };
  await pushes.deliver([message, like, { ...message, id: newId() }], NOW);
  expect(sent).toEqual([]);
  await pushes.deliver([jobAbout("security", anna)], NOW);
  expect(sent.map(({ title }) => title)).toEqual(["Please check your account"]);
  const clock = { id: anna, zone: "Europe/Amsterdam" };
  const told = async (at: number) => {
    [sent, queued] = [[], []];
    await pushes.sweep(at);
    const jobs = queued;
    await pushes.deliver(jobs, at);
    return [jobs.length, sent.length];
  };
  const evening = nextDigest(clock, "daily", NOW);
  expect(await told(evening - 1)).toEqual([0, 0]);
  expect(await told(evening)).toEqual([1, 1]);
  expect(sent).toMatchObject([{ title: "There is news for you", url: "/notifications" }]);
  // The like alone waits for Sunday; a message that is still unread was told.
  await runSql("UPDATE accounts SET new_likes = 0 WHERE id = ?", anna);
  expect(await told(nextDigest(clock, "weekly", NOW))).toEqual([1, 0]);
});

test("a digest does not tell of a kind that was switched off meanwhile, nor during a break", async () => {
  await runSql("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?)", ben, anna, NOW);
  const conversation = await writeMessage(ben, anna, NOW);
  const like: PushJob = { id: newId(), kind: "like", to: anna, subject: ben };
  const message: PushJob = { id: newId(), kind: "message", to: anna, subject: conversation, seq: 1 };
  const paces = JSON.stringify({ message: { push: "daily" }, like: { push: "daily" }, match: { push: "daily" } });
  const evening = nextDigest({ id: anna, zone: "Europe/Amsterdam" }, "daily", NOW);
  const told = async (jobs: PushJob[], then: { channels?: string; paused?: number }) => {
    await runSql("DELETE FROM pushes WHERE account_id = ?", anna);
    await prefer({});
    await runSql("UPDATE preferences SET paces = ? WHERE account_id = ?", paces, anna);
    await pushes.deliver(jobs, NOW);
    await prefer(then);
    await runSql("UPDATE preferences SET paces = ?, paused = ? WHERE account_id = ?", paces, then.paused ?? 0, anna);
    [sent, queued] = [[], []];
    await pushes.sweep(evening);
    await pushes.deliver(queued, evening);
    return [queued.length, sent.length];
  };
  const off = '{"like":{"push":false}}';
  expect(await told([like], {})).toEqual([1, 1]);
  expect(await told([like], { channels: off })).toEqual([1, 0]);
  expect(await told([like, message], { channels: off })).toEqual([1, 1]);
  expect(await told([like, message], { channels: '{"like":{"push":false},"message":{"push":false}}' })).toEqual([1, 0]);
  expect(await told([like, message], { paused: 1 })).toEqual([1, 0]);
});

test("news of a pace that is given up is told within a minute, and the rest at its hour", async () => {
  await runSql("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?)", ben, anna, NOW);
  const conversation = await writeMessage(ben, anna, NOW);
  const { preferencesStore } = servicesOf(env);
  const choose = (paces: Record<string, Record<string, "daily" | "weekly" | null>>) =>
    preferencesStore.change(anna, { channels: {}, paces }, NOW);
  const told = async (at: number) => {
    [sent, queued] = [[], []];
    await pushes.sweep(at);
    await pushes.deliver(queued, at);
    return [queued.length, sent.length];
  };
  const jobs = (): PushJob[] => [
    { id: newId(), kind: "like", to: anna, subject: ben },
    { id: newId(), kind: "message", to: anna, subject: conversation, seq: 1 },
  ];
  const clock = { id: anna, zone: "Europe/Amsterdam" };
  const [evening, sunday] = [nextDigest(clock, "daily", NOW), nextDigest(clock, "weekly", NOW)];
  await runSql("UPDATE sessions SET expires_at = ? WHERE account_id = ?", sunday + 60_000, anna);
  // Both wait in one row.
  await choose({ message: { push: "daily" }, like: { push: "daily" } });
  await pushes.deliver(jobs(), NOW);
  await choose({ like: { push: null } });
  expect(await told(NOW + 60_000)).toEqual([1, 1]);
  expect(await told(evening)).toEqual([1, 1]);
  expect(await told(sunday)).toEqual([0, 0]);
  // Another pace moves what waits, and a kind that was not touched keeps its hour.
  await runSql("DELETE FROM pushes WHERE account_id = ?", anna);
  await choose({ like: { push: "weekly" }, message: { push: "weekly" } });
  await pushes.deliver(jobs(), NOW);
  await choose({ like: { push: "daily" } });
  expect(await told(NOW + 60_000)).toEqual([1, 0]);
  expect([await told(evening), await told(sunday)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test("a gift is pushed by its own switch, in the place of its conversation", async () => {
  const conversation = await writeMessage(ben, anna, NOW);
  const message: PushJob = { id: newId(), kind: "message", to: anna, subject: conversation, seq: 1 };
  const event = { id: "m1", sender: ben, seq: 1, type: "gift" };
  const [gift = message] = jobsOf(anna, [{ type: "message", conversation, message: event }]);
  expect(gift).toMatchObject({ kind: "gift", to: anna, subject: conversation });
  await prefer({ names: 1, channels: '{"message":{"push":false}}' });
  await pushes.deliver([message, gift], NOW);
  expect(sent).toMatchObject([{ title: "A gift from Ben", tag: `chat-${conversation}`, url: `/chats/${conversation}` }]);
  await prefer({ channels: '{"gift":{"push":false}}' });
  await pushes.deliver([{ ...gift, id: newId() }], NOW);
  await pushes.deliver([{ ...message, id: newId() }], NOW);
  expect(sent.slice(1)).toMatchObject([{ title: "You have a new message", tag: `chat-${conversation}` }]);
});

test("a request for private photos and its answer are pushed while they stand, without a name unless it is wanted", async () => {
  const told = async (kind: "photo_request" | "photo_answer") => {
    sent = [];
    await pushes.deliver([{ ...privatePhotosJob(kind, anna, ben), id: newId() }], NOW);
    return sent.map(({ title, url }) => [title, url]);
  };
  const grant = (owner: string, member: string, status: string) =>
    runSql(
      "INSERT INTO photo_grants (owner_id, member_id, status, at) VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET status = excluded.status",
      owner,
      member,
      status,
    );
  expect([await told("photo_request"), await told("photo_answer")]).toEqual([[], []]);
  await grant(anna, ben, "requested");
  await grant(ben, anna, "granted");
  const news = "There is news for you";
  expect(await told("photo_request")).toEqual([[news, "/settings/photo-access"]]);
  expect(await told("photo_answer")).toEqual([[news, `/members/${ben}`]]);
  await prefer({ names: 1 });
  expect(await told("photo_request")).toEqual([["Ben has a request for you", "/settings/photo-access"]]);
  expect(await told("photo_answer")).toEqual([["Ben has answered your request", `/members/${ben}`]]);
  await prefer({ channels: '{"photo_request":{"push":false}}' });
  expect([await told("photo_request"), (await told("photo_answer")).length]).toEqual([[], 1]);
  await prefer({});
  await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", ben);
  expect([await told("photo_request"), await told("photo_answer")]).toEqual([[], []]);
  await runSql("UPDATE profiles SET status = 'active' WHERE id = ?", ben);
  await grant(anna, ben, "refused");
  await grant(ben, anna, "refused");
  expect([await told("photo_request"), await told("photo_answer")]).toEqual([[], []]);
});

test("a request is pushed once while it waits, by its own switch, without a name", async () => {
  const conversation = await writeMessage(ben, anna, NOW);
  const told = async () => {
    sent = [];
    await pushes.deliver([{ ...requestJob(anna, conversation), id: newId() }], NOW);
    return sent.map(({ title, url }) => [title, url]);
  };
  expect(await told()).toEqual([]);
  await runSql(
    "UPDATE participants SET request = 'open', last_seq = 1 WHERE conversation_id = ? AND member_id = ?",
    conversation,
    anna,
  );
  await prefer({ names: 1 });
  expect(await told()).toEqual([["There is news for you", "/chats/requests"]]);
  await prefer({ channels: '{"request":{"push":false}}' });
  expect(await told()).toEqual([]);
  expect(requestJob(anna, conversation)).toEqual(requestJob(anna, conversation));
});

test("a decided report is pushed once, by its switch, and one of the quiet hours in the morning", async () => {
  await pushes.deliver([reportJob(anna, "r1"), reportJob(anna, "r1")], NOW);
  await pushes.deliver([reportJob(anna, "r1")], NOW + 120_000);
  expect(sent).toMatchObject([{ title: "There is news for you", url: "/settings/reports" }]);
  await prefer({ channels: '{"report":{"push":false}}' });
  await pushes.deliver([reportJob(anna, "r2")], NOW);
  expect(sent).toHaveLength(1);
  await prefer({ quiet: { from: "12:00", to: "14:00", zone: "UTC" } });
  await pushes.deliver([reportJob(anna, "r3")], NOW);
  await pushes.sweep(NOW + 2 * 3600_000);
  await pushes.deliver(queued, NOW + 2 * 3600_000);
  expect(sent.slice(1)).toMatchObject([{ title: "There is news for you", url: "/notifications" }]);
});

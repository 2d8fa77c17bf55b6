import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addAwayMember, addLike, readConversation, runSql, writeMessage } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { mailsOver, mailsTo, pageOf } from "#tests/setup/notification-mails.ts";
import { duePaces, nextDigest } from "#worker/delivery/notifications/paces.ts";
import { createBlocksStore } from "#worker/discovery/blocks/blocks.store.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const ZONE = "Europe/Amsterdam";
let open = new Set<string>();
const notificationMails = mailsOver(env.DB, async (id) => open.has(id));

const kindsTo = async (id: string) => (await mailsTo(id)).map(({ template }) => template);
const waiting = async (id: string) =>
  (await env.DB.prepare("SELECT kind FROM news WHERE account_id = ? ORDER BY kind").bind(id).all<{ kind: string }>()).results.map(
    ({ kind }) => kind,
  );
const choose = (id: string, paces: object) =>
  runSql(
    "INSERT INTO preferences (account_id, paces, updated_at) VALUES (?, ?, 0) ON CONFLICT (account_id) DO UPDATE SET paces = excluded.paces",
    id,
    JSON.stringify(paces),
  );
const evening = (id: string, now = NOON) => nextDigest({ id, zone: ZONE }, "daily", now);
const sunday = (id: string, now = NOON) => nextDigest({ id, zone: ZONE }, "weekly", now);
const MAILS = { message: { mail: "daily" }, like: { mail: "daily" } };

beforeEach(async () => {
  open = new Set();
  await env.DB.exec("DELETE FROM news");
});

test("daily news is one mail in the evening, with names and counts, and nothing of it is mailed again", async () => {
  const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
  await choose(ben, MAILS);
  await writeMessage(anna, ben);
  await addLike(anna, ben);
  await addLike(cleo, ben);
  await notificationMails.sweep(NOON + 11 * MINUTE);
  expect([await kindsTo(ben), await waiting(ben)]).toEqual([[], ["like", "like", "message"]]);
  const at = evening(ben);
  await notificationMails.sweep(at - MINUTE);
  expect(await kindsTo(ben)).toEqual([]);
  await notificationMails.sweep(at);
  const [mail] = await mailsTo(ben);
  expect(mail?.template).toBe("digest");
  expect(mail?.text).toContain("1 chat with unread messages: Anna");
  expect(mail?.text).toMatch(/2 new likes: (Anna and Cleo|Cleo and Anna)/);
  expect(mail?.text).not.toContain("nobody else");
  expect(mail?.subject).not.toMatch(/Anna|Cleo/);
  expect(await pageOf(mail?.text)).toBe("/notifications");
  expect(JSON.parse(mail?.headers ?? "{}")).toMatchObject({
    "List-Unsubscribe": expect.stringMatching(new RegExp(`^<https://localhost/ud${ben}[A-Za-z0-9_-]{43}>$`)),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  await runSql("UPDATE preferences SET paces = NULL WHERE account_id = ?", ben);
  await notificationMails.sweep(at + 2 * DAY);
  expect([await kindsTo(ben), await waiting(ben)]).toEqual([["digest"], []]);
});

test("a second digest waits for the next day, and nothing new sends none", async () => {
  const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
  await choose(ben, MAILS);
  await addLike(anna, ben);
  await notificationMails.sweep(NOON + 11 * MINUTE);
  const first = evening(ben);
  await notificationMails.sweep(first);
  await writeMessage(cleo, ben, first + MINUTE);
  for (let minutes = 11; minutes < 4 * 60; minutes += 30) await notificationMails.sweep(first + minutes * MINUTE);
  expect(await kindsTo(ben)).toEqual(["digest"]);
  await notificationMails.sweep(evening(ben, first));
  await notificationMails.sweep(evening(ben, first + DAY));
  expect(await kindsTo(ben)).toEqual(["digest", "digest"]);
});

test("what was read, blocked or left meanwhile is in no digest, and an empty one is not sent", async () => {
  const [anna, ben, cleo, dora] = [
    await addAwayMember("Anna"),
    await addAwayMember("Ben"),
    await addAwayMember("Cleo"),
    await addAwayMember("Dora"),
  ];
  await choose(ben, MAILS);
  await choose(dora, MAILS);
  const read = await writeMessage(anna, ben);
  await writeMessage(cleo, ben);
  await addLike(anna, ben);
  await addLike(anna, dora);
  await notificationMails.sweep(NOON + 11 * MINUTE);
  await readConversation(read, ben);
  await createBlocksStore(connect(env.DB)).block(ben, cleo, "liaison", NOON);
  await runSql("UPDATE likes SET is_new = 0 WHERE liked_id = ?", dora);
  const [bens, doras] = [evening(ben), evening(dora)];
  await notificationMails.sweep(Math.min(bens, doras));
  await notificationMails.sweep(Math.max(bens, doras));
  const [mail] = await mailsTo(ben);
  expect(mail?.text).toContain("1 new like: Anna");
  expect(mail?.text).not.toMatch(/chat|Cleo/);
  // All is of one kind.
  expect(await pageOf(mail?.text)).toBe("/likes/received");
  expect([await kindsTo(dora), await waiting(dora), await waiting(ben)]).toEqual([[], [], []]);
});

test("weekly news comes on Sundays, with what is daily, however old it is by then", async () => {
  const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  await choose(ben, { message: { mail: "daily" }, like: { mail: "weekly" } });
  const sent = sunday(ben);
  const before = sent - 6 * DAY;
  await addLike(anna, ben);
  await runSql("UPDATE likes SET created_at = ? WHERE liked_id = ?", before, ben);
  await runSql("DELETE FROM news WHERE account_id = ?", ben);
  await runSql("INSERT INTO news VALUES (?, 'like', ?, ?, ?)", ben, anna, before, before);
  await runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", before - DAY, ben);
  for (let at = before; at < sent; at += 6 * HOUR) await notificationMails.sweep(at);
  expect([await kindsTo(ben), await waiting(ben)]).toEqual([[], ["like"]]);
  await writeMessage(anna, ben, sent - HOUR);
  await notificationMails.sweep(sent - 30 * MINUTE);
  await notificationMails.sweep(sent);
  const [mail] = await mailsTo(ben);
  expect(mail?.text).toMatch(/1 chat with unread messages: Anna[\s\S]*1 new like: Anna/);
});

test("kinds of another pace keep theirs, and a member who is here is told when away", async () => {
  const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  await choose(ben, { like: { mail: "daily" } });
  await writeMessage(anna, ben);
  await addLike(anna, ben);
  await notificationMails.sweep(NOON + 11 * MINUTE);
  expect(await kindsTo(ben)).toEqual(["unread_message"]);
  open.add(ben);
  const at = evening(ben);
  await notificationMails.sweep(at);
  expect(await kindsTo(ben)).toEqual(["unread_message"]);
  open.delete(ben);
  await notificationMails.sweep(at + 5 * MINUTE);
  expect(await kindsTo(ben)).toEqual(["unread_message", "digest"]);
  expect(duePaces({ id: ben, zone: ZONE }, at + 5 * MINUTE)).toContain("daily");
});

test("of two sweeps that compose a digest at once, one sends it", async () => {
  const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
  await choose(ben, MAILS);
  await writeMessage(anna, ben);
  await addLike(anna, ben);
  await notificationMails.sweep(NOON + 11 * MINUTE);
  const at = evening(ben);
  const held = Promise.withResolvers<void>();
  const composes = Promise.withResolvers<void>();
  const slow = mailsOver(env.DB, async () => false, {
    composing: async () => {
      composes.resolve();
      await held.promise;
    },
  });
  const first = slow.sweep(at);
  await composes.promise;
  // Its lease holds what it tells; another row falls due meanwhile.
  await addLike(cleo, ben);
  await runSql(
    "INSERT OR REPLACE INTO news (account_id, kind, subject, at, due_at) VALUES (?, 'like', ?, ?, ?)",
    ben,
    cleo,
    NOON,
    at,
  );
  await notificationMails.sweep(at);
  held.resolve();
  await first;
  expect(await kindsTo(ben)).toEqual(["digest"]);
  expect((await mailsTo(ben))[0]?.text).toContain("2 new likes");
});

describe("on delivery", () => {
  test("a digest is skipped once all is seen or its kinds are off", async () => {
    const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
    for (const id of [ben, cleo]) {
      await choose(id, MAILS);
      await addLike(anna, id);
    }
    await notificationMails.sweep(NOON + 11 * MINUTE);
    for (const id of [ben, cleo]) await notificationMails.sweep(evening(id));
    expect([await kindsTo(ben), await kindsTo(cleo)]).toEqual([["digest"], ["digest"]]);
    await runSql("UPDATE likes SET is_new = 0 WHERE liked_id = ?", ben);
    await runSql("UPDATE accounts SET new_likes = 0 WHERE id = ?", ben);
    await runSql(
      `UPDATE preferences SET channels = '{"like":{"mail":false},"message":{"mail":false}}' WHERE account_id = ?`,
      cleo,
    );
    const why: unknown[] = [];
    for (const id of [ben, cleo]) {
      const mail = await env.DB.prepare("SELECT id FROM outbox WHERE account_id = ?").bind(id).first<string>("id");
      await servicesOf(env).outbox.deliver(mail ?? "", NOON + 30 * HOUR);
      why.push(await env.DB.prepare("SELECT last_error FROM outbox WHERE id = ?").bind(mail).first("last_error"));
    }
    expect(why).toEqual(["seen", "off"]);
  });

  test("a digest is asked for the kinds it told, whatever else waits and whatever their pace is now", async () => {
    const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
    for (const id of [ben, cleo]) {
      await choose(id, MAILS);
      await addLike(anna, id);
    }
    await notificationMails.sweep(NOON + 11 * MINUTE);
    for (const id of [ben, cleo]) await notificationMails.sweep(evening(id));
    // Ben has seen the like; an unread message came after the digest. Cleo is told of all at once now.
    await runSql("UPDATE accounts SET new_likes = 0 WHERE id = ?", ben);
    await writeMessage(anna, ben, NOON + 12 * HOUR);
    await choose(cleo, {});
    const ends: unknown[] = [];
    for (const id of [ben, cleo]) {
      const mail = await env.DB.prepare("SELECT id FROM outbox WHERE account_id = ?").bind(id).first<string>("id");
      await servicesOf(env).outbox.deliver(mail ?? "", NOON + 30 * HOUR);
      ends.push(await env.DB.prepare("SELECT status, last_error FROM outbox WHERE id = ?").bind(mail).first());
    }
    expect(ends).toEqual([
      { status: "skipped", last_error: "seen" },
      { status: "sent", last_error: null },
    ]);
  });
});

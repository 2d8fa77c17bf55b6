import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addAwayMember, addLike, readConversation, runSql, writeMessage } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { mailsOver, mailsTo, pageOf } from "#tests/setup/notification-mails.ts";
import { createBlocksStore } from "#worker/discovery/blocks/blocks.store.ts";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

let open = new Set<string>();

const notificationMails = mailsOver(env.DB, async (id) => open.has(id));

const kindsTo = async (id: string) => (await mailsTo(id)).map(({ template }) => template);
const pending = async (id: string) =>
  (await env.DB.prepare("SELECT kind FROM news WHERE account_id = ?").bind(id).all()).results.length;

beforeEach(async () => {
  open = new Set();
  await env.DB.exec("DELETE FROM news");
});

test("a waiting mail is dropped once its receiver has read, seen or blocked what it reports", async () => {
  const [anna, ben, cleo, dora] = [
    await addAwayMember("Anna"),
    await addAwayMember("Ben"),
    await addAwayMember("Cleo"),
    await addAwayMember("Dora"),
  ];
  const [toBen, toCleo] = [await writeMessage(anna, ben), await writeMessage(anna, cleo)];
  await writeMessage(anna, dora);
  await addLike(anna, ben);
  await addLike(anna, dora);
  await notificationMails.sweep(NOON + 11 * MINUTE);
  await readConversation(toBen, ben);
  await runSql("UPDATE likes SET is_new = 0 WHERE liked_id = ?", ben);
  await createBlocksStore(connect(env.DB)).block(cleo, anna, "liaison", NOON);
  expect(await env.DB.prepare("SELECT 1 FROM conversations WHERE id = ?").bind(toCleo).first()).toBeNull();
  const { results } = await env.DB.prepare("SELECT id FROM outbox WHERE account_id IN (?, ?, ?)").bind(ben, cleo, dora).all();
  for (const { id } of results) await servicesOf(env).outbox.deliver(id as string, NOON + 3 * HOUR);
  const states = async (id: string) =>
    (
      await env.DB.prepare("SELECT template, status, last_error AS why FROM outbox WHERE account_id = ? ORDER BY template")
        .bind(id)
        .all()
    ).results;
  expect(await states(ben)).toEqual([
    { template: "new_like", status: "skipped", why: "seen" },
    { template: "unread_message", status: "skipped", why: "seen" },
  ]);
  expect(await states(cleo)).toEqual([{ template: "unread_message", status: "skipped", why: "seen" }]);
  expect((await states(dora)).map(({ status }) => status)).toEqual(["sent", "sent"]);
});

test("a mail that cannot be composed holds up no other", async () => {
  const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
  await runSql(
    `CREATE TRIGGER no_mail BEFORE INSERT ON outbox WHEN NEW.account_id = '${ben}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  await writeMessage(anna, ben);
  await writeMessage(anna, cleo, NOON + 1);
  await notificationMails.sweep(NOON + 11 * MINUTE);
  await runSql("DROP TRIGGER no_mail");
  expect([await kindsTo(ben), await kindsTo(cleo)]).toEqual([[], ["unread_message"]]);
  await notificationMails.sweep(NOON + 22 * MINUTE);
  expect(await kindsTo(ben)).toEqual(["unread_message"]);
});

test("a request is mailed once while it waits, and not as a message", async () => {
  const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  const conversation = await writeMessage(anna, ben);
  const side = "WHERE conversation_id = ? AND member_id = ?";
  await runSql(`UPDATE participants SET request = 'open', listed = 0, unread = 0, last_seq = 1 ${side}`, conversation, ben);
  await env.DB.exec("DELETE FROM news");
  await writeMessage(anna, ben, NOON);
  await runSql(`UPDATE participants SET unread = 0 ${side}`, conversation, ben);
  await notificationMails.sweep(NOON + 10 * MINUTE);
  const [mail] = await mailsTo(ben);
  expect([mail?.template, await pageOf(mail?.text)]).toEqual(["new_request", "/chats/requests"]);
  expect(mail?.text).toContain("From: Anna");
  await writeMessage(anna, ben, NOON + HOUR);
  await notificationMails.sweep(NOON + 30 * HOUR);
  await runSql(`UPDATE participants SET request = 'declined' ${side}`, conversation, ben);
  await writeMessage(anna, ben, NOON + 31 * HOUR);
  await notificationMails.sweep(NOON + 60 * HOUR);
  expect([await kindsTo(ben), await pending(ben)]).toEqual([["new_request"], 0]);
});

describe("an unread message", () => {
  test("is mailed unless its chat is muted", async () => {
    const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
    const muted = await writeMessage(anna, ben);
    await writeMessage(anna, cleo);
    await runSql("UPDATE participants SET muted = 1 WHERE conversation_id = ?", muted);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    expect([await kindsTo(ben), await kindsTo(cleo)]).toEqual([[], ["unread_message"]]);
  });

  test("is mailed to a member away for ten minutes, once until it is read, without its text", async () => {
    const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
    const conversation = await writeMessage(anna, ben);
    await notificationMails.sweep(NOON + 9 * MINUTE);
    expect(await kindsTo(ben)).toEqual([]);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    const [mail] = await mailsTo(ben);
    expect(mail?.text).toContain("From: Anna");
    expect(await pageOf(mail?.text)).toBe(`/chats/${conversation}`);
    expect(mail?.text + (mail?.html ?? "")).not.toContain("nobody else");
    expect(mail?.subject).not.toMatch(/Anna|Ben/);
    expect(JSON.parse(mail?.headers ?? "{}")).toMatchObject({
      "List-Unsubscribe": expect.stringMatching(new RegExp(`^<https://localhost/um${ben}[A-Za-z0-9_-]{43}>$`)),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });

    // Messages of the same conversation belong to the same mail.
    await writeMessage(anna, ben, NOON + 30 * MINUTE);
    await notificationMails.sweep(NOON + 3 * HOUR);
    expect(await kindsTo(ben)).toEqual(["unread_message"]);
    await readConversation(conversation, ben);
    await writeMessage(anna, ben, NOON + 4 * HOUR);
    await notificationMails.sweep(NOON + 4 * HOUR + 10 * MINUTE);
    expect(await kindsTo(ben)).toEqual(["unread_message", "unread_message"]);
    expect(await kindsTo(anna)).toEqual([]);
  });

  test("is not mailed once read, nor to an online member before they leave", async () => {
    const [anna, ben, cleo, dora] = [
      await addAwayMember("Anna"),
      await addAwayMember("Ben"),
      await addAwayMember("Cleo", 0),
      await addAwayMember("Dora"),
    ];
    await readConversation(await writeMessage(anna, ben), ben);
    await writeMessage(anna, cleo);
    await writeMessage(anna, dora);
    open.add(dora);
    await runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", NOON + 5 * MINUTE, cleo);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    expect([await kindsTo(ben), await kindsTo(cleo), await kindsTo(dora), await pending(ben)]).toEqual([[], [], [], 0]);
    open.clear();
    await notificationMails.sweep(NOON + 15 * MINUTE);
    expect([await kindsTo(cleo), await kindsTo(dora)]).toEqual([["unread_message"], []]);
    await notificationMails.sweep(NOON + 20 * MINUTE);
    expect(await kindsTo(dora)).toEqual(["unread_message"]);
  });

  test("shares one mail with others, which names three senders", async () => {
    const ben = await addAwayMember("Ben");
    for (const [i, name] of ["Ada", "Bea", "Cleo", "Dora"].entries())
      await writeMessage(await addAwayMember(name), ben, NOON - 4 + i);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    const [mail, ...more] = await mailsTo(ben);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("From: Ada, Bea, Cleo, and others");
    expect(await pageOf(mail?.text)).toBe("/chats");
    // The next mail of this kind waits one hour.
    await writeMessage(await addAwayMember("Edda"), ben, NOON + 11 * MINUTE);
    await notificationMails.sweep(NOON + 30 * MINUTE);
    expect((await mailsTo(ben)).length).toBe(1);
    await notificationMails.sweep(NOON + 70 * MINUTE);
    expect((await mailsTo(ben)).length).toBe(2);
  });
});

describe("likes and matches", () => {
  test("likes of a day come in one mail; a match is mailed to the member who did not make it, as a match only", async () => {
    const [anna, ben, cleo] = [await addAwayMember("Anna"), await addAwayMember("Ben"), await addAwayMember("Cleo")];
    await addLike(anna, ben);
    await addLike(cleo, ben, NOON + MINUTE);
    await notificationMails.sweep(NOON + 11 * MINUTE);
    expect((await mailsTo(ben))[0]?.text).toContain("Likes from: Anna and Cleo");
    await addLike(await addAwayMember("Dora"), ben, NOON + HOUR);
    await notificationMails.sweep(NOON + 3 * HOUR);
    expect(await kindsTo(ben)).toEqual(["new_like"]);
    await notificationMails.sweep(NOON + 25 * HOUR);
    expect(await kindsTo(ben)).toEqual(["new_like", "new_like"]);

    await addLike(ben, anna, NOON + 26 * HOUR);
    await notificationMails.sweep(NOON + 27 * HOUR);
    expect([await kindsTo(anna), (await kindsTo(ben)).length]).toEqual([["new_match"], 2]);
    expect(await pageOf((await mailsTo(anna))[0]?.text)).toBe("/likes/matches");
  });

  test("a like that was seen, announced or taken back is not mailed; liked again it is not mailed again", async () => {
    const ben = await addAwayMember("Ben");
    const [seen, announced, gone, fickle] = [
      await addAwayMember("A"),
      await addAwayMember("B"),
      await addAwayMember("C"),
      await addAwayMember("D"),
    ];
    for (const from of [seen, announced, gone]) await addLike(from, ben);
    await runSql("UPDATE likes SET is_new = 0 WHERE liker_id = ?", seen);
    await runSql("UPDATE likes SET announced_at = 1 WHERE liker_id = ?", announced);
    await runSql("DELETE FROM likes WHERE liker_id = ?", gone);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    expect([await kindsTo(ben), await pending(ben)]).toEqual([[], 0]);
    for (const day of [0, 1, 2]) {
      await addLike(fickle, ben, NOON + day * 25 * HOUR);
      await notificationMails.sweep(NOON + day * 25 * HOUR + 10 * MINUTE);
      await runSql("DELETE FROM likes WHERE liker_id = ?", fickle);
    }
    expect(await kindsTo(ben)).toEqual(["new_like"]);
  });

  test("a fictional profile is called that", async () => {
    const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
    await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", anna);
    await addLike(anna, ben);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    const [mail] = await mailsTo(ben);
    for (const said of [mail?.text, mail?.html]) expect(said).toContain("Likes from: Anna (Fictional profile)");
  });

  test("a message of a fictional profile is said to be written by staff", async () => {
    const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
    await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", anna);
    await writeMessage(anna, ben);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    const [mail] = await mailsTo(ben);
    for (const said of [mail?.text, mail?.html]) expect(said).toContain("Anna (Fictional profile · Written by our staff)");
  });
});

describe("no mail goes out", () => {
  const closed: [who: string, sql: string][] = [
    ["has deleted the account", "UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?"],
    ["has not confirmed", "UPDATE accounts SET status = 'not_confirmed' WHERE id = ?"],
    ["has paused", "INSERT INTO preferences (account_id, paused, updated_at) VALUES (?, 1, 0)"],
    [
      "does not want to be",
      `INSERT INTO preferences (account_id, channels, updated_at) VALUES (?, '{"like":{"mail":false}}', 0)`,
    ],
    ["complained", `UPDATE accounts SET notifications_disabled = '["fbl"]' WHERE id = ?`],
    ["is out of reach", `UPDATE accounts SET notifications_disabled = '["bounce"]' WHERE id = ?`],
    ["is fictional", "UPDATE profiles SET fictional = 1 WHERE id = ?"],
  ];
  test.each(closed)("who %s", async (_, sql) => {
    const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
    await addLike(anna, ben);
    await runSql(sql, ben);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    expect([await kindsTo(ben), await pending(ben)]).toEqual([[], 0]);
  });

  test("about a blocked, withdrawn or erased member, or about events of three days ago", async () => {
    const ben = await addAwayMember("Ben");
    const [blocker, blocked, hidden, gone] = [
      await addAwayMember("A"),
      await addAwayMember("B"),
      await addAwayMember("C"),
      await addAwayMember("D"),
    ];
    for (const from of [blocker, blocked, hidden, gone]) await addLike(from, ben);
    await addLike(await addAwayMember("E"), ben, NOON - 72 * HOUR);
    await runSql(
      "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0), (?, ?, 0)",
      blocker,
      ben,
      ben,
      blocked,
    );
    await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", hidden);
    await runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", gone);
    await notificationMails.sweep(NOON + 10 * MINUTE);
    expect([await kindsTo(ben), await pending(ben)]).toEqual([[], 0]);
    // A withdrawn member can still send messages.
    await writeMessage(hidden, ben);
    await writeMessage(gone, ben);
    await notificationMails.sweep(NOON + 20 * MINUTE);
    expect((await mailsTo(ben))[0]?.text).toContain("From: C\n");
  });
});

test("the wired service runs", async () => {
  expect(await servicesOf(env).notificationMails.sweep(0)).toEqual({ mails: 0 });
});

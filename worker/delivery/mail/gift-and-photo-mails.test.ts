import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addAwayMember, readConversation, runSql, writeMessage } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { mailsOver, mailsTo, pageOf } from "#tests/setup/notification-mails.ts";
import { createBlocksStore } from "#worker/discovery/blocks/blocks.store.ts";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const notificationMails = mailsOver(env.DB, async () => false);
const kindsTo = async (id: string) => (await mailsTo(id)).map(({ template }) => template);
const pending = async (id: string) =>
  (await env.DB.prepare("SELECT kind FROM news WHERE account_id = ?").bind(id).all()).results.length;

beforeEach(async () => {
  await env.DB.exec("DELETE FROM news");
});

describe("a gift", () => {
  const prefer = (id: string, off: string) =>
    runSql(`INSERT INTO preferences (account_id, channels, updated_at) VALUES (?, '{"${off}":{"mail":false}}', 0)`, id);
  const sweepAt = (minutes: number) => notificationMails.sweep(NOON + minutes * MINUTE);
  let anna: string;
  let ben: string;
  beforeEach(async () => {
    [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  });

  test("is mailed as a gift, once, with the messages of its conversation", async () => {
    const conversation = await writeMessage(anna, ben);
    await writeMessage(anna, ben, NOON + MINUTE, "gift");
    await sweepAt(11);
    const [mail, ...more] = await mailsTo(ben);
    expect([mail?.template, more]).toEqual(["new_gift", []]);
    expect(mail?.text).toContain("From: Anna");
    expect(mail?.subject).not.toMatch(/Anna|Ben/);
    expect(await pageOf(mail?.text)).toBe(`/chats/${conversation}`);
    expect(mail?.headers).toContain(`/ug${ben}`);
    await writeMessage(anna, ben, NOON + 20 * MINUTE);
    await writeMessage(anna, ben, NOON + 21 * MINUTE, "gift");
    await sweepAt(180);
    expect(await kindsTo(ben)).toEqual(["new_gift"]);
  });

  test("that came after the mail about a message of its conversation is not mailed until that is read", async () => {
    const conversation = await writeMessage(anna, ben);
    await sweepAt(10);
    await writeMessage(anna, ben, NOON + 20 * MINUTE, "gift");
    await sweepAt(120);
    expect(await kindsTo(ben)).toEqual(["unread_message"]);
    await readConversation(conversation, ben);
    await writeMessage(anna, ben, NOON + 130 * MINUTE, "gift");
    await sweepAt(140);
    expect(await kindsTo(ben)).toEqual(["unread_message", "new_gift"]);
  });

  test("that was read leaves a later message a message", async () => {
    const conversation = await writeMessage(anna, ben, NOON, "gift");
    await readConversation(conversation, ben);
    await writeMessage(anna, ben, NOON + MINUTE);
    await sweepAt(11);
    expect(await kindsTo(ben)).toEqual(["unread_message"]);
  });

  test("is not mailed to who wants no mails about gifts, and a message beside it is", async () => {
    await prefer(ben, "gift");
    await writeMessage(anna, ben, NOON, "gift");
    await sweepAt(10);
    expect([await kindsTo(ben), await pending(ben)]).toEqual([[], 0]);
    await writeMessage(anna, ben, NOON + 20 * MINUTE);
    await sweepAt(30);
    expect(await kindsTo(ben)).toEqual(["unread_message"]);
  });

  test("is mailed to who wants no mails about messages", async () => {
    await prefer(ben, "message");
    await writeMessage(anna, ben);
    await sweepAt(10);
    expect([await kindsTo(ben), await pending(ben)]).toEqual([[], 0]);
    await writeMessage(anna, ben, NOON + 20 * MINUTE, "gift");
    await sweepAt(30);
    expect(await kindsTo(ben)).toEqual(["new_gift"]);
  });

  test("shares the distance between two mails with messages of others", async () => {
    await writeMessage(await addAwayMember("Cleo"), ben);
    await writeMessage(anna, ben, NOON + MINUTE, "gift");
    await sweepAt(11);
    expect(await kindsTo(ben)).toEqual(["new_gift"]);
    await sweepAt(70);
    expect(await kindsTo(ben)).toEqual(["new_gift"]);
    await sweepAt(71);
    expect(await kindsTo(ben)).toEqual(["new_gift", "unread_message"]);
    expect((await mailsTo(ben))[1]?.text).toContain("From: Cleo\n");
  });
});

describe("private photos", () => {
  let anna: string;
  let ben: string;
  const ask = (who: string, owner: string, at = NOON) =>
    runSql(
      `INSERT INTO photo_grants (owner_id, member_id, status, at) VALUES (?, ?, 'requested', ?)
       ON CONFLICT DO UPDATE SET status = 'requested', at = excluded.at`,
      owner,
      who,
      at,
    );
  const answer = (status: "granted" | "refused", at: number, owner = ben, who = anna) =>
    runSql("UPDATE photo_grants SET status = ?, at = ? WHERE owner_id = ? AND member_id = ?", status, at, owner, who);
  beforeEach(async () => {
    [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  });

  test("a request is mailed to their owner, with others of the day in one mail, and anew if it is made anew", async () => {
    await ask(anna, ben);
    await ask(await addAwayMember("Cleo"), ben, NOON + MINUTE);
    await notificationMails.sweep(NOON + 11 * MINUTE);
    const [mail] = await mailsTo(ben);
    expect(mail?.text).toContain("From: Anna and Cleo");
    expect((mail?.subject ?? "") + (mail?.text ?? "").split("\n")[0]).not.toMatch(/Anna|photo/i);
    expect(await pageOf(mail?.text)).toBe("/settings/photo-access");
    await answer("refused", NOON + HOUR);
    await ask(anna, ben, NOON + 31 * 24 * HOUR);
    await notificationMails.sweep(NOON + 32 * 24 * HOUR);
    expect(await kindsTo(ben)).toEqual(["photo_request", "photo_request"]);
    expect(await kindsTo(anna)).toEqual([]);
  });

  test("photos shown are mailed to who asked, a refusal and photos shown again at once are not", async () => {
    await ask(anna, ben);
    await answer("refused", NOON + MINUTE);
    await notificationMails.sweep(NOON + 20 * MINUTE);
    expect([await kindsTo(anna), await kindsTo(ben)]).toEqual([[], []]);
    await answer("granted", NOON + HOUR);
    await notificationMails.sweep(NOON + HOUR + 10 * MINUTE);
    expect(await kindsTo(anna)).toEqual(["photo_answer"]);
    expect(await pageOf((await mailsTo(anna))[0]?.text)).toBe(`/members/${ben}`);
    for (const [status, hours] of [
      ["refused", 3],
      ["granted", 4],
    ] as const)
      await answer(status, NOON + hours * HOUR);
    await notificationMails.sweep(NOON + 6 * HOUR);
    expect(await kindsTo(anna)).toEqual(["photo_answer"]);
  });

  const undone: [what: string, change: () => Promise<unknown>][] = [
    ["was decided", () => answer("refused", NOON + MINUTE)],
    ["came from a member who has left", () => runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", anna)],
    ["came from an invisible member without a chat", () => runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", anna)],
    ["came from a blocked member", () => createBlocksStore(connect(env.DB)).block(ben, anna, "liaison", NOON)],
    [
      "is of a kind that is off",
      () =>
        runSql(
          `INSERT INTO preferences (account_id, channels, updated_at) VALUES (?, '{"photo_request":{"mail":false}}', 0)`,
          ben,
        ),
    ],
  ];
  test.each(undone)("a request that %s is not mailed", async (_, change) => {
    await ask(anna, ben);
    await change();
    await notificationMails.sweep(NOON + 10 * MINUTE);
    expect([await kindsTo(ben), await pending(ben)]).toEqual([[], 0]);
  });

  test("an answer that was seen, on the profile or in the list of news, is not mailed", async () => {
    const cleo = await addAwayMember("Cleo");
    for (const who of [anna, cleo]) {
      await ask(who, ben);
      await answer("granted", NOON + MINUTE, ben, who);
    }
    await runSql("INSERT INTO visits (visited_id, visitor_id, at) VALUES (?, ?, ?)", ben, anna, NOON + 2 * MINUTE);
    await runSql("UPDATE accounts SET news_seen_at = ? WHERE id = ?", NOON + 2 * MINUTE, cleo);
    await notificationMails.sweep(NOON + 20 * MINUTE);
    expect([await kindsTo(anna), await kindsTo(cleo), await pending(anna), await pending(cleo)]).toEqual([[], [], 0, 0]);
  });

  test("a mail that waits to be sent is dropped once the request is decided or the answer seen", async () => {
    const cleo = await addAwayMember("Cleo");
    await ask(anna, ben);
    await ask(ben, cleo);
    await answer("granted", NOON + MINUTE, cleo, ben);
    await notificationMails.sweep(NOON + 11 * MINUTE);
    await answer("refused", NOON + 12 * MINUTE);
    await runSql("UPDATE accounts SET news_seen_at = ? WHERE id = ?", NOON + 12 * MINUTE, ben);
    const { results } = await env.DB.prepare("SELECT id FROM outbox WHERE account_id = ?").bind(ben).all();
    expect(results).toHaveLength(2);
    for (const { id } of results) await servicesOf(env).outbox.deliver(id as string, NOON + 3 * HOUR);
    const reasons = await env.DB.prepare("SELECT last_error AS why FROM outbox WHERE account_id = ?").bind(ben).all();
    expect(reasons.results).toEqual([{ why: "seen" }, { why: "seen" }]);
  });
});

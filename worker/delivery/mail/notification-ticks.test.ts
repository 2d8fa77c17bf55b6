import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addAwayMember, runSql, writeMessage } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { mailsOver, mailsTo } from "#tests/setup/notification-mails.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { createNotificationMailsStore } from "./notification-mails.store.ts";

const notificationMails = mailsOver(env.DB, async () => false);
const kindsTo = async (id: string) => (await mailsTo(id)).map(({ template }) => template);
const pending = async (id: string) =>
  (await env.DB.prepare("SELECT kind FROM news WHERE account_id = ?").bind(id).all()).results.length;

test("several ticks at once send one mail, and one that dies half-way loses nothing", async () => {
  const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  await writeMessage(anna, ben);
  await Promise.all(Array.from({ length: 4 }, () => notificationMails.sweep(NOON + 10 * MINUTE)));
  expect(await kindsTo(ben)).toEqual(["unread_message"]);
  const cleo = await addAwayMember("Cleo");
  await writeMessage(anna, cleo);
  await createNotificationMailsStore(connect(env.DB)).claim([cleo], NOON + 10 * MINUTE, 10 * MINUTE, 100);
  await notificationMails.sweep(NOON + 19 * MINUTE);
  expect(await kindsTo(cleo)).toEqual([]);
  await notificationMails.sweep(NOON + 20 * MINUTE);
  expect(await kindsTo(cleo)).toEqual(["unread_message"]);
});

test("a mail composed during a change of address goes to the new one, and counts only then", async () => {
  const [anna, ben] = [await addAwayMember("Anna"), await addAwayMember("Ben")];
  await writeMessage(anna, ben);
  const meanwhile = mailsOver(env.DB, async (id) => {
    await runSql("UPDATE accounts SET email = 'new-address@example.org' WHERE id = ?", id);
    return false;
  });
  await meanwhile.sweep(NOON + 10 * MINUTE);
  expect(await mailsTo(ben)).toEqual([]);
  expect(await pending(ben)).toBe(1);
  await notificationMails.sweep(NOON + 20 * MINUTE);
  expect(await kindsTo(ben)).toEqual(["unread_message"]);
  expect(await env.DB.prepare("SELECT recipient FROM outbox WHERE account_id = ?").bind(ben).first("recipient")).toBe(
    "new-address@example.org",
  );
});

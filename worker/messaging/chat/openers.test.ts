import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addAccount, contextAs, openSession } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { chat, changes } = servicesOf(env);

let sender: { id: string; cookie: string };
beforeEach(async () => {
  const account = await addAccount({ credits: 500, paid: true });
  sender = { id: account.id, cookie: await openSession(account) };
});

/** "sent", or the code at the field. */
async function send(text: string, { now = NOON, to = "" } = {}): Promise<string> {
  const profile = to || (await addMember({ name: `Name${newId().slice(0, 6)}` }));
  const ctx = await contextAs(sender.cookie, { now });
  return chat.sendMessage(ctx, { profile, text, client_id: newId() }).then(
    () => "sent",
    (error: unknown) => {
      if (error instanceof AppError) return error.fields[0]?.code ?? error.code;
      throw error;
    },
  );
}
const template = (n: number) =>
  `Hello number ${n}!${"!".repeat(n % 3)} Write to me on my other page, it is free ${"😘".repeat(n % 4)}`;
const openerCount = () => env.DB.prepare("SELECT count(*) AS n FROM openers WHERE member_id = ?").bind(sender.id).first("n");

test("nearly the same first message goes to ten members, the eleventh is refused at its field", async () => {
  for (let n = 0; n < 10; n++) expect(await send(template(n))).toBe("sent");
  expect(await send(template(10))).toBe("opener_repeated");
  expect(await openerCount()).toBe(10);
  expect(await send("Your cello! Which piece do you play at the moment?")).toBe("sent");
  expect(await send(template(11), { now: NOON + 8 * DAY })).toBe("sent");
});

test("no more than ten of several first messages sent at once pass", async () => {
  const outcomes = await Promise.all(Array.from({ length: 14 }, (_, n) => send(template(n))));
  expect(outcomes.filter((outcome) => outcome === "sent").length).toBeLessThanOrEqual(10);
  expect(outcomes.filter((outcome) => !["sent", "opener_repeated", "conflict"].includes(outcome))).toEqual([]);
  expect(await openerCount()).toBe(outcomes.filter((outcome) => outcome === "sent").length);
});

test("a week of different first messages does not push the equal ones out", async () => {
  for (let n = 0; n < 10; n++) await send(template(n));
  await send("Your cello! Which piece do you play at the moment?");
  await runSql(
    `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 200)
    INSERT INTO openers (member_id, seq, sketch, created_at)
    SELECT member_id, seq + value, sketch, created_at FROM openers, n WHERE member_id = ? AND seq = 11`,
    sender.id,
  );
  expect(await send(template(10))).toBe("opener_repeated");
});

test("a deleted conversation does not forget its first message", async () => {
  for (let n = 0; n < 10; n++) await send(template(n));
  await runSql("DELETE FROM conversations WHERE started_by = ?", sender.id);
  expect(await send(template(10))).toBe("opener_repeated");
});

let begun = 0;
/** The code at the field, or "edited"; of the first message of a new conversation. */
async function editOpener(first: string, text: string): Promise<string> {
  const ctx = await contextAs(sender.cookie, { now: NOON + ++begun });
  const { message } = await chat.sendMessage(ctx, { profile: await addMember(), text: first, client_id: newId() });
  return changes.editMessage(ctx, { conversation: message.conversation, seq: 1, text }).then(
    () => "edited",
    (error: AppError) => error.fields[0]?.code ?? error.code,
  );
}

test("the refused text is not reached by editing another first message into it, a typo is mended freely", async () => {
  const harmless = ["Your cello! Which piece?", "Lisbon in May, was it warm?", "Two dogs, and they get along?"];
  for (let n = 0; n < 8; n++) expect(await send(template(n))).toBe("sent");
  expect(await editOpener(harmless[0] as string, template(8))).toBe("edited");
  expect(await openerCount()).toBe(10);
  expect(await editOpener(harmless[1] as string, template(9))).toBe("edited");
  expect(await editOpener(harmless[2] as string, template(10))).toBe("opener_repeated");
  expect(await send(template(11))).toBe("opener_repeated");
  const before = await openerCount();
  expect(await editOpener("I saw yuor photo of the lake", "I saw your photo of the lake")).toBe("edited");
  expect(await openerCount()).toBe(Number(before) + 1);
});

test("an edit sent three times, two of them at once, is made and counted once", async () => {
  const ctx = await contextAs(sender.cookie);
  const { message } = await chat.sendMessage(ctx, { profile: await addMember(), text: "Hello", client_id: newId() });
  const edit = async () =>
    (await changes.editMessage(ctx, { conversation: message.conversation, seq: 1, text: "Your cello! Which piece?" })).message
      .text;
  const texts = [...(await Promise.all([edit(), edit()])), await edit()];
  expect(texts).toEqual(Array(3).fill("Your cello! Which piece?"));
  expect(await openerCount()).toBe(2);
});

test("a ready line and later messages of a conversation are not counted", async () => {
  const { t } = await contextAs(sender.cookie);
  const ready = [t("chat.icebreaker.lines.1"), t("chat.firstLines.interest.coffee"), t("chat.firstLines.prompt.laugh")];
  for (const line of ready) for (let n = 0; n < 12; n++) expect(await send(line, { now: NOON + n * DAY })).toBe("sent");
  const to = await addMember();
  for (let n = 0; n < 12; n++) expect(await send("Are you there?", { to })).toBe("sent");
  expect(await openerCount()).toBe(1);
});

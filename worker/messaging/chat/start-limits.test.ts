import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { api, type Person, person, say } from "#tests/setup/talk.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";

let ben: Person;

const paid = async (credits = 10) => {
  const who = await person({ credits });
  await runSql("UPDATE accounts SET paid_user = 1 WHERE id = ?", who.id);
  return who;
};
/** Each halves the number twice: of 40 two leave 2. */
const upheld = async (who: Person, ago = 0) => {
  const id = newId();
  await runSql(
    `INSERT INTO decisions (id, reference, domain_id, pool, member_id, report_id, about, kind, reason, decided_by, created_at)
      VALUES (?, ?, 'liaison', 'liaison', ?, ?, 'profile', 'warning', 'scam', 'x', ?)`,
    ...[id, id, who.id, id, Date.now() - ago],
  );
  return id;
};
const limits = async (who: Person) => (await api<CallOutput<"firstContacts">>(who, "GET", "first-contacts.php")).body;
const write = async (who: Person, to: Person) => {
  const { status, body } = await api(who, "POST", "chat.php", { profile: to.id, text: "Hello", client_id: crypto.randomUUID() });
  return status === 201 ? "sent" : body.error;
};

beforeEach(async () => {
  ben = await paid();
});

test("upheld reports lower the number, and one that is reversed, lifted or old no longer does", async () => {
  expect((await limits(ben)).most).toBe(40);
  const [first, second] = [await upheld(ben), await upheld(ben)];
  await upheld(ben, 91 * 86_400_000);
  const { most, upheld: counting } = await limits(ben);
  expect([most, counting.map(({ halvings }) => halvings)]).toEqual([2, [2, 2]]);
  await runSql("UPDATE decisions SET objected_at = 1, outcome = 'reversed' WHERE id = ?", first);
  expect((await limits(ben)).most).toBe(10);
  await runSql("UPDATE decisions SET lifted_at = 1 WHERE id = ?", second);
  expect((await limits(ben)).most).toBe(40);
  // What no report led to is no upheld report.
  await runSql("UPDATE decisions SET report_id = NULL WHERE id = ?", await upheld(ben));
  expect((await limits(ben)).most).toBe(40);
});

test("facts of verification raise it", async () => {
  await runSql("UPDATE profiles SET main_photo = 'x' WHERE id = ?", ben.id);
  await runSql("UPDATE profiles SET verified = 1 WHERE id = ?", ben.id);
  await runSql("UPDATE accounts SET created_at = 0 WHERE id = ?", ben.id);
  const { most, growth } = await limits(ben);
  expect(most).toBe(40 + 5 + 10 + 5);
  expect(growth.filter(({ counts }) => counts).map(({ fact }) => fact)).toEqual(["photo", "verified", "member", "paid"]);
});

test("over the number nothing is sent or bought, the text says when the next one is free, and begun chats go on", async () => {
  for (let i = 0; i < 2; i++) await upheld(ben);
  const [ann, cleo, dora] = [await person(), await person(), await person()];
  await say(ben, ann, "Hello");
  await say(ben, cleo, "Hello");
  const { begun, next_at } = await limits(ben);
  expect(begun).toBe(2);
  expect(Date.parse(next_at ?? "")).toBeGreaterThan(Date.now());
  await runSql("UPDATE accounts SET credits = 0 WHERE id = ?", ben.id);
  expect(await write(ben, dora)).toMatchObject({
    code: "too_many_conversations",
    message: expect.stringMatching(/free .*\d{4}.*\d\d:\d\d/),
    retry_after: expect.any(Number),
  });
  expect(await write(ben, ann)).toMatchObject({ code: "not_enough_credits" });
});

test("another account in the same browser has no room of its own, nor has who blocks and begins again", async () => {
  const [ann, cleo, other] = [await person(), await person(), await paid()];
  for (const who of [ben, ben, other, other]) await upheld(who);
  await say(ben, ann, "Hello");
  await say(ben, cleo, "Hello");
  expect((await limits(other)).begun).toBe(0);
  await runSql("UPDATE sessions SET device = 'first' WHERE account_id = ?", ben.id);
  await runSql("UPDATE sessions SET device = 'second', former = 'first' WHERE account_id = ?", other.id);
  await api(ben, "POST", "block.php", { profile: ann.id });
  await api(ben, "DELETE", "block.php", { profile: ann.id });
  expect([(await limits(ben)).begun, (await limits(other)).begun]).toEqual([2, 0]);
  // Neither the number nor a time tells what the other account did.
  expect((await limits(other)).next_at).toBe(null);
  const refused = await write(other, await person());
  expect(refused).toMatchObject({ code: "too_many_conversations", message: expect.stringContaining("within 24 hours") });
  expect(refused).not.toMatchObject({ retry_after: expect.any(Number) });
  expect(refused).not.toMatchObject({ message: expect.stringMatching(/\d{4}|\d\d:\d\d/) });
});

test("many log-ins of one account give it no room of its own", async () => {
  const [other, ann] = [await paid(), await person()];
  for (const who of [ben, ben, other, other]) await upheld(who);
  await say(ben, ann, "Hello");
  await say(other, ann, "Hello");
  const chain = [ben, other].flatMap((who) => Array.from({ length: 25 }, () => who.id));
  for (const [index, id] of chain.entries())
    await runSql(
      `INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, country, last_seen_at, created_at, expires_at, device, former)
        VALUES (?, ?, 'liaison', '', '', ?, ?, ?, ?, ?)`,
      ...[newId(), id, index, index, index, `browser-${index}`, index === 0 ? null : `browser-${index - 1}`],
    );
  for (const who of [ben, other])
    expect(await write(who, await person()), who === ben ? "first" : "second").toMatchObject({ code: "too_many_conversations" });
});

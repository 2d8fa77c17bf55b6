import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAwayMember, runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { mailsOver } from "#tests/setup/notification-mails.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { nextDigest } from "#worker/delivery/notifications/paces.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { MEMBERS_A_MINUTE, TOGETHER } from "./notification-mails.ts";

/** Of the queue in wrangler.toml, and of an invocation. */
const MESSAGES_AT_ONCE = 10;
const SUBREQUESTS = 1000;
const LIKES = 3;

async function addMany(many: number): Promise<string[]> {
  const all = Array.from({ length: many }, () => newId());
  const ids = JSON.stringify(all);
  await runSql(
    `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
     SELECT value, 'liaison', 'liaison', value || '@example.org', '', 'en', 'active', 't', 0, 's', 0, 0 FROM json_each(?)`,
    ids,
  );
  await runSql(
    `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
     SELECT value, 'liaison', value, value, 'active', 'female', 'male', '1990-01-01', 'NL', 0, 0 FROM json_each(?)`,
    ids,
  );
  return all;
}

test("it reads in proportion to what is due, not to the members there are, and hands over all but a few", async () => {
  const ids = await addMany(3000);
  const anna = await addAwayMember("Anna");
  await runSql(
    "INSERT INTO likes (liker_id, liked_id, created_at) SELECT ?, value, ? FROM json_each(?)",
    anna,
    NOON,
    JSON.stringify(ids),
  );
  const { db, take } = countedD1(env.DB);
  const queue: string[][] = [];
  const idle = mailsOver(db, async () => false, { queue });
  await idle.sweep(NOON + 9 * MINUTE);
  const nothing = take();
  expect(nothing.rows, "nothing due").toBeLessThan(10);
  const { mails } = await idle.sweep(NOON + 10 * MINUTE);
  const busy = take();
  expect(mails).toBe(TOGETHER);
  expect(queue.flat()).toHaveLength(MEMBERS_A_MINUTE - TOGETHER);
  expect(busy.rows, "a thousand due of three thousand, and ten told").toBeLessThan(MEMBERS_A_MINUTE * 2 + TOGETHER * 24);
  expect(busy.trips).toBeLessThan(TOGETHER + 8);
  await runSql("DELETE FROM news WHERE kind = 'like'");
});

test("an evening of 100,000 digests, each of several likes, is told as it begins, within the subrequests of an invocation", async () => {
  const members = await addMany(MEMBERS_A_MINUTE);
  const likers = JSON.stringify(members.slice(0, LIKES));
  const all = JSON.stringify(members.slice(LIKES));
  const evening = Math.max(...members.map((id) => nextDigest({ id, zone: "Europe/Amsterdam" }, "daily", NOON)));
  await runSql(
    `INSERT INTO preferences (account_id, paces, updated_at) SELECT value, '{"like":{"mail":"daily"}}', 0 FROM json_each(?)`,
    all,
  );
  for (const made of [
    "INSERT INTO likes (liker_id, liked_id, created_at) SELECT l.value, o.value, ? FROM json_each(?) o CROSS JOIN json_each(?) l",
    "INSERT INTO news (account_id, kind, subject, at, due_at) SELECT o.value, 'like', l.value, ?1, ?1 FROM json_each(?2) o CROSS JOIN json_each(?3) l",
  ])
    await runSql(made, NOON, all, likers);
  const { db, take } = countedD1(env.DB);
  const queue: string[][] = [];
  let asked = 0;
  const isOnline = async () => {
    asked++;
    return false;
  };
  const { sweep, tell } = mailsOver(db, isOnline, { queue });
  await sweep(evening);
  expect(queue.flat()).toHaveLength(members.length - LIKES - TOGETHER);
  take();
  asked = 0;
  const { mails } = await tell(queue[0] as string[], evening);
  // Each mail is given to the queue of mails.
  const subrequests = take().trips + asked + mails;
  expect([mails, asked]).toEqual([TOGETHER, TOGETHER]);
  expect(subrequests * MESSAGES_AT_ONCE).toBeLessThan(SUBREQUESTS);
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAwayMember, runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { mailsOver } from "#tests/setup/notification-mails.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";

test("it reads in proportion to what is due, not to the members there are", async () => {
  const many = 3000;
  const ids = JSON.stringify(Array.from({ length: many }, () => newId()));
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
  const anna = await addAwayMember("Anna");
  await runSql("INSERT INTO likes (liker_id, liked_id, created_at) SELECT ?, value, ? FROM json_each(?)", anna, NOON, ids);
  const { db, take } = countedD1(env.DB);
  const idle = mailsOver(db, async () => false);
  await idle.sweep(NOON + 9 * MINUTE);
  const nothing = take();
  expect(nothing.rows, "nothing due").toBeLessThan(10);
  const { mails } = await idle.sweep(NOON + 10 * MINUTE);
  const busy = take();
  expect(mails).toBe(100);
  expect(busy.rows, "a hundred due of three thousand").toBeLessThan(100 * 24);
  expect(busy.trips).toBeLessThan(100 + 8);
});

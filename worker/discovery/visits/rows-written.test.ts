import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import { createWorker } from "#worker/server/worker.ts";

const worker = createWorker(async () => new Response(null, { status: 404 }));
const d1 = countedD1(env.DB);
const bound = { ...env, DB: d1.db };

/** Rows that D1 wrote for a call, and what it leaves to be done after the answer. */
async function written(token: string, path: string, body?: object): Promise<number> {
  const context = createExecutionContext();
  await knowDomain(bound);
  d1.takeWritten();
  const answer = await worker.fetch(
    new Request(`http://localhost/api/${path}`, {
      method: body ? "POST" : "GET",
      body: body && JSON.stringify(body),
      headers: { cookie: `session=${token}; locale=en`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    }) as Parameters<typeof worker.fetch>[0],
    bound,
    context,
  );
  expect(answer.status).toBe(200);
  await waitOnExecutionContext(context);
  return d1.takeWritten();
}

test("a visit writes two rows, a like five, a pass two", async () => {
  const [anna, ben, cleo] = [await addMember(), await addMember(), await addMember()];
  const token = await logIn(anna);
  // The visit is written behind the answer of this call, or of the next one.
  const visit = (await written(token, `member.php?id=${ben}`)) + (await written(token, "preferences.php"));
  expect(visit).toBe(2);
  expect(await written(token, "like.php", { profile: ben })).toBe(5);
  expect(await written(token, "like.php", { profile: ben })).toBe(0);
  expect(await written(token, "swipe.php", { profile: cleo, liked: false })).toBe(2);
});

test("who leaves is written in one row, and so is who comes back soon", async () => {
  const anna = await addMember();
  const token = await logIn(anna);
  const online = async () => {
    const answer = await env.DB.prepare("SELECT away_at FROM profiles WHERE id = ?").bind(anna).first<number>("away_at");
    return answer === null;
  };
  await runSql("UPDATE profiles SET last_active_at = ? WHERE id = ?", Date.now(), anna);
  const accounts = createAccountsStore(connect(d1.db));
  for (const rows of [1, 0]) {
    d1.takeWritten();
    expect(await accounts.endActivity(anna, Date.now())).toBe(rows === 1);
    expect(d1.takeWritten()).toBe(rows);
  }
  expect(await online()).toBe(false);
  expect(await written(token, "preferences.php")).toBe(1);
  expect(await online()).toBe(true);
  expect(await written(token, "preferences.php")).toBe(0);
});

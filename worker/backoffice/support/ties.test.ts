import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { cookieStartedBy, PASSWORD } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { contextOf } from "#tests/setup/context.ts";
import { signUp } from "#tests/setup/signup.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { deviceOf } from "#worker/people/identity/session-token.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { TIES } from "./support.vocabulary.ts";

const { sessions, support } = servicesOf(env);

async function member(): Promise<{ id: string; email: string }> {
  const email = `${newId()}@example.org`;
  const { id } = await signUp({}, { email, name: `T${newId().slice(0, 9)}` });
  return { id, email };
}

/** Returns the secret that the browser keeps after a log-out. */
async function logIn({ email }: { email: string }, device: string | null, network = newId()): Promise<string | null> {
  const answer = await sessions.login(await contextOf({ device, network }), { email, password: PASSWORD });
  return deviceOf(cookieStartedBy(answer));
}

const tiesOf = async (id: string) =>
  (await support.memberFile(staffContext("support", Date.now()), { id })).ties.map(({ member: of, by }) => [by, of]);

test("accounts of one browser are tied, whoever logged in between and out again", async () => {
  const [anna, ben, cleo, other] = [await member(), await member(), await member(), await member()];
  await logIn(other, null);
  const afterAnna = await logIn(anna, null);
  const afterBen = await logIn(ben, afterAnna);
  await logIn(cleo, await logIn(ben, afterBen));
  expect((await tiesOf(anna.id)).toSorted()).toEqual(
    [
      ["device", ben.id],
      ["device", cleo.id],
    ].toSorted(),
  );
  expect((await tiesOf(cleo.id)).toSorted()).toEqual(
    [
      ["device", anna.id],
      ["device", ben.id],
    ].toSorted(),
  );
  expect(await tiesOf(other.id)).toEqual([]);
});

test("accounts of one network are tied, twenty and one more at most, and no row holds the address", async () => {
  const network = "198.51.100.7";
  const [anna, ben, other] = [await member(), await member(), await member()];
  for (const one of [anna, ben]) await logIn(one, null, network);
  await logIn(other, null, "local");
  await logIn(await member(), null, "local");
  expect(await tiesOf(anna.id)).toEqual([["network", ben.id]]);
  expect(await tiesOf(other.id), "a network that nobody knows").toEqual([]);
  const rows = await env.DB.prepare("SELECT * FROM sessions").all();
  expect(JSON.stringify(rows.results)).not.toContain(network);
  const print = await env.DB.prepare(
    "SELECT network FROM sessions WHERE account_id = ? AND network IS NOT NULL ORDER BY rowid DESC",
  )
    .bind(anna.id)
    .first<string>("network");
  await runSql(
    `INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at, network)
      SELECT 'many ' || id, id, 'liaison', '', 1, 2, ?1 FROM accounts WHERE id <> ?2`,
    ...[print, anna.id],
  );
  expect((await tiesOf(anna.id)).length).toBeLessThanOrEqual(TIES + 1);
});

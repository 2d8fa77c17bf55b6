import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { signup } = servicesOf(env);

/** Shuts an address out whose account is gone. */
async function shutOut(email: string, pool: string): Promise<void> {
  const [, print] = await identityHashesOf((text) => hmac(env.PASSWORD_PEPPER, text), { id: "", account: { email } });
  await env.DB.prepare(
    "INSERT INTO exclusions (id, pool, kind, print, scope, until, created_at) VALUES (?, ?, 'email', ?, 'access', ?, 0)",
  )
    .bind(newId(), pool, print, NOON + HOUR)
    .run();
}
const mailsTo = async (email: string) => {
  const { results } = await env.DB.prepare("SELECT template FROM outbox WHERE recipient = ? ORDER BY rowid").bind(email).all();
  return results.map(({ template }) => template);
};
const accounts = (email: string) => env.DB.prepare("SELECT count(*) AS n FROM accounts WHERE email = ?").bind(email).first("n");

test("an address that is shut out makes no account until its day, and is told so", async () => {
  const email = `${newId()}@example.org`;
  await shutOut(email, "liaison");
  const form = signupForm({ email: email.toUpperCase() });
  await expect(signup.signup(await contextOf(), form)).rejects.toMatchObject({
    code: "excluded",
    params: { date: "21 November 2026" },
  });
  expect(await accounts(email)).toBe(0);
  await signup.signup(await contextOf({ now: NOON + HOUR }), form);
  expect(await accounts(email)).toBe(1);
});

test("where accounts are not revealed, an address that is shut out gets the same answer and no account", async () => {
  const host = "velvet.localhost";
  const tracking = await signedSource(env.PASSWORD_PEPPER);
  const { pool } = (await contextOf({ host })).domain;
  const [out, fresh] = [`${newId()}@example.org`, `${newId()}@example.org`];
  await shutOut(out, pool);
  const [first, second] = [
    await signup.signup(await contextOf({ host }), signupForm({ email: out, tracking })),
    await signup.signup(await contextOf({ host }), signupForm({ email: fresh, tracking })),
  ];
  expect([first.value, first.effects]).toEqual([second.value, second.effects]);
  expect([await accounts(out), await accounts(fresh)]).toEqual([0, 1]);
  await expect.poll(async () => (await mailsTo(out)).length).toBe(1);
  expect(await mailsTo(out)).toEqual(["signup_excluded"]);
});

test("on a secret domain an excluded owner's mail reports the exclusion, and does not suggest a log-in", async () => {
  const host = "velvet.localhost";
  const tracking = await signedSource(env.PASSWORD_PEPPER);
  const { pool } = (await contextOf({ host })).domain;
  const email = `${newId()}@example.org`;
  await signup.signup(await contextOf({ host }), signupForm({ email, tracking }));
  await env.DB.prepare("UPDATE accounts SET status = 'active', activated_at = 1 WHERE email = ?").bind(email).run();
  await shutOut(email, pool);
  await signup.signup(await contextOf({ host }), signupForm({ email, tracking }));
  await expect.poll(() => mailsTo(email)).toEqual(["activation", "signup_excluded"]);
});

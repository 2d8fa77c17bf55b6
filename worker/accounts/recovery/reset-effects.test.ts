import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type Account,
  addAccount,
  isOpen,
  logInWith,
  mailsTo,
  NEW_PASSWORD,
  openSession,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { recovery } = servicesOf(env);
const form = (token: string, password = NEW_PASSWORD) => ({ token, password, password_repeat: password });

/** The token of the newest reset mail, which may come after the answer. */
async function resetLink(owner: Account, circumstances: Circumstances = {}): Promise<string> {
  const before = (await mailsTo(owner.email, "password_reset")).length;
  await recovery.requestReset(await contextOf(circumstances), { email: owner.email });
  await expect.poll(() => mailsTo(owner.email, "password_reset")).toHaveLength(before + 1);
  return tokenIn((await mailsTo(owner.email, "password_reset"))[0]);
}
const reset = async (token: string, circumstances: Circumstances = {}, password = NEW_PASSWORD) =>
  outcomeOf(recovery.resetPassword(await contextOf(circumstances), form(token, password)));
const deleted = (owner: Account) =>
  env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = ? WHERE id = ?").bind(NOON, owner.id).run();

describe.each([
  ["tells who is a member", { host: "localhost" }, "liaison"],
  ["tells nobody", { host: "velvet.localhost" }, "velvet"],
])("on a domain that %s", (_, host, pool) => {
  let owner: Account;
  beforeEach(async () => {
    owner = await addAccount({ pool });
  });

  test("a reset ends the lock-out on this device and network only", async () => {
    const here = { ...host, network: "home" };
    for (const circumstances of [here, { ...host, network: "elsewhere" }]) {
      for (let i = 0; i < 5; i++) expect(await logInWith(owner.email, "wrong", circumstances)).toBe("login_failed");
      expect(await logInWith(owner.email, PASSWORD, circumstances)).toBe("login_blocked");
    }
    expect(await reset(await resetLink(owner, here), here)).toBe("accepted");
    expect(await logInWith(owner.email, NEW_PASSWORD, here)).toBe("accepted");
    expect(await logInWith(owner.email, NEW_PASSWORD, { ...host, network: "elsewhere" })).toBe("login_blocked");
  });

  test("a reset ends the device's own lock-out", async () => {
    const device = (await openSession(owner, host.host)).slice(owner.id.length + 1);
    const here = { ...host, device };
    for (let i = 0; i < 5; i++) expect(await logInWith(owner.email, "wrong", here)).toBe("login_failed");
    expect(await logInWith(owner.email, PASSWORD, here)).toBe("login_blocked");
    expect(await reset(await resetLink(owner, here), here)).toBe("accepted");
    expect(await logInWith(owner.email, NEW_PASSWORD, here)).toBe("accepted");
  });

  test("the link confirms the address it went to, and grants what a confirmation grants, once", async () => {
    const newcomer = await addAccount({ pool, status: "not_confirmed", credits: 0 });
    for (const password of ["six quiet lakes", NEW_PASSWORD])
      expect(await reset(await resetLink(newcomer, host), host, password)).toBe("accepted");
    const row = await env.DB.prepare(
      "SELECT a.status, p.status AS profile, a.credits, a.activated_at FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = ?",
    )
      .bind(newcomer.id)
      .first();
    expect(row).toEqual({ status: "active", profile: "active", credits: 10, activated_at: NOON });
    expect(await logInWith(newcomer.email, NEW_PASSWORD, host)).toBe("accepted");
  });

  test("a reset ends a pending change of address and every passkey", async () => {
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO passkeys (id, account_id, rp_id, public_key, name, created_at) VALUES (?1, ?1, 'localhost', '', '', 0)",
      ).bind(owner.id),
      env.DB.prepare(
        "INSERT INTO tokens (hash, kind, account_id, data, created_at, expires_at) VALUES (?1, 'mail_change', ?1, 'x@example.org', 0, ?2)",
      ).bind(owner.id, NOON * 2),
    ]);
    expect(await reset(await resetLink(owner, host), host)).toBe("accepted");
    for (const table of ["passkeys", "tokens"]) {
      const left = env.DB.prepare(
        `SELECT 1 FROM ${table} WHERE account_id = ?${table === "tokens" ? " AND used_at IS NULL" : ""}`,
      );
      expect((await left.bind(owner.id).all()).results, table).toEqual([]);
    }
  });

  test("the link does not open an account deleted meanwhile", async () => {
    const token = await resetLink(owner, host);
    await deleted(owner);
    expect(await reset(token, host)).toBe("link_expired");
  });
});

test("a reset request for a deleted account sends the reactivation mail", async () => {
  const owner = await addAccount();
  await deleted(owner);
  expect(await outcomeOf(recovery.requestReset(await contextOf(), { email: owner.email }))).toBe(
    "email: account_pending_deletion",
  );
  await expect.poll(() => mailsTo(owner.email, "reactivation")).toHaveLength(1);
  const quiet = await addAccount({ pool: "velvet" });
  await deleted(quiet);
  const ctx = await contextOf({ host: "velvet.localhost" });
  expect(await outcomeOf(recovery.requestReset(ctx, { email: quiet.email }))).toBe("accepted");
  await expect.poll(() => mailsTo(quiet.email, "reactivation")).toHaveLength(1);
  expect(await mailsTo(quiet.email, "password_reset")).toEqual([]);
});

test("a link is invalid from its end, and works once even if the clock jumps", async () => {
  const owner = await addAccount();
  const token = await resetLink(owner);
  expect(await reset(token, { now: NOON + 60 * MINUTE })).toBe("link_expired");
  // A clock that is set back shortens nothing and opens nothing else.
  expect(await reset(token, { now: NOON - MINUTE })).toBe("accepted");
  expect(await reset(token, { now: NOON - 2 * MINUTE })).toBe("link_expired");
  expect(await isOpen(await openSession(owner))).toBe(true);
});

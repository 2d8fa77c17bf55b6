import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import {
  addLoggedInMember,
  contextOfMember,
  deleteAccount,
  firstRow,
  type LoggedInMember,
  loginOutcomes,
  reactivate,
  reactivationTokenOf,
  stateOf,
} from "#tests/setup/account-deletion.ts";
import { outcomeOf, PASSWORD } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { sessions, signup, erasure } = servicesOf(env);

let vera: LoggedInMember;
beforeEach(async () => {
  vera = await addLoggedInMember();
});

describe("the states of an account that was deleted, edge by edge", () => {
  test("active → deleted → active", async () => {
    expect(await loginOutcomes(vera)).toEqual({ login: "accepted", reset: "accepted", session: "ok" });
    await deleteAccount(vera);
    expect(await loginOutcomes(vera)).toEqual({
      login: "email: account_pending_deletion",
      reset: "email: account_pending_deletion",
      session: "none",
    });
    await reactivate(await reactivationTokenOf(vera));
    expect(await loginOutcomes(vera)).toEqual({ login: "accepted", reset: "accepted", session: "none" });
    // A second round works like the first.
    const again = { ...vera, token: await logIn(vera.id, NOON + DAY) };
    await deleteAccount(again);
    expect(await stateOf(again)).toBe("deleted/deleted");
  });

  test("where accounts are not revealed, a log-in says no more than for a wrong password", async () => {
    await deleteAccount(vera);
    const ctx = await contextOf({ settings: { reveal_accounts: "no" } });
    expect(await outcomeOf(sessions.login(ctx, { email: vera.email, password: PASSWORD }))).toBe("login_failed");
  });

  test("deleted → erased: nothing opens it, and name and address are free", async () => {
    await deleteAccount(vera);
    const link = await reactivationTokenOf(vera);
    const then = NOON + 15 * DAY;
    const closed = { login: "login_failed", reset: "email: email_unknown", session: "none" };
    await erasure.erase(vera.id, then);
    expect(await loginOutcomes(vera, then)).toEqual(closed);
    // The erasure ends after its last mail is sent.
    await runSql("UPDATE outbox SET status = 'sent' WHERE account_id = ?", vera.id);
    expect(await erasure.erase(vera.id, then)).toBe("erased");
    expect(await stateOf(vera)).toBe("erased/deleted");
    expect(await loginOutcomes(vera, then)).toEqual(closed);
    expect(await outcomeOf(reactivate(link, NOON + DAY))).toBe("link_expired");
    expect(await firstRow("SELECT count(*) AS n FROM accounts WHERE email = ?", vera.email)).toEqual({ n: 0 });
  });

  test("deleted: neither an activation link nor a confirmed address opens it", async () => {
    const zoe = await addLoggedInMember({ status: "not_confirmed" });
    const ctx = await contextOfMember(zoe);
    await signup.activation(ctx);
    const mail = await firstRow<{ text: string }>(
      "SELECT text FROM outbox WHERE account_id = ? AND template = 'activation'",
      zoe.id,
    );
    const token = /\/(a[A-Za-z0-9_-]{43})\s/.exec(mail?.text ?? "")?.[1] ?? "";
    await deleteAccount(zoe);
    expect(token).not.toBe("");
    expect(await outcomeOf(signup.activate(await contextOf(), { token }))).toBe("link_expired");
    expect(await stateOf(zoe)).toBe("deleted/deleted");
  });

  test("only deleted accounts can be restored, and every deleted account has its time", async () => {
    await deleteAccount(vera);
    const link = await reactivationTokenOf(vera);
    await reactivate(link);
    expect(await outcomeOf(reactivate(link))).toBe("link_expired");
    await expect(runSql("UPDATE accounts SET status = 'deleted' WHERE id = ?", vera.id)).rejects.toThrow("says since when");
  });
});

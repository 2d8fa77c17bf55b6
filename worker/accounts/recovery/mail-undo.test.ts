import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import {
  addAccount,
  addResetLink,
  contextAs,
  isOpen,
  logInWith,
  mailsTo,
  NEW_PASSWORD,
  openSession,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from "#tests/setup/accounts.ts";
import {
  changeAddress,
  confirm,
  confirmTokenOf,
  emailOf,
  owner,
  ownSession,
  request,
  resetOwner,
  undo,
  undoTokenOf,
  unusedAddress,
} from "#tests/setup/address-changes.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { contextOfNewcomer, signUp } from "#tests/setup/signup.ts";
import { connect } from "#tests/setup/socket.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { recovery, signup } = servicesOf(env);

beforeEach(() => resetOwner());

describe("the undo", () => {
  test("before the change keeps the address and logs the requester out", async () => {
    const to = unusedAddress();
    const thief = await openSession(owner);
    await request(to, {}, PASSWORD, thief);
    const { email, token } = await recovery.undoMailChange(await contextOf(), { token: await undoTokenOf(owner.email) });
    expect(email).toBe(owner.email);
    expect(await confirm(await confirmTokenOf(to))).toBe("link_expired");
    expect([await isOpen(ownSession), await isOpen(thief)]).toEqual([false, false]);
    expect(await logInWith(owner.email, PASSWORD)).toBe("login_failed");
    const [told, ...more] = await mailsTo(owner.email, "mail_undone");
    for (const words of ["the old password", "no longer work", "http://localhost/reset-password"]) expect(told).toContain(words);
    expect(more).toEqual([]);
    const reset = { token: token ?? "", password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(recovery.resetPassword(await contextOf(), reset))).toBe("accepted");
    expect(await logInWith(owner.email, NEW_PASSWORD)).toBe("accepted");
    // The mail of the undo has said that the old one is over, and that a new one follows.
    expect(await mailsTo(owner.email, "password_changed")).toEqual([]);
  });

  test("a week after the change: the address is back, and nothing that the new one got opens anything", async () => {
    const { from, back } = await changeAddress();
    const later = { now: NOON + 8 * DAY - 1 };
    await env.DB.prepare(
      "INSERT INTO passkeys (id, account_id, rp_id, public_key, name, created_at) VALUES (?1, ?1, 'localhost', '', '', 0)",
    )
      .bind(owner.id)
      .run();
    const reset = await addResetLink(owner, later.now);
    expect(await undo(back, { now: NOON + 8 * DAY })).toBe("link_expired");
    expect(await undo(back, later)).toBe("accepted");
    expect(await emailOf(owner)).toBe(from);
    const form = { token: reset, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(recovery.resetPassword(await contextOf(later), form))).toBe("link_expired");
    expect(await undo(back, later)).toBe("link_expired");
    expect(await recovery.mailChangeLink(await contextOf(later), { token: back })).toEqual({ state: "used", email: null });
    const rows = env.DB.prepare("SELECT count(*) AS n FROM passkeys WHERE account_id = ?").bind(owner.id);
    expect(await rows.first("n")).toBe(0);
  });

  test("ends the thief's session on every way in, at once", async () => {
    const now = Date.now();
    const thief = await openSession(owner, "localhost", now);
    await request(unusedAddress(), { now }, PASSWORD, thief);
    const poll = () => exports.default.fetch("http://localhost/api/user.php", { headers: { cookie: `session=${thief}` } });
    for (let i = 0; i < 2; i++) expect((await poll()).status).toBe(200);
    const socket = await connect(thief);
    await socket.event("hello");
    expect(await undo(await undoTokenOf(owner.email), { now })).toBe("accepted");
    await socket.closedWith(4403);
    expect([(await poll()).status, (await connect(thief)).status]).toEqual([403, 403]);
  });

  test("to the first address wins, even after a thief's own undo", async () => {
    const first = await changeAddress();
    const second = await changeAddress({ now: NOON + MINUTE });
    expect(second.from).toBe(first.to);
    // The thief reads the mail of the second address, and presses its undo.
    expect(await undo(second.back, { now: NOON + 2 * MINUTE })).toBe("accepted");
    expect(await emailOf(owner)).toBe(first.to);
    expect(await undo(first.back, { now: NOON + 3 * MINUTE })).toBe("accepted");
    expect(await emailOf(owner)).toBe(first.from);
    expect(await undo(second.back, { now: NOON + 4 * MINUTE })).toBe("link_expired");
  });

  test("to the first address wins, even over a thief's request that ends later", async () => {
    const first = await changeAddress();
    const second = await changeAddress({ now: NOON - 1 });
    expect(await undo(first.back)).toBe("accepted");
    expect(await undo(second.back)).toBe("link_expired");
    expect(await emailOf(owner)).toBe(first.from);
  });

  test("stays when two later requests claim to be of the moment of the change", async () => {
    const { from, back } = await changeAddress();
    for (const now of [NOON, NOON + 1]) expect(await request(unusedAddress(), { now })).toBe("accepted");
    expect(await undo(back)).toBe("accepted");
    expect(await emailOf(owner)).toBe(from);
  });

  test("takes the later undo with it", async () => {
    const first = await changeAddress();
    const second = await changeAddress({ now: NOON + MINUTE });
    expect(await undo(first.back, { now: NOON + 2 * MINUTE })).toBe("accepted");
    expect(await undo(second.back, { now: NOON + 2 * MINUTE })).toBe("link_expired");
  });

  test("is not stopped by an account that nobody confirmed, only by one that somebody did", async () => {
    const { from, back } = await changeAddress();
    const squatter = await addAccount({ status: "not_confirmed" });
    const squat = (email: string) => env.DB.prepare("UPDATE accounts SET email = ? WHERE id = ?").bind(email, squatter.id).run();
    await squat(from);
    await env.DB.prepare("UPDATE accounts SET status = 'active', activated_at = 1 WHERE id = ?").bind(squatter.id).run();
    expect(await undo(back)).toBe("email: email_taken");
    await env.DB.prepare("UPDATE accounts SET status = 'not_confirmed', activated_at = NULL WHERE id = ?")
      .bind(squatter.id)
      .run();
    expect(await undo(back)).toBe("accepted");
    expect([await emailOf(owner), await emailOf(squatter)]).toEqual([from, `${squatter.id}@unconfirmed.invalid`]);
  });

  test("is not stopped by an account that nobody confirmed and its maker deleted, and no link of that account is left", async () => {
    const { from, back } = await changeAddress();
    const squatter = await signUp({}, { email: from });
    const reset = await addResetLink(squatter);
    const { leaving } = servicesOf(env);
    await leaving.deleteAccount(await contextOfNewcomer(squatter), { password: PASSWORD, reason: "break" });
    const reactivation = tokenIn((await mailsTo(from, "reactivation"))[0]);
    expect(await undo(back)).toBe("accepted");
    expect(await emailOf(owner)).toBe(from);
    expect(await outcomeOf(leaving.reactivate(await contextOf(), { token: reactivation }))).toBe("link_expired");
    const form = { token: reset, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(recovery.resetPassword(await contextOf(), form))).toBe("link_expired");
    const { erasure } = servicesOf(env);
    expect(await erasure.erase(squatter.id, NOON)).toBe("erased");
  });

  test("takes the links of an account that nobody confirmed: they would confirm an address that is none", async () => {
    const { from, back } = await changeAddress();
    const squatter = await signUp({}, { email: from });
    const reset = await addResetLink(squatter);
    expect(await undo(back)).toBe("accepted");
    expect(await outcomeOf(signup.activate(await contextOf(), { token: squatter.link }))).toBe("link_expired");
    const form = { token: reset, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(recovery.resetPassword(await contextOf(), form))).toBe("link_expired");
    expect((await contextOfNewcomer(squatter)).viewer.account.status).toBe("not_confirmed");
  });

  test("of ten presses at once one counts, and its token is the one that works", async () => {
    const { back } = await changeAddress();
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, async () => recovery.undoMailChange(await contextOf(), { token: back })),
    );
    const won = answers.filter((answer) => answer.status === "fulfilled");
    expect(won).toHaveLength(1);
    expect(await mailsTo(owner.email, "mail_undone")).toHaveLength(1);
    const reset = { token: won[0]?.value.token ?? "", password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    expect(await outcomeOf(recovery.resetPassword(await contextOf(), reset))).toBe("accepted");
  });

  test("of a request that a newer one replaced is gone with it", async () => {
    await request(unusedAddress());
    const replaced = await undoTokenOf(owner.email);
    await request(unusedAddress(), { now: NOON + 1 });
    expect(await undo(replaced)).toBe("link_expired");
    expect(await undo(await undoTokenOf(owner.email))).toBe("accepted");
  });

  test("brings back what a thief deleted, by a link to the old address and no other", async () => {
    const { from, to, back } = await changeAddress();
    const { leaving } = servicesOf(env);
    await leaving.deleteAccount(await contextAs(ownSession), { password: PASSWORD, reason: "privacy" });
    await leaving.requestReactivation(await contextOf(), { email: to });
    await expect.poll(() => mailsTo(to, "reactivation")).toHaveLength(2);
    const theirs = (await mailsTo(to, "reactivation")).map(tokenIn);
    const { token } = await recovery.undoMailChange(await contextOf(), { token: back });
    expect(token).toBe(null);
    const reactivate = async (link: string) => outcomeOf(leaving.reactivate(await contextOf(), { token: link }));
    for (const link of theirs) expect(await reactivate(link)).toBe("link_expired");
    await expect.poll(() => mailsTo(from, "reactivation")).toHaveLength(1);
    expect(await reactivate(tokenIn((await mailsTo(from, "reactivation"))[0]))).toBe("accepted");
    const row = await env.DB.prepare(
      "SELECT a.email, a.status, p.status AS profile FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = ?",
    )
      .bind(owner.id)
      .first();
    expect(row).toEqual({ email: from, status: "active", profile: "active" });
    expect(await logInWith(from, PASSWORD)).toBe("login_failed");
  });
});

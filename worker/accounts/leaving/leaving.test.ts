import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import {
  addLoggedInMember,
  contextOfMember,
  deleteAccount,
  firstRow,
  type LoggedInMember,
  reactivate,
  reactivationTokenOf,
  stateOf,
} from "#tests/setup/account-deletion.ts";
import { outcomeOf, PASSWORD } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { logIn } from "#tests/setup/add-member.ts";
import { archiveDeps } from "#tests/setup/archived.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { createLive } from "#worker/delivery/live/objects.ts";
import { createChatStore } from "#worker/messaging/chat/chat.store.ts";
import { createChat } from "#worker/messaging/chat/chat.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createReactivationMail } from "./reactivation-mail.ts";

const { leaving, recovery, accountsStore, chat, likes, unconfirmed } = servicesOf(env);
const chatStore = createChatStore(connect(env.DB));

let vera: LoggedInMember;
let ben: LoggedInMember;
beforeEach(async () => {
  [vera, ben] = [await addLoggedInMember({ name: `Vera${newId()}` }), await addLoggedInMember()];
});

describe("deletion", () => {
  test("asks for the password, says what is lost, and hides the member everywhere at once", async () => {
    await likes.like(await contextOfMember(ben), { profile: vera.id });
    await likes.like(await contextOfMember(vera), { profile: ben.id });
    await chat.sendMessage(await contextOfMember(vera), { profile: ben.id, text: "Hello", client_id: newId() });
    const before = await leaving.departure(await contextOfMember(vera));
    expect(before).toMatchObject({ credits: 9, matches: 1, chats: 1, photos: 0, until: new Date(NOON + 14 * DAY).toISOString() });
    expect([before.refundable, before.offer]).toEqual([[], null]);

    expect(await outcomeOf(deleteAccount(vera, NOON, { password: "not mine" }))).toBe("password: password_wrong");
    expect(await outcomeOf(deleteAccount(vera, NOON, { password: "" }))).toBe("password: required");
    expect(await outcomeOf(deleteAccount(vera, NOON, { text: "x".repeat(501) }))).toBe("text: too_long");
    expect(await stateOf(vera)).toBe("active/active");

    const { value, effects } = await deleteAccount(vera);
    expect(value).toEqual({ deleted: true, until: before.until });
    expect(effects).toEqual({ session: { ended: null } });
    expect(await stateOf(vera)).toBe("deleted/deleted");
    expect(await accountsStore.findViewer(await sha256(vera.token), "liaison", NOON)).toBeNull();
    expect((await likes.likes(await contextOfMember(ben), {})).liked_by).toEqual([]);
    const open = await chat.chat(await contextOfMember(ben), { profile: vera.id });
    expect([open.profile.name, open.refusal, open.messages.length]).toEqual(["Deleted member", "deleted", 1]);
  });

  test("ends sessions, links and pushes, and notifies conversation partners", async () => {
    await runSql(
      "INSERT INTO push_subscriptions (endpoint, account_id, session_hash, domain_id, public_key, p256dh, auth, created_at) SELECT 'https://p.example/x', account_id, token_hash, 'liaison', 'k', 'p', 'a', 0 FROM sessions WHERE account_id = ?",
      vera.id,
    );
    expect(await firstRow("SELECT 1 FROM push_subscriptions WHERE account_id = ?", vera.id)).not.toBeNull();
    await runSql(
      "INSERT INTO tokens (hash, kind, account_id, created_at, expires_at) VALUES (?, 'reset', ?, 0, ?)",
      newId(),
      vera.id,
      NOON + DAY,
    );
    await likes.like(await contextOfMember(vera), { profile: ben.id });
    const inbox = env.INBOX.get(env.INBOX.idFromName(ben.id));
    const { mark } = await inbox.snapshot("s", "likes", "v");
    expect(await inbox.keep("s", Date.now() + DAY, "likes", "v", mark, "with Vera")).toBe(true);
    await deleteAccount(vera);
    expect(await firstRow("SELECT 1 FROM push_subscriptions WHERE account_id = ?", vera.id)).toBeNull();
    expect(await env.DB.prepare("SELECT kind FROM tokens WHERE account_id = ?").bind(vera.id).all()).toMatchObject({
      results: [{ kind: "reactivation" }],
    });
    await expect.poll(() => inbox.snapshot("s", "likes", "v").then(({ body }) => body)).toBeNull();
    await runInDurableObject(env.INBOX.get(env.INBOX.idFromName(vera.id)), async (_, state) => {
      const sessions = [...state.storage.kv.list<{ revoked: boolean }>({ prefix: "session:" })];
      expect(sessions.map(([, { revoked }]) => revoked)).toEqual([true]);
    });
  });

  test("a message on its way is refused and costs nothing", async () => {
    await chat.sendMessage(await contextOfMember(ben), { profile: vera.id, text: "One", client_id: newId() });
    const before = await firstRow<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", ben.id);
    // Vera leaves between the read and the write of Ben's request.
    const written: unknown[] = [];
    const late = createChat({
      cursors: createCursors("test only"),
      ...archiveDeps,
      store: {
        ...chatStore,
        async send(...args) {
          await deleteAccount(vera);
          const sent = await chatStore.send(...args);
          written.push(sent);
          return sent;
        },
      },
      deliveries: { add() {}, waiting: () => null, drop() {} },
      live: createLive(env),
      after: () => {},
    });
    expect(
      await outcomeOf(late.sendMessage(await contextOfMember(ben), { profile: vera.id, text: "Two", client_id: newId() })),
    ).toBe("not_found");
    expect(written).toEqual([null]);
    expect(await firstRow("SELECT credits FROM accounts WHERE id = ?", ben.id)).toEqual(before);
    expect(await firstRow<{ n: number }>("SELECT count(*) AS n FROM messages WHERE sender_id = ?", ben.id)).toEqual({ n: 1 });
  });

  test("stores the leaving reason anonymously", async () => {
    await runSql("DELETE FROM departures");
    await deleteAccount(vera, NOON, { reason: "technical", text: "  The search is slow.  " });
    await deleteAccount(ben, NOON, { reason: "something_else", text: `I am ${ben.email}` });
    const { results } = await env.DB.prepare("SELECT * FROM departures ORDER BY reason DESC").all();
    const row = { id: expect.any(String), domain_id: "liaison", days: 10, paid_user: 0, day: "2026-11-21" };
    expect(results).toEqual([
      { ...row, reason: "technical", text: "The search is slow." },
      { ...row, reason: "something_else", text: null },
    ]);
    expect(results.map(({ id }) => id)).not.toContain(vera.id);
  });

  test("of two concurrent deletions one succeeds; one with an outdated password fails", async () => {
    const contexts = [await contextOfMember(vera), await contextOfMember(vera)];
    const both = contexts.map((ctx) => leaving.deleteAccount(ctx, { password: PASSWORD, reason: "break" }));
    expect((await Promise.all(both.map(outcomeOf))).toSorted()).toEqual(["accepted", "conflict"]);
    expect(await firstRow("SELECT count(*) AS n FROM outbox WHERE account_id = ?", vera.id)).toEqual({ n: 1 });

    const ctx = await contextOfMember(ben);
    await runSql("UPDATE accounts SET password_hash = 'another' WHERE id = ?", ben.id);
    expect(await outcomeOf(leaving.deleteAccount(ctx, { password: PASSWORD, reason: "break" }))).toBe("conflict");
    expect(await stateOf(ben)).toBe("active/active");
  });
});

describe("coming back", () => {
  test("brings everything back as it was, logged in", async () => {
    await likes.like(await contextOfMember(vera), { profile: ben.id });
    expect(await firstRow("SELECT new_likes FROM accounts WHERE id = ?", ben.id)).toEqual({ new_likes: 1 });
    await deleteAccount(vera);
    // Profiles that nobody can open count in no badge.
    expect(await firstRow("SELECT new_likes FROM accounts WHERE id = ?", ben.id)).toEqual({ new_likes: 0 });

    const { value, effects } = await reactivate(await reactivationTokenOf(vera), NOON + 13 * DAY);
    expect(value).toMatchObject({ email: vera.email, status: "active", credits: 10 });
    expect(effects.session).toEqual({ started: expect.stringMatching(new RegExp(`^${vera.id}\\.`)) });
    expect(await stateOf(vera)).toBe("active/active");
    expect(await firstRow("SELECT deleted_at FROM accounts WHERE id = ?", vera.id)).toEqual({ deleted_at: null });
    expect(await firstRow("SELECT is_new, announced_at FROM likes WHERE liker_id = ?", vera.id)).toEqual({
      is_new: 1,
      announced_at: null,
    });
    expect(await firstRow("SELECT new_likes FROM accounts WHERE id = ?", ben.id)).toEqual({ new_likes: 1 });
    // The old session stays closed.
    expect(await accountsStore.findViewer(await sha256(vera.token), "liaison", NOON)).toBeNull();
  });

  test("a hidden profile is hidden again after the restore", async () => {
    await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", vera.id);
    await deleteAccount(vera);
    await reactivate(await reactivationTokenOf(vera));
    expect(await stateOf(vera)).toBe("active/hidden");
  });

  test("confirms the address of who had not: the mail was read, and nobody is erased for never having confirmed it", async () => {
    const zoe = await addLoggedInMember({ status: "not_confirmed", credits: 0 });
    await runSql("UPDATE accounts SET reminders = 2 WHERE id = ?", zoe.id);
    await deleteAccount(zoe);
    const then = NOON + 10 * DAY;
    const { value } = await reactivate(await reactivationTokenOf(zoe), then);
    expect(value).toMatchObject({ status: "active", credits: 10 });
    await runSql("INSERT OR REPLACE INTO sweeps (name, at, steady_since) VALUES ('unconfirmed', ?, ?)", then, then - 2 * DAY);
    await unconfirmed.sweep(then + 60_000);
    expect(await stateOf(zoe)).toBe("active/active");
    // The sign-up credits come once.
    await deleteAccount({ ...zoe, token: await logIn(zoe.id, NOON + 300 * DAY) }, then);
    expect((await reactivate(await reactivationTokenOf(zoe), then + DAY)).value).toMatchObject({ credits: 10 });
  });

  test("confirms the address of a hidden member and keeps the profile hidden", async () => {
    const zoe = await addLoggedInMember({ status: "not_confirmed", credits: 0 });
    await runSql("INSERT INTO preferences (account_id, invisible, updated_at) VALUES (?, 1, 0)", zoe.id);
    await deleteAccount(zoe);
    await reactivate(await reactivationTokenOf(zoe));
    expect(await stateOf(zoe)).toBe("active/hidden");
  });

  test("its link is good for 14 days, on its pool's domains, as those before it are; the first that is used ends all", async () => {
    await deleteAccount(vera);
    const link = await reactivationTokenOf(vera);
    for (const wrong of ["", "r", `r${"x".repeat(43)}`, `a${link.slice(1)}`]) {
      expect(await outcomeOf(reactivate(wrong)), wrong).toBe("link_expired");
    }
    expect(await outcomeOf(reactivate(link, NOON, "curves.localhost"))).toBe("link_expired");
    expect(await outcomeOf(reactivate(link, NOON + 14 * DAY))).toBe("link_expired");

    const send = async (now: number) =>
      leaving.requestReactivation(await contextOf({ now }), { email: vera.email.toUpperCase() });
    expect(await send(NOON + DAY)).toEqual({ sent: true });
    await expect.poll(() => reactivationTokenOf(vera)).not.toBe(link);
    const newest = await reactivationTokenOf(vera);
    // A newer mail does not extend the deadline.
    expect(await outcomeOf(reactivate(newest, NOON + 14 * DAY))).toBe("link_expired");
    const all = [link, newest, link, newest].map((one) => reactivate(one, NOON + 2 * DAY));
    expect((await Promise.all(all.map(outcomeOf))).toSorted()).toEqual([
      "accepted",
      "link_expired",
      "link_expired",
      "link_expired",
    ]);
    expect(await stateOf(vera)).toBe("active/active");
    const states = async () => {
      const ctx = await contextOf({ now: NOON + 3 * DAY });
      const found = await Promise.all([link, newest].map((token) => leaving.reactivationLink(ctx, { token })));
      return found.map(({ state }) => state).toSorted();
    };
    expect(await states()).toContain("used");
    await deleteAccount({ ...vera, token: await logIn(vera.id, NOON + 300 * DAY) }, NOON + 3 * DAY);
    expect(await states()).toEqual(["expired", "expired"]);
    for (const used of [link, newest]) expect(await outcomeOf(reactivate(used, NOON + 3 * DAY))).toBe("link_expired");
  });

  test("no stranger who knows the address ends a link: not by asking for another, nor for a new password", async () => {
    await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", vera.id);
    await deleteAccount(vera);
    const link = await reactivationTokenOf(vera);
    for (let i = 0; i < 2; i++) {
      await leaving.requestReactivation(await contextOf(), { email: vera.email });
      expect(await outcomeOf(recovery.requestReset(await contextOf(), { email: vera.email }))).toBe(
        "email: account_pending_deletion",
      );
    }
    const mails = "SELECT count(*) AS n FROM outbox WHERE account_id = ? AND template = 'reactivation'";
    await expect.poll(() => firstRow(mails, vera.id)).toEqual({ n: 5 });
    expect(await outcomeOf(reactivate(link))).toBe("accepted");
    expect(await stateOf(vera)).toBe("active/hidden");
  });

  test("ten mails a day for all strangers; a device that the account was on has its own three", async () => {
    const ask = async (circumstances = {}) =>
      outcomeOf(leaving.requestReactivation(await contextOf(circumstances), { email: vera.email }));
    await deleteAccount(vera);
    for (let i = 0; i < 10; i++) expect(await ask()).toBe("accepted");
    expect(await ask()).toBe("too_many_requests");
    const device = vera.token.slice(vera.id.length + 1);
    for (let i = 0; i < 3; i++) expect(await ask({ device })).toBe("accepted");
    expect(await ask({ device })).toBe("too_many_requests");
    expect(await ask({ device: "A".repeat(43) })).toBe("too_many_requests");
  });

  test("asking for a mail does its work only when the answer has left, which then takes as long for everybody", async () => {
    const reads: string[] = [];
    const done = { allowed: true, retryAfterMs: 0 };
    const { requestReactivation } = createReactivationMail({
      limits: { hit: async () => done },
      leaving: { findDeleted: async () => ({ account: { deletedAt: NOON } }) },
      mails: { reactivation: async () => reads.push("mail") },
      countRecovery: async () => "network",
      later: () => reads.push("later"),
    } as never);
    await requestReactivation(await contextOf(), { email: vera.email });
    expect(reads).toEqual(["later"]);
  });

  test("asking for a mail tells nobody whether there is an account, and is limited", async () => {
    const network = newId();
    const ask = async (email: string, now = NOON) => leaving.requestReactivation(await contextOf({ now, network }), { email });
    expect(await ask(ben.email)).toEqual({ sent: true });
    expect(await ask(`${newId()}@example.org`)).toEqual({ sent: true });
    expect(await outcomeOf(ask("nothing"))).toBe("email: invalid_email");
    expect(await firstRow("SELECT 1 FROM outbox WHERE account_id = ?", ben.id)).toBeNull();
    const unknown = `${newId()}@example.org`;
    for (let i = 0; i < 3; i++) expect(await ask(unknown)).toEqual({ sent: true });
    expect(await outcomeOf(ask(unknown))).toBe("too_many_requests");
    expect(await ask(unknown, NOON + DAY + 1)).toEqual({ sent: true });
  });
});

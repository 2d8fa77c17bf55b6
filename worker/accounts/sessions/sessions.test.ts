import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { contextAs, cookieStartedBy, isOpen, PASSWORD } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { signUp } from "#tests/setup/signup.ts";
import { connect } from "#tests/setup/socket.ts";
import { deviceOf } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createNewSession } from "./start-session.ts";

const { recovery, sessions, accountsStore } = servicesOf(env);
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
let email = "";
let first = "";

beforeEach(async () => {
  ({ email, token: first } = await signedUp());
});

async function signedUp(): Promise<{ email: string; token: string }> {
  const { token, ...newcomer } = await signUp();
  return { ...newcomer, token: token ?? expect.unreachable() };
}

async function logIn(circumstances: Circumstances & { userAgent?: string } = {}, who = email): Promise<string> {
  return cookieStartedBy(await sessions.login(await contextOf(circumstances), { email: who, password: PASSWORD }));
}

const list = async (token: string, now = NOON) => (await sessions.sessions(await contextAs(token, { now }))).sessions;
const notices = async (who = email) => {
  const { results } = await env.DB.prepare(
    "SELECT text, html, subject FROM outbox WHERE recipient = ? AND template = 'new_device' ORDER BY rowid",
  )
    .bind(who)
    .all<{ text: string; html: string; subject: string }>();
  return results;
};

test("lists where one is logged in, with what the browser says of itself, and nothing that opens anything", async () => {
  const phone = await logIn({ userAgent: CHROME, country: "DE", now: NOON + MINUTE });
  expect(await list(first, NOON + 2 * MINUTE)).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{43}$/),
      browser: null,
      system: null,
      country: "NL",
      signed_in_at: new Date(NOON).toISOString(),
      last_seen_at: new Date(NOON + 2 * MINUTE).toISOString(),
      current: true,
      new_device: false,
    },
    {
      id: expect.stringMatching(/^[\w-]{43}$/),
      browser: "Chrome",
      system: "Windows",
      country: "DE",
      signed_in_at: new Date(NOON + MINUTE).toISOString(),
      last_seen_at: new Date(NOON + MINUTE).toISOString(),
      current: false,
      new_device: true,
    },
  ]);
  const told = JSON.stringify(await list(first));
  for (const token of [first, phone]) {
    expect(told).not.toContain(token.slice(-43));
    expect(told).not.toContain(await sha256(token));
  }
  expect((await list(first, NOON + 8 * DAY))[1]?.new_device).toBe(false);
});

test("one is ended by its id: its cookie opens nothing, its socket closes, the others stay", async () => {
  const phone = await logIn();
  const socket = await connect(phone);
  await socket.event("hello");
  const [, other] = await list(first);
  const { value, effects } = await sessions.endSessions(await contextAs(first), { session: other?.id ?? "" });
  expect([value, effects]).toEqual([{ ended: 1 }, {}]);
  await socket.closedWith(4403);
  expect([await isOpen(first), await isOpen(phone)]).toEqual([true, false]);
  expect((await connect(phone)).status).toBe(403);
  expect((await list(first)).length).toBe(1);
});

test("nobody's but one's own: ids of others, of ended ones and invented ones are not found", async () => {
  const stranger = await signedUp();
  const [theirs] = await list(stranger.token);
  const phone = await logIn();
  const ended = (await list(phone)).find(({ current }) => !current)?.id ?? "";
  await sessions.endSessions(await contextAs(phone), { session: ended });
  for (const id of [theirs?.id ?? "", ended, await sha256(phone), "x".repeat(43), ""]) {
    const refusal = sessions.endSessions(await contextAs(phone), { session: id }).catch(({ code }: AppError) => code);
    expect(await refusal).toBe("not_found");
  }
  expect(await isOpen(stranger.token)).toBe(true);
});

test("all others, or all: the browser that asks keeps its session, or is left with the mark of a log-out", async () => {
  const [second, third] = [await logIn(), await logIn()];
  const others = await sessions.endSessions(await contextAs(second), { all: true, keep_this: true });
  expect([others.value, others.effects]).toEqual([{ ended: 2 }, {}]);
  expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([false, true, false]);
  const fourth = await logIn();
  const all = await sessions.endSessions(await contextAs(second), { all: true });
  expect([all.value, all.effects]).toEqual([{ ended: 2 }, { session: { ended: deviceOf(second) } }]);
  expect([await isOpen(second), await isOpen(fourth)]).toEqual([false, false]);
});

test("all is all, however many somebody opened: the list shows a hundred, the end takes every one", async () => {
  const { id } = (await contextAs(first)).viewer;
  const add = env.DB.prepare(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at, last_seen_at) VALUES (?, ?, 'liaison', '', ?, ?, ?)",
  );
  const hashes = Array.from({ length: 130 }, (_, i) => `of many ${id} ${i}`);
  await env.DB.batch(hashes.map((hash, i) => add.bind(hash, id, NOON, NOON + DAY, NOON + i)));
  expect((await list(first)).length).toBe(100);
  const hidden = await sha256(`session\n${hashes[0]}`);
  const one = await sessions.endSessions(await contextAs(first), { session: hidden });
  const all = await sessions.endSessions(await contextAs(first), { all: true, keep_this: true });
  expect([one.value, all.value]).toEqual([{ ended: 1 }, { ended: 129 }]);
  expect((await list(first)).map(({ current }) => current)).toEqual([true]);
});

test("a log-in on a device that the account was never on is told by mail, once a device, and a sign-up is none", async () => {
  expect(await notices()).toEqual([]);
  const phone = await logIn({ userAgent: CHROME, country: "DE", network: "203.0.113.77" });
  const [mail] = await notices();
  expect(mail?.text).toContain("21 November 2026 at 13:00 (Central European Time), Chrome on Windows, Germany");
  expect(mail?.text).toContain("http://localhost/reset-password");
  expect(mail?.text).toContain("http://localhost/settings/devices");
  expect(mail?.text + (mail?.html ?? "")).not.toContain("203.0.113");
  // The same device again, also after a log-out: nothing is new.
  const again = await logIn({ userAgent: CHROME, device: deviceOf(phone) });
  await logIn({ device: deviceOf(again) });
  expect(await notices()).toHaveLength(1);
  // The password without the device is somebody else, whatever browser they say they have; a mark of another account is none.
  const stranger = await signedUp();
  await logIn({ userAgent: CHROME });
  await logIn({ userAgent: CHROME, device: deviceOf(stranger.token) });
  expect(await notices()).toHaveLength(3);
  expect((await list(first)).filter(({ new_device }) => new_device)).toHaveLength(3);
});

test("new-device mails stop at ten a day, and the log-in still succeeds", async () => {
  for (let i = 0; i < 12; i++) expect(await isOpen(await logIn())).toBe(true);
  expect(await notices()).toHaveLength(10);
});

test("a client that keeps no cookies is told of once a day", async () => {
  const same = { network: "one", userAgent: "script" };
  for (let i = 0; i < 4; i++) expect(await isOpen(await logIn(same))).toBe(true);
  expect(await notices()).toHaveLength(1);
  await logIn({ ...same, userAgent: CHROME });
  await logIn({ ...same, now: NOON + DAY });
  expect(await notices()).toHaveLength(3);
});

// letters.test.ts asks it of all languages.
test("the mail is written in the account's language, in its words", async () => {
  const subjects = new Set<string>();
  const languages = ["nl", "en", "pl"];
  for (const language of languages) {
    await env.DB.prepare("UPDATE accounts SET language = ? WHERE email = ?").bind(language, email).run();
    await logIn({ network: language, now: NOON + subjects.size * DAY });
    const mail = (await notices()).at(-1);
    expect(mail?.text).not.toMatch(/\{\{|mails\./);
    subjects.add(mail?.subject ?? "");
  }
  expect(subjects.size).toBe(languages.length);
});

test("a device is seen to within a minute or two, in the round trip that says the member is here", async () => {
  const phone = await logIn();
  const seen = async () =>
    env.DB.prepare("SELECT last_seen_at AS at FROM sessions WHERE token_hash = ?")
      .bind(await sha256(phone))
      .first<number>("at");
  const viewer = await accountsStore.findViewer(await sha256(phone), "liaison", NOON);
  expect(viewer?.seenAt).toBe(NOON);
  await accountsStore.touch(viewer?.id ?? "", await sha256(phone), NOON + 5 * MINUTE);
  await accountsStore.touch(viewer?.id ?? "", await sha256(phone), NOON + 4 * MINUTE);
  await expect.poll(() => seen()).toBe(NOON + 5 * MINUTE);
});

test("a log-in that was under way while the account was deleted opens nothing, ends nothing and is told nobody", async () => {
  const { viewer } = await contextAs(first);
  const fresh = await createNewSession(async (text) => text)(await contextOf(), viewer.id, true);
  const mail = {
    id: `late ${viewer.id}`,
    accountId: viewer.id,
    domainId: "liaison",
    template: "new_device",
    recipient: email,
    sender: "",
    subject: "",
    text: "",
    html: "",
    status: "queued" as const,
    nextAttemptAt: NOON,
    createdAt: NOON,
  };
  const opening = { passwordHash: viewer.account.passwordHash, replaced: viewer.tokenHash, renewed: null, now: NOON };
  await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = 0 WHERE id = ?").bind(viewer.id).run();
  expect(await accountsStore.startSession(fresh.session, { ...opening, mail })).toBe(false);
  await env.DB.prepare("UPDATE accounts SET status = 'active' WHERE id = ?").bind(viewer.id).run();
  expect([await isOpen(first), await isOpen(fresh.token)]).toEqual([true, false]);
  expect(await notices()).toEqual([]);
});

test("a thief who opened more sessions than a request has calls is logged out all the same", async () => {
  const ctx = await contextAs(first);
  const add = env.DB.prepare(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', ?, ?)",
  );
  const many = (prefix: string) =>
    env.DB.batch(Array.from({ length: 1100 }, (_, i) => add.bind(`${prefix} ${i}`, ctx.viewer.id, NOON, NOON + DAY)));
  const open = async () =>
    (await env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE account_id = ? AND revoked_at IS NULL")
      .bind(ctx.viewer.id)
      .first<number>("n")) ?? 0;
  const ask = vi.spyOn(env.INBOX, "get");

  await many("first");
  expect((await sessions.endSessions(ctx, { all: true, keep_this: true })).value).toEqual({ ended: 1100 });
  await many("second");
  await recovery.changePassword(ctx, {
    old_password: PASSWORD,
    password: "seven quiet lakes",
    password_repeat: "seven quiet lakes",
  });
  expect(await open()).toBe(1);
  expect(ask).toHaveBeenCalled();
  expect(ask.mock.calls.length).toBeLessThan(10);
  ask.mockRestore();
});

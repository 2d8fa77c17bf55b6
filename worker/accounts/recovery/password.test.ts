import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import {
  type Account,
  addAccount,
  contextAs,
  cookieStartedBy,
  isOpen,
  logInWith,
  mailsTo,
  NEW_PASSWORD,
  openSession,
  outcomeOf,
  PASSWORD,
} from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { type Circumstances, NOON } from "#tests/setup/context.ts";
import { connect } from "#tests/setup/socket.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { recovery } = servicesOf(env);
let owner: Account;
let here: string;

const form = (values: Partial<CallInput<"changePassword">> = {}): CallInput<"changePassword"> => ({
  old_password: PASSWORD,
  password: NEW_PASSWORD,
  password_repeat: NEW_PASSWORD,
  ...values,
});
const change = async (values: Partial<CallInput<"changePassword">> = {}, circumstances: Circumstances = {}) =>
  outcomeOf(recovery.changePassword(await contextAs(here, circumstances), form(values)));

beforeEach(async () => {
  owner = await addAccount();
  here = await openSession(owner);
});

test("the new password works, the old one does not, and the owner is told", async () => {
  const answer = await recovery.changePassword(await contextAs(here), form());
  expect(await isOpen(cookieStartedBy(answer))).toBe(true);
  expect(cookieStartedBy(answer)).not.toBe(here);
  expect(await logInWith(owner.email, PASSWORD)).toBe("login_failed");
  expect(await logInWith(owner.email, NEW_PASSWORD)).toBe("accepted");
  const [mail = ""] = await mailsTo(owner.email, "password_changed");
  for (const said of ["Liaison", "21 November 2026 at ", "(Central European Time)", "http://localhost/reset-password"])
    expect(mail).toContain(said);
});

test("this browser keeps its push messages, every other one loses them", async () => {
  const other = await openSession(owner);
  for (const session of [here, other])
    await runSql(
      "INSERT INTO push_subscriptions (endpoint, account_id, session_hash, domain_id, public_key, p256dh, auth, created_at) VALUES (?, ?, ?, 'liaison', 'k', 'p', 'a', 0)",
      `https://fcm.googleapis.com/${session}`,
      owner.id,
      await sha256(session),
    );
  const rows = async () =>
    (await env.DB.prepare("SELECT endpoint, session_hash FROM push_subscriptions WHERE account_id = ?").bind(owner.id).all())
      .results;
  expect(await change({ old_password: "wrong" })).toBe("old_password: old_password_wrong");
  expect(await rows()).toHaveLength(2);
  const now = cookieStartedBy(await recovery.changePassword(await contextAs(here), form()));
  expect(await rows()).toEqual([{ endpoint: `https://fcm.googleapis.com/${here}`, session_hash: await sha256(now) }]);
});

test("a stolen cookie is dead at once: in the rules, in the API, in the polls and on its open socket", async () => {
  const now = Date.now();
  const thief = await openSession(owner, "localhost", now);
  const mine = await openSession(owner, "localhost", now);
  const poll = (cookie: string) =>
    exports.default.fetch("http://localhost/api/user.php", { headers: { cookie: `session=${cookie}` } });
  for (let i = 0; i < 2; i++) expect((await poll(thief)).status).toBe(200);
  const socket = await connect(thief);
  await socket.event("hello");

  const answer = await recovery.changePassword(await contextAs(mine, { now }), form());
  await socket.closedWith(4403);
  expect(await isOpen(thief, { now })).toBe(false);
  expect((await poll(thief)).status).toBe(403);
  expect((await connect(thief)).status).toBe(403);
  expect((await poll(cookieStartedBy(answer))).status).toBe(200);
  expect((await connect(cookieStartedBy(answer))).status).toBe(101);
});

test("errors are reported field by field, and nothing changes", async () => {
  expect(await change({ old_password: "" })).toBe("old_password: required");
  expect(await change({ old_password: "wrong" })).toBe("old_password: old_password_wrong");
  expect(await change({ password: "short" })).toBe("password: too_short, password_repeat: passwords_differ");
  expect(await change({ password_repeat: "another one" })).toBe("password_repeat: passwords_differ");
  expect(await change({ old_password: "wrong", password: `my ${owner.name}` })).toBe(
    "old_password: old_password_wrong, password: password_personal, password_repeat: passwords_differ",
  );
  expect(await isOpen(here)).toBe(true);
  expect(await logInWith(owner.email, PASSWORD)).toBe("accepted");
  expect(await mailsTo(owner.email, "password_changed")).toEqual([]);
});

test("the old password is no new one, however a keyboard spells it", async () => {
  const same = (password: string) => change({ old_password: password, password, password_repeat: password });
  expect(await same(PASSWORD)).toBe("password: password_same");
  expect(await same("wrong but long enough")).toBe("old_password: old_password_wrong");
  expect(await change({ password: PASSWORD })).toBe("password: password_same, password_repeat: passwords_differ");
  expect(await mailsTo(owner.email, "password_changed")).toEqual([]);
  const [composed, decomposed] = ["caf\u00e9 by the quiet lake", "cafe\u0301 by the quiet lake"];
  expect(await change({ password: composed, password_repeat: composed })).toBe("accepted");
  here = await openSession(owner);
  const again = { old_password: composed, password: decomposed, password_repeat: decomposed };
  expect(await change(again)).toBe("password: password_same");
});

test("five wrong old passwords, then nothing for a while, not even the right one; elsewhere one still logs in", async () => {
  for (let i = 0; i < 5; i++)
    expect(await change({ old_password: `wrong ${i}` }, { network: `n${i}` })).toBe("old_password: old_password_wrong");
  expect(await change()).toBe("login_blocked");
  expect(await logInWith(owner.email, PASSWORD)).toBe("accepted");
  expect(await change({}, { now: NOON + 15 * MINUTE })).toBe("accepted");
});

test("the new password is no second guess at the old one: the press that repeats a change is known once in a while", async () => {
  const guess = (password: string) => change({ old_password: "wrong", password, password_repeat: password });
  expect(await guess("eight quiet lakes")).toBe("old_password: old_password_wrong");
  // This one is right, and nobody hears of it.
  expect(await guess(PASSWORD)).toBe("old_password: old_password_wrong");
});

test("only five of ten guesses at once are compared", async () => {
  const ctx = await contextAs(here);
  const guesses = Array.from({ length: 10 }, (_, i) => outcomeOf(recovery.changePassword(ctx, form({ old_password: `x${i}` }))));
  expect((await Promise.all(guesses)).toSorted()).toEqual([
    ...Array(5).fill("login_blocked"),
    ...Array(5).fill("old_password: old_password_wrong"),
  ]);
});

test("two changes at once: one wins, with one mail and one open session", async () => {
  const ctx = await contextAs(here);
  const passwords = ["seven quiet lakes", "eight quiet lakes"];
  const outcomes = await Promise.all(
    passwords.map((password) => outcomeOf(recovery.changePassword(ctx, form({ password, password_repeat: password })))),
  );
  expect(outcomes.toSorted()).toEqual(["accepted", "conflict"]);
  expect(await logInWith(owner.email, passwords[outcomes.indexOf("accepted")] ?? "")).toBe("accepted");
  expect(await mailsTo(owner.email, "password_changed")).toHaveLength(1);
  const opened = env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE account_id = ? AND revoked_at IS NULL").bind(owner.id);
  expect(await opened.first("n")).toBe(2);
});

test("a reset link that was under way opens nothing afterwards, an undo of an e-mail change still does", async () => {
  const kinds = ["reset", "mail_change", "mail_undo"];
  for (const kind of kinds) {
    await env.DB.prepare(
      "INSERT INTO tokens (hash, kind, account_id, data, created_at, expires_at) VALUES (?, ?, ?, 'x@example.org', 0, ?)",
    )
      .bind(await sha256(`${kind} ${owner.id}`), kind, owner.id, NOON * 2)
      .run();
  }
  expect(await change()).toBe("accepted");
  const left = await env.DB.prepare("SELECT kind FROM tokens WHERE account_id = ?").bind(owner.id).all<{ kind: string }>();
  expect(left.results.map(({ kind }) => kind)).toEqual(["mail_undo"]);
});

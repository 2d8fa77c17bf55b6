import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { cookieStartedBy, logInWith, mailsTo, NEW_PASSWORD, outcomeOf, PASSWORD, tokenIn } from "#tests/setup/accounts.ts";
import { logIn } from "#tests/setup/add-member.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { type Newcomer, signUp } from "#tests/setup/signup.ts";
import { deviceOf } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { recovery, signup, accountsStore, startSession } = servicesOf(env);
const linksTo = async (email: string) => (await mailsTo(email, "password_reset")).map(tokenIn);
const ask = async (email: string, circumstances: Circumstances = {}) =>
  outcomeOf(recovery.requestReset(await contextOf(circumstances), { email }));
const reset = async (token: string, circumstances: Circumstances = {}, password = NEW_PASSWORD, password_repeat = password) =>
  outcomeOf(recovery.resetPassword(await contextOf(circumstances), { token, password, password_repeat }));

let anna: Newcomer;
beforeEach(async () => {
  anna = await signUp();
});

test("the link sets the password once, in sessions everywhere else", async () => {
  const elsewhere = await logIn(anna.id, NOON + 2 * DAY);
  expect(await ask(` ${anna.email.toUpperCase()} `)).toBe("accepted");
  const [token = ""] = await linksTo(anna.email);
  expect(await recovery.resetLink(await contextOf(), { token })).toEqual({ state: "open", email: anna.email });
  const answer = await recovery.resetPassword(await contextOf(), {
    token,
    password: NEW_PASSWORD,
    password_repeat: NEW_PASSWORD,
  });
  expect((await accountsStore.findViewer(await sha256(cookieStartedBy(answer)), "liaison", NOON))?.id).toBe(anna.id);
  expect(await accountsStore.findViewer(await sha256(elsewhere), "liaison", NOON)).toBe(null);
  expect(await logInWith(anna.email, PASSWORD)).toBe("login_failed");
  expect(await logInWith(anna.name, NEW_PASSWORD)).toBe("accepted");
  expect(await reset(token)).toBe("link_expired");
  // Its holder hears that it worked, while it would still be good.
  const state = async (when: Circumstances) => recovery.resetLink(await contextOf(when), { token });
  expect(await state({})).toEqual({ state: "used", email: null });
  for (const when of [{ now: NOON + 60 * MINUTE }, { host: "curves.localhost" }])
    expect(await state(when)).toEqual({ state: "expired", email: null });
});

test("a log-in with the old password that was under way opens nothing", async () => {
  const ctx = await contextOf();
  const checked = await accountsStore.findLogin(ctx.domain.pool, { email: anna.email });
  await ask(anna.email);
  const [token = ""] = await linksTo(anna.email);
  expect(await reset(token)).toBe("accepted");
  const goingOn = startSession(ctx, checked ?? expect.unreachable(), { known: true, any: true });
  expect(await outcomeOf(goingOn)).toBe("login_failed");
  const open = env.DB.prepare("SELECT count(*) AS n FROM sessions WHERE account_id = ? AND revoked_at IS NULL").bind(anna.id);
  expect(await open.first("n")).toBe(1);
});

test("ten resets in the same millisecond: one wins, and its password is the one that works", async () => {
  await ask(anna.email);
  const [token = ""] = await linksTo(anna.email);
  const passwords = Array.from({ length: 10 }, (_, i) => `${NEW_PASSWORD} ${i}`);
  const outcomes = await Promise.all(passwords.map((password) => reset(token, {}, password)));
  expect(outcomes.toSorted()).toEqual(["accepted", ...Array(9).fill("link_expired")]);
  expect(await mailsTo(anna.email, "password_changed")).toHaveLength(1);
  expect(await logInWith(anna.email, passwords[outcomes.indexOf("accepted")] as string)).toBe("accepted");
});

test("60 minutes, and only the newest mail of who asked", async () => {
  await ask(anna.email, { network: "home" });
  await ask(anna.email, { network: "home" });
  const [second = "", first = ""] = await linksTo(anna.email);
  expect(await reset(first)).toBe("link_expired");
  expect(await reset(second, { now: NOON + 60 * MINUTE })).toBe("link_expired");
  expect(await reset(second, { now: NOON + 60 * MINUTE - 1 })).toBe("accepted");
});

test("an invalid link and one of another pool are expired; a link of another kind opens nothing", async () => {
  await ask(anna.email);
  const [token = ""] = await linksTo(anna.email);
  for (const other of ["", "r", token.slice(1), `${token}x`, `a${token.slice(1)}`, "r".repeat(44)])
    expect(await reset(other), other).toBe("link_expired");
  expect(await reset(token, { host: "curves.localhost" })).toBe("link_expired");
  expect(await outcomeOf(signup.activate(await contextOf(), { token }))).toBe("link_expired");
  expect(await reset(token)).toBe("accepted");
});

test("the owner hears of the new password, with the mail that a change in the settings sends, from a known device too", async () => {
  const device = deviceOf(await logIn(anna.id)) ?? "";
  await ask(anna.email, { device });
  const [token = ""] = await linksTo(anna.email);
  expect(await reset(token, { device }, "short")).toBe("password: too_short");
  expect(await mailsTo(anna.email, "password_changed")).toEqual([]);
  expect(await reset(token, { device })).toBe("accepted");
  expect(await reset(token, { device })).toBe("link_expired");
  const [mail = "", ...more] = await mailsTo(anna.email, "password_changed");
  expect(more).toEqual([]);
  for (const said of ["Liaison", "21 November 2026 at ", "(Central European Time)", "http://localhost/reset-password"])
    expect(mail).toContain(said);
  expect(await mailsTo(anna.email, "new_device")).toEqual([]);
});

test("the password that there is already is no new one, and leaves the link as it was", async () => {
  await ask(anna.email);
  const [token = ""] = await linksTo(anna.email);
  expect(await reset(token, {}, PASSWORD)).toBe("password: password_same");
  expect(await reset(token, {}, PASSWORD, NEW_PASSWORD)).toBe("password_repeat: passwords_differ");
  expect(await mailsTo(anna.email, "password_changed")).toEqual([]);
  expect(await reset(token)).toBe("accepted");
});

test("a refused password leaves the link as it was", async () => {
  await ask(anna.email);
  const [token = ""] = await linksTo(anna.email);
  expect(await reset(token, {}, "short", "other")).toBe("password: too_short, password_repeat: passwords_differ");
  expect(await reset(token, {}, `my ${anna.name}`)).toBe("password: password_personal");
  expect(await logInWith(anna.email, PASSWORD)).toBe("accepted");
  expect(await reset(token)).toBe("accepted");
});

test("a stranger's request leaves the link good that the owner just got, until one of them is used", async () => {
  await ask(anna.email, { network: "home" });
  await ask(anna.email, { network: "stranger" });
  const [theirs = "", own = ""] = await linksTo(anna.email);
  expect(await reset(own)).toBe("accepted");
  expect(await reset(theirs, {}, `${NEW_PASSWORD} again`)).toBe("link_expired");
});

test("three mails a day for an address and a network; no stranger uses the owner's up", async () => {
  const home = { network: "home" };
  for (const hour of [0, 1, 2]) expect(await ask(anna.email, { ...home, now: NOON + hour * 60 * MINUTE })).toBe("accepted");
  expect(await ask(anna.email, { ...home, now: NOON + DAY - 1 })).toBe("too_many_resets");
  expect(await ask(anna.email, { now: NOON + DAY - 1 })).toBe("accepted");
  expect(await ask(anna.email, { ...home, now: NOON + DAY })).toBe("accepted");
});

test("ten a day for all strangers; a device that the account was on has its own, twenty requests an hour for a network", async () => {
  for (let i = 0; i < 10; i++) expect(await ask(anna.email)).toBe("accepted");
  expect(await ask(anna.email)).toBe("too_many_resets");
  const device = deviceOf(await logIn(anna.id)) ?? "";
  for (let i = 0; i < 3; i++) expect(await ask(anna.email, { now: NOON + 2, device })).toBe("accepted");
  expect(await ask(anna.email, { now: NOON + 2, device })).toBe("too_many_resets");
  expect(await ask(anna.email, { now: NOON + 2, device: "A".repeat(43) })).toBe("too_many_resets");
  for (let i = 0; i < 20; i++) expect(await ask(`nobody${i}@example.org`, { network: "n" })).toBe("email: email_unknown");
  expect(await ask("nobody20@example.org", { network: "n" })).toBe("too_many_requests");
  expect(await ask("not an address")).toBe("email: invalid_email");
  expect(await ask(" ")).toBe("email: required");
});

test("where accounts are not revealed, known and unknown addresses get the same answers, limits included", async () => {
  const host = "velvet.localhost";
  const bea = await signUp({ host });
  const known: unknown[] = [];
  const unknown: unknown[] = [];
  for (let i = 0; i < 4; i++) {
    for (const [answers, email] of [
      [known, bea.email],
      [unknown, `not.${bea.email}`],
    ] as const) {
      const ctx = await contextOf({ host, network: "one" });
      answers.push(
        await recovery
          .requestReset(ctx, { email })
          .catch(({ code, params, retryAfter }: AppError) => ({ code, params, retryAfter })),
      );
    }
  }
  expect(unknown).toEqual(known);
  expect(known).toEqual([{ sent: true }, { sent: true }, { sent: true }, expect.objectContaining({ code: "too_many_resets" })]);
  await expect.poll(() => linksTo(bea.email)).toHaveLength(3);
  expect(await linksTo(`not.${bea.email}`)).toEqual([]);
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import {
  cookieStartedBy,
  isOpen,
  logInWith,
  mailsTo,
  NEW_PASSWORD,
  openSession,
  outcomeOf,
  PASSWORD,
  tokenIn,
} from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { type Newcomer, newestMail, signUp } from "#tests/setup/signup.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

// A stranger who signs up with another's address must not get an account that its owner then confirms.
const { recovery, signup, accountsStore, unconfirmed } = servicesOf(env);
const VELVET = { host: "velvet.localhost" };
const tracking = await signedSource(env.PASSWORD_PEPPER);
const OWNERS = "what its owner typed";

const lettersTo = (email: string) => mailsTo(email, "signup_again");
const statusOf = (id: string) => env.DB.prepare("SELECT status FROM accounts WHERE id = ?").bind(id).first("status");
const signUpAgain = async (email: string, now = NOON, changes: Partial<CallInput<"signup">> = {}) =>
  signup.signup(await contextOf({ ...VELVET, now }), signupForm({ email, password: OWNERS, tracking, ...changes }));
const choose = async (token: string, now = NOON) =>
  recovery.resetPassword(await contextOf({ ...VELVET, now }), {
    token,
    password: NEW_PASSWORD,
    password_repeat: NEW_PASSWORD,
  });
const activate = async (token: string) => outcomeOf(signup.activate(await contextOf(VELVET), { token }));
/** Resends the mail, or corrects the address, with the password. */
const correct = async ({ name }: Newcomer, email: string) =>
  signup.correctAddress(await contextOf({ ...VELVET, network: newId() }), { name, email, password: PASSWORD });
const remind = async (now: number) => {
  await env.DB.prepare("INSERT OR REPLACE INTO sweeps (name, at, steady_since) VALUES ('unconfirmed', ?, ?)")
    .bind(now - MINUTE, now - 2 * DAY)
    .run();
  await unconfirmed.sweep(now);
};

test("a second sign-up with an unconfirmed address sends a mail and changes nothing of the account", async () => {
  const vera = await signUp(VELVET);
  const row = (table: string) => env.DB.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(vera.id).first();
  const account = () => Promise.all(["accounts", "profiles"].map(row));
  const before = await account();
  const again = (now: number) => signUpAgain(vera.email, now, { gender: "male", date_of_birth: "1980-01-01" });
  const { value, effects } = await again(NOON);
  expect({ value, effects }).toEqual({ value: { check_mail: true }, effects: {} });
  expect(await account()).toEqual(before);
  const [second] = await mailsTo(vera.email, "signup_again");
  expect(second).toContain(`Hi ${vera.name},`);
  expect(await mailsTo(vera.email, "already_member")).toEqual([]);

  // Three mails an hour, the first with them, and four a day that sign-ups cause.
  for (let i = 0; i < 3; i++) await again(NOON);
  expect(await mailsTo(vera.email, "signup_again")).toHaveLength(2);
  for (let i = 0; i < 3; i++) await again(NOON + HOUR);
  expect(await mailsTo(vera.email, "signup_again")).toHaveLength(2);
  expect(await mailsTo(vera.email, "activation")).toHaveLength(1);
});

test("the owner who signs up after a stranger chooses the password, and what the stranger has opens nothing", async () => {
  const stranger = await signUp(VELVET);
  const session = await openSession(stranger, VELVET.host);
  expect(await isOpen(session, VELVET)).toBe(true);
  expect((await signUpAgain(stranger.email)).value).toEqual({ check_mail: true });

  const [letter] = await lettersTo(stranger.email);
  expect(letter).toContain("http://velvet.localhost/reset-password/do?token=");
  expect(letter).toContain("good for 60 minutes");
  // No mail that the stranger has caused confirms the account any more; "this was not me" still works by it.
  expect(await activate(stranger.link)).toBe("link_expired");
  const old = await signup.activationLink(await contextOf(VELVET), { token: stranger.link });
  expect(old).toEqual({ state: "expired", mine: false, removable: true });
  expect(await statusOf(stranger.id)).toBe("not_confirmed");

  const answer = await choose(tokenIn(letter));
  expect(await isOpen(cookieStartedBy(answer), VELVET)).toBe(true);
  // Nothing was changed for the owner, who had no password here before.
  expect(await mailsTo(stranger.email, "password_changed")).toEqual([]);
  expect(answer.value).toMatchObject({ email: stranger.email, status: "active" });
  expect(await isOpen(session, VELVET)).toBe(false);
  for (const password of [PASSWORD, OWNERS]) expect(await logInWith(stranger.email, password, VELVET)).toBe("login_failed");
  expect(await logInWith(stranger.email, NEW_PASSWORD, VELVET)).toBe("accepted");
  expect(await outcomeOf(choose(tokenIn(letter)))).toBe("link_expired");
});

test("from then on every mail of the account asks for a password, and no reminder comes", async () => {
  const stranger = await signUp(VELVET);
  await signUpAgain(stranger.email);
  await correct(stranger, stranger.email);
  await expect.poll(() => lettersTo(stranger.email)).toHaveLength(2);
  for (const day of [2, 7.5]) {
    // As the cron does, which keeps links for a month after their end.
    await accountsStore.forgetLinks(NOON + (day - 30) * DAY);
    await remind(NOON + day * DAY);
  }
  expect(await mailsTo(stranger.email, "activation")).toHaveLength(1);
  expect(await mailsTo(stranger.email, "activation_reminder")).toEqual([]);

  // A stranger's mail does not end the owner's, and the one that is taken ends the other.
  const [later, first] = (await lettersTo(stranger.email)).map(tokenIn);
  expect(await outcomeOf(choose(first ?? "", NOON + HOUR))).toBe("link_expired");
  expect(await outcomeOf(choose(first ?? ""))).toBe("accepted");
  expect(await outcomeOf(choose(later ?? ""))).toBe("link_expired");
});

test("so it is for an address that another's correction leads to; an owner's own first mail comes again as it was", async () => {
  const [stranger, owner] = [await signUp(VELVET), await signUp(VELVET)];
  await correct(stranger, stranger.email);
  await expect.poll(() => mailsTo(stranger.email, "activation")).toHaveLength(2);
  await correct(owner, stranger.email);
  await expect.poll(() => lettersTo(stranger.email)).toHaveLength(1);
  expect(await activate((await newestMail(stranger.id)).link)).toBe("link_expired");
  expect(await outcomeOf(choose(tokenIn((await lettersTo(stranger.email))[0])))).toBe("accepted");
  expect(await statusOf(stranger.id)).toBe("active");
  expect(await statusOf(owner.id)).toBe("not_confirmed");
});

test("an address put right is its own again: links to it confirm, and those to the old one are over", async () => {
  const typo = await signUp(VELVET);
  await signUpAgain(typo.email);
  const [letter] = await lettersTo(typo.email);
  const right = `right${newId()}@example.org`;
  await correct(typo, right);
  await expect.poll(() => mailsTo(right, "activation")).toHaveLength(1);
  expect(await outcomeOf(choose(tokenIn(letter)))).toBe("link_expired");
  expect(await activate((await newestMail(typo.id)).link)).toBe("accepted");
});

test("an account is not erased while the link that was promised to work is out", async () => {
  const stranger = await signUp(VELVET);
  await signUpAgain(stranger.email, NOON + 14 * DAY - MINUTE);
  await remind(NOON + 14 * DAY);
  expect(await statusOf(stranger.id)).toBe("not_confirmed");
  // Four are erased at once, the oldest first: others of this file, and those without an address.
  for (let n = 0; n < 10; n++) await remind(NOON + 14 * DAY + HOUR + n * MINUTE);
  expect(await statusOf(stranger.id)).toBe("erased");
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Account, addAccount, contextAs, logInWith, mailsTo, openSession, PASSWORD } from "#tests/setup/accounts.ts";
import { countingEnvironment, type Work } from "#tests/setup/background-work.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { signUp } from "#tests/setup/signup.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

// What a stopwatch would see depends on the machine. What it would have to see is work: as long as a known and an unknown
// address cost the same round trips, calls, hashes and messages, there is nothing to measure.
const HOST = { host: "velvet.localhost" };
const counting = countingEnvironment();
const { recovery, sessions, signup, leaving } = servicesOf(counting.env);
const tracking = await signedSource(env.PASSWORD_PEPPER);
let made = 0;

type Act = (email: string, asker: string) => Promise<unknown>;
const ACTS: Record<string, Act> = {
  signup: async (email) => signup.signup(await contextOf(HOST), signupForm({ email, signup_key: crypto.randomUUID(), tracking })),
  "log-in": async (email) => sessions.login(await contextOf(HOST), { email, password: "wrong" }),
  "log-in on a device": async (email) =>
    sessions.login(await contextOf({ ...HOST, device: "x".repeat(43) }), { email, password: "wrong" }),
  reset: async (email) => recovery.requestReset(await contextOf(HOST), { email }),
  "reset on a device": async (email) => recovery.requestReset(await contextOf({ ...HOST, device: "y".repeat(43) }), { email }),
  "way back": async (email) => leaving.requestReactivation(await contextOf(HOST), { email }),
  "way back on a device": async (email) =>
    leaving.requestReactivation(await contextOf({ ...HOST, device: "z".repeat(43) }), { email }),
  "change of address": async (email, asker) =>
    recovery.requestMailChange(await contextAs(asker, HOST), { email, password: PASSWORD }),
  "the same, mailed again": async (email, asker) => {
    await recovery.requestMailChange(await contextAs(asker, HOST), { email, password: PASSWORD });
    await recovery.pendingMailChange(await contextAs(asker, HOST));
    return recovery.repeatMailChange(await contextAs(asker, { ...HOST, now: NOON + MINUTE }));
  },
};

async function gone(): Promise<Account> {
  const owner = await addAccount({ pool: "velvet" });
  await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = ? WHERE id = ?").bind(NOON, owner.id).run();
  return owner;
}

test.each(Object.entries(ACTS))("%s: the same work for an address that is known and for one that is not", async (_, act) => {
  const asker = async () => openSession(await addAccount({ pool: "velvet" }), HOST.host);
  const cost = async (owner: Account | null): Promise<Work> => {
    const [email, session] = [owner?.email ?? `nobody${made++}@example.org`, await asker()];
    return counting.during(() => act(email, session));
  };
  // The first refusal asks whether the pool has passwords of another system, which the isolate then remembers.
  await cost(null);
  const known = await cost(await addAccount({ pool: "velvet" }));
  expect(known.trips).toBeGreaterThan(0);
  expect(known.hashes).toBeGreaterThan(0);
  expect(await cost(null)).toEqual(known);
  expect(await cost(await addAccount({ pool: "velvet", status: "not_confirmed" })), "not confirmed").toEqual(known);
  expect(await cost(await gone()), "deleted").toEqual(known);
  const contested = await signUp(HOST);
  await ACTS.signup?.(contested.email, "");
  expect(await mailsTo(contested.email, "signup_again")).toHaveLength(1);
  expect(await cost(contested), "signed up with twice").toEqual(known);
});

test("sign-up: the same work and answer for a name that is known and for one that is not", async () => {
  const sent: unknown[] = [];
  const cost = (name: string, email = `nobody${made++}@example.org`) =>
    counting.during(async () => {
      const form = signupForm({ email, name, signup_key: crypto.randomUUID(), tracking });
      sent.push((await signup.signup(await contextOf({ ...HOST, network: `n${made++}` }), form)).value);
    });
  const [owner, waiting] = [await addAccount({ pool: "velvet" }), await signUp(HOST)];
  const unknown = await cost("Nobodys.Name");
  expect(unknown.trips).toBeGreaterThan(0);
  expect(await cost(owner.name.toUpperCase()), "a member's").toEqual(unknown);
  expect(await cost(waiting.name), "of an unconfirmed one").toEqual(unknown);
  expect(await cost(owner.name), "wanted before").toEqual(unknown);
  expect(await cost(owner.name, owner.email), "with a known address").toEqual(unknown);
  expect(await cost("Another.Name", owner.email), "a known address with another").toEqual(unknown);
  expect(await cost("Another.Name"), "of a sign-up without an account").toEqual(unknown);
  expect(sent).toEqual(Array(7).fill({ check_mail: true }));
});

test("correcting an address: the same work for any password and any owner of the new address", async () => {
  const [waiting, known] = [await signUp(HOST), await addAccount({ pool: "velvet" })];
  const cost = async (name: string, password: string, email = `right${made++}@example.org`) =>
    counting.during(async () =>
      signup.correctAddress(await contextOf({ ...HOST, network: `n${made++}` }), { name, email, password }),
    );
  const nobody = await cost("Nobody.At.All", PASSWORD);
  expect(nobody.hashes).toBeGreaterThan(0);
  expect(await cost(waiting.name, "wrong")).toEqual(nobody);
  expect(await cost(known.name, PASSWORD), "confirmed").toEqual(nobody);
  expect(await cost(waiting.name, PASSWORD, known.email), "to a known address").toEqual(nobody);
  expect(await cost(waiting.name, PASSWORD), "done").toEqual(nobody);
  for (let n = 0; n < 3; n++) await signUp(HOST, { name: known.name });
  expect(await cost(known.name, PASSWORD), "of three who wanted the name").toEqual(nobody);
  expect(await cost(known.name, "wrong"), "of three, wrong").toEqual(nobody);
});

test("a sign-up with a deleted account's address mails the reactivation link", async () => {
  const owner = await gone();
  await ACTS.signup?.(owner.email, "");
  await expect.poll(() => mailsTo(owner.email, "reactivation")).toHaveLength(1);
  expect(await mailsTo(owner.email, "already_member")).toEqual([]);
});

test("the counted work exists: a right password costs more than a wrong one", async () => {
  const owner = await addAccount();
  const logIn = async (password: string) => sessions.login(await contextOf(), { email: owner.email, password });
  // In this order: what a log-in leaves to be done after its answer must not count for the other.
  const wrong = await counting.during(() => logIn("wrong"));
  const right = await counting.during(() => logIn(PASSWORD));
  expect(right.trips).toBeGreaterThan(wrong.trips);
});

test("a lock-out reveals no account, neither by name nor by another spelling", async () => {
  const owner = await addAccount({ pool: "velvet" });
  const failing = async (typed: string[], network: string) => {
    const outcomes = [];
    for (const email of typed) outcomes.push(await logInWith(email, "wrong", { ...HOST, network }));
    return outcomes;
  };
  const five = Array(5).fill("login_failed");
  expect(await failing(Array(5).fill(owner.name), "by name")).toEqual(five);
  expect(await failing([owner.name, owner.email], "by name")).toEqual(["login_blocked", "login_failed"]);
  for (const email of [owner.email, "nobody.at.all@example.org"]) {
    const spelled = ["", "\u200B", "\u00AD", " ", "\u2060"].map((unseen) => unseen + email.toUpperCase());
    expect(await failing([...spelled, `\uFEFF${email}`, email], `spelled ${email}`)).toEqual([
      ...five,
      "login_blocked",
      "login_blocked",
    ]);
  }
});

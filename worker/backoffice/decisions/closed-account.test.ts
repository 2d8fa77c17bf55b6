import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { type Account, addAccount, PASSWORD } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import { hmac } from "#worker/platform/crypto.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createDecisionsStore } from "./decisions.store.ts";
import { decisionOf } from "./new-decision.ts";

const store = createDecisionsStore(connect(env.DB));
const { sessions, signup, decisions } = servicesOf(env);
const keyedHash = (text: string) => hmac(env.PASSWORD_PEPPER, text);
const SECRET = { settings: { reveal_accounts: "no" as const } };

let owner: Account;

beforeEach(async () => {
  owner = await addAccount();
});

async function ban(reason: string, now = NOON): Promise<void> {
  const against = { report: null, memberId: owner.id, about: "account" as const };
  const decision = decisionOf(
    { id: newId(), pool: "liaison", domainId: "liaison" },
    against,
    { kind: "ban", reason, words: null, by: "moderator" },
    0,
    now,
  );
  const prints = await identityHashesOf(keyedHash, { id: owner.id, account: { email: owner.email } });
  await store.decide({ report: null, decision, prints, mails: [], now });
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("let in"),
    ({ code, params }: AppError) => ({ code, params }),
  );
const logIn = async (password: string, where: Circumstances = {}) =>
  refusalOf(sessions.login(await contextOf({ network: newId(), ...where }), { email: owner.email, password }));

test.each([
  ["a site that reveals accounts", {}],
  ["a site that does not", SECRET],
])("with the password a banned member reads why, since when and where to object, on %s", async (_, where) => {
  await ban("fake", NOON - 1);
  await ban("scam");
  const { code, params } = await logIn(PASSWORD, where);
  expect({ code, reason: params.reason }).toEqual({ code: "banned", reason: "Fraud, adverts or asks for money" });
  expect(params.date).toContain(String(new Date(NOON).getUTCFullYear()));
  const [decision = "", key = ""] = String(params.page).replace("/objection?open=", "").split(".");
  expect(await decisions.decision(await contextOf(), { decision, key })).toMatchObject({ kind: "ban", reason: "scam" });
});

test.each([
  ["a site that reveals accounts", {}],
  ["a site that does not", SECRET],
])("without the password nobody learns of the ban, on %s", async (_, where) => {
  await ban("scam");
  expect(await logIn(`${PASSWORD} or not`, where)).toEqual({ code: "login_failed", params: {} });
});

test("a sign-up with the address of a banned member names no reason and no decision", async () => {
  await ban("scam");
  await env.DB.prepare("UPDATE accounts SET email = 'elsewhere' || id WHERE id = ?").bind(owner.id).run();
  const again = signup.signup(await contextOf(), signupForm({ email: owner.email }));
  expect(await refusalOf(again)).toEqual({ code: "banned", params: {} });
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { refusal } from "#tests/setup/signup.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { signup } = servicesOf(env);

test("a sign-up makes an account, a disabled profile, a session, a link and its mail", async () => {
  const input = signupForm({
    email: "Äpfel@Bücher.example".replace("Ä", "A"),
    region: "NL-NH",
    city: "Amsterdam",
    signup_message: " Hello\u0000 there ",
    tracking: { network: "spring", sub1: "" },
    language: "nl",
  });
  const answer = await signup.signup(await contextOf(), input);
  const user = answer.value as Extract<typeof answer.value, { email: string }>;
  expect(user).toMatchObject({
    email: "apfel@xn--bcher-kva.example",
    credits: 0,
    paid_user: false,
    language: "nl",
    status: "not_confirmed",
    signup_date: "2026-11-21T12:00:00.000Z",
    profile: {
      name: input.name,
      age: 36,
      status: "disabled",
      country: "NL",
      region: "NL-NH",
      city: "Amsterdam",
      fictional: false,
    },
  });
  const id = user.profile.id;
  const token = (answer.effects.session as { started: string }).started;
  expect(token).toMatch(new RegExp(`^${id}\\.[\\w-]{43}$`));
  const account = await env.DB.prepare("SELECT * FROM accounts WHERE id = ?").bind(id).first();
  expect(account).toMatchObject({
    tracking: '{"network":"spring"}',
    signup_message: "Hello there",
    terms_version: "2024-02-01T12:00:00Z",
    terms_accepted_at: NOON,
    sensitive_accepted_at: NOON,
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d,p=1\$/),
    sensitive_version: expect.stringMatching(/./),
  });
  const session = await env.DB.prepare("SELECT * FROM sessions WHERE account_id = ?").bind(id).first();
  expect(session).toMatchObject({ expires_at: NOON + 30 * 24 * 3600_000, revoked_at: null, domain_id: "liaison" });
  expect(JSON.stringify([account, session])).not.toContain(token.split(".")[1]);
  const mail = await env.DB.prepare("SELECT * FROM outbox WHERE account_id = ?").bind(id).first();
  expect(mail).toMatchObject({
    recipient: "apfel@xn--bcher-kva.example",
    template: "activation",
    subject: "Bevestig je e-mailadres voor Liaison",
    sender: "Liaison <no-reply@liaison.example>",
  });
});

test.each(["yes", "no"] as const)(
  "the first mail names the company of the chosen country: accounts revealed %s",
  async (reveals) => {
    const ctx = async () => contextOf({ country: "GB", settings: { reveal_accounts: reveals } });
    for (const [country, company] of [
      ["US", "Liaison Media Inc."],
      ["IE", "Liaison Media B.V."],
    ] as const) {
      const input = signupForm({ country });
      await signup.signup(await ctx(), input);
      const text = await env.DB.prepare("SELECT text FROM outbox WHERE recipient = ?").bind(input.email).first<string>("text");
      expect(text).toContain(company);
      expect(text).not.toContain("Liaison Media Ltd");
    }
  },
);

test("a domain for men takes men who look for men", async () => {
  const men = { settings: { genders: ["male" as const] } };
  const wrong = { gender: "unknown_option", looking_for: "unknown_option" };
  expect(await refusal({ gender: "female", looking_for: "female" }, men)).toEqual(wrong);
  expect(await refusal({ gender: "male", looking_for: "everyone" }, men)).toEqual({ looking_for: "unknown_option" });
  const answer = await signup.signup(await contextOf(men), signupForm({ gender: "male", looking_for: "male" }));
  expect(answer.value).toMatchObject({ status: "not_confirmed" });
});

test("everything that is wrong is said at once", async () => {
  expect(
    await refusal(
      {
        email: "no",
        name: "@x",
        password: "short",
        date_of_birth: "2026-02-30",
        country: "JP",
        region: "NL-NH",
        language: "pl",
        terms: false,
        sensitive_data: false,
      },
      { settings: { languages: ["en"] } },
    ),
  ).toEqual({
    email: "invalid_email",
    name: "name_starts_with_at",
    password: "too_short",
    date_of_birth: "invalid_date",
    country: "unknown_option",
    region: "unknown_option",
    language: "unknown_option",
    terms: "consent_required",
    sensitive_data: "consent_required",
  });
  expect(await refusal({ region: "NL-NH", city: "Rotterdam" })).toEqual({ city: "unknown_option" });
  expect(await refusal({ city: "Amsterdam" })).toEqual({ city: "unknown_option" });
  expect(await refusal({ region: "DE-BE" })).toEqual({ region: "unknown_option" });
  expect(await refusal({ email: "same@example.org", name: "Same@Example.org" })).toEqual({ name: "name_is_email" });
  expect(await refusal({ terms: false })).toEqual({ terms: "consent_required" });
  expect(await refusal({ sensitive_data: false })).toEqual({ sensitive_data: "consent_required" });
});

test("age counts to the day, and no setting goes below 18", async () => {
  const young = { date_of_birth: "under_age" };
  expect(await refusal({ date_of_birth: "2008-11-22" })).toEqual(young);
  expect(await refusal({ date_of_birth: "2026-11-22" })).toEqual(young);
  expect(await refusal({ date_of_birth: "2008-11-22" }, { settings: { min_age: 16 } })).toEqual(young);
  expect(await refusal({ date_of_birth: "2005-11-22" }, { settings: { min_age: 21 } })).toEqual(young);
  expect(await refusal({ date_of_birth: "1880-01-01" })).toEqual({ date_of_birth: "invalid_date" });
  for (const date_of_birth of ["21-11-1990", "1990-2-3", "1990-13-01", "yesterday", "", "1990-02-03T00:00:00Z"]) {
    expect(await refusal({ date_of_birth }), date_of_birth).toEqual({ date_of_birth: "invalid_date" });
  }
  for (const date_of_birth of ["２００８-１１-２２", "2008\u201311\u201322", "\u200e2008-11-22"])
    expect(await refusal({ date_of_birth }), "as it was copied").toEqual(young);
  const birthday = await signup.signup(await contextOf(), signupForm({ date_of_birth: "2008-11-21" }));
  expect(birthday.value).toMatchObject({ profile: { age: 18 } });
});

test("name and address are each taken once in a pool, however they are spelled, and both are said", async () => {
  await signup.signup(await contextOf(), signupForm({ name: "Zoë.Ünal", email: "zoe@example.org" }));
  expect(await refusal({ name: "ZOE\u0308.U\u0308NAL" })).toEqual({ name: "name_taken" });
  expect(await refusal({ email: "ZOE@Example.ORG " })).toEqual({ email: "email_taken" });
  expect(await refusal({ name: "zoë.ünal", email: "zoe@example.org" })).toEqual({ name: "name_taken", email: "email_taken" });
  // Another domain of the same pool, then a pool of its own.
  expect(await refusal({ email: "zoe@example.org", language: "nl" }, { host: "dichtbij.localhost" })).toEqual({
    email: "email_taken",
  });
  const curves = await contextOf({ host: "curves.localhost" });
  const [country = ""] = curves.domain.settings.countries;
  const elsewhere = await signup.signup(curves, signupForm({ name: "Zoë.Ünal", email: "zoe@example.org", country }));
  expect(elsewhere.value).toMatchObject({ email: "zoe@example.org" });
  await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = 0 WHERE email = 'zoe@example.org'").run();
  expect(await refusal({ email: "zoe@example.org" })).toEqual({ email: "account_pending_deletion" });
});

test("two tabs at once: one wins, and the other is told what is taken", async () => {
  const race = async (one: Partial<CallInput<"signup">>, two: Partial<CallInput<"signup">>) => {
    const results = await Promise.allSettled([
      signup.signup(await contextOf(), signupForm(one)),
      signup.signup(await contextOf(), signupForm(two)),
    ]);
    const lost = results.find((result) => result.status === "rejected") as PromiseRejectedResult;
    expect(results.filter((result) => result.status === "fulfilled").length).toBe(1);
    return (lost.reason as AppError).fields.map(({ field, code }) => `${field}: ${code}`);
  };
  expect(await race({ name: "Racer" }, { name: "RACER" })).toEqual(["name: name_taken"]);
  expect(await race({ email: "racer@example.org" }, { email: "Racer@example.org" })).toEqual(["email: email_taken"]);
});

test("the same form sent many times at once makes one account, and logs each sender in", async () => {
  const input = signupForm({ signup_key: newId() });
  const answers = await Promise.all(Array.from({ length: 5 }, async () => signup.signup(await contextOf(), input)));
  const ids = new Set(answers.map((answer) => (answer.value as { profile: { id: string } }).profile.id));
  expect(ids.size).toBe(1);
  expect(new Set(answers.map((answer) => (answer.effects.session as { started: string }).started)).size).toBe(5);
  const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE account_id = ?")
    .bind([...ids][0])
    .first<{ n: number }>()) ?? { n: 0 };
  expect(n).toBe(1);
  expect(await refusal({ ...input, password: "somebody else's guess" })).toBe("idempotency_conflict");
  expect(await refusal({ signup_key: input.signup_key })).toBe("idempotency_conflict");
});

test("where an invitation is needed, only a signed link of a known source opens the door", async () => {
  const velvet = { host: "velvet.localhost" };
  const { domain } = await contextOf(velvet);
  const signed = await signedSource(env.PASSWORD_PEPPER);
  const { network, sig } = signed;
  expect(domain.trafficSources).toContain(network);
  const expiresAt = Math.floor(NOON / 1000);
  for (const tracking of [
    undefined,
    {},
    { network: "" },
    { network: "other" },
    { network: "invite" },
    { network },
    { ref: network, sig },
    { network: `${network} `, sig },
    { network, sig: "" },
    { network, sig: `${sig.slice(0, -1)}${sig.endsWith("A") ? "B" : "A"}` },
    // The end of the link is signed, too.
    { network, sig: sig.replace("4", "5") },
    await signedSource(env.PASSWORD_PEPPER, { network: "other" }),
    { ...(await signedSource(env.PASSWORD_PEPPER, { network: "other" })), network },
    await signedSource(env.PASSWORD_PEPPER, { domain: "liaison" }),
    await signedSource(env.PASSWORD_PEPPER, { expiresAt }),
    await signedSource("another key"),
  ]) {
    expect(await refusal({ tracking }, velvet), JSON.stringify(tracking)).toBe("signup_closed");
    expect(await refusal({}, { ...velvet, source: tracking ?? {} }), JSON.stringify(tracking)).toBe("signup_closed");
  }
  const hour = await signedSource(env.PASSWORD_PEPPER, { expiresAt: expiresAt + 3600 });
  const forms = [signupForm({ tracking: signed }), signupForm({ tracking: { ...hour, ref: "x" } })];
  for (const form of forms) expect(await outcomeOf(signup.signup(await contextOf(velvet), form))).toBe("accepted");
  const byCookie = signupForm();
  expect(await outcomeOf(signup.signup(await contextOf({ ...velvet, source: signed }), byCookie))).toBe("accepted");
  const stored = await Promise.all(
    [...forms, byCookie].map(({ email }) =>
      env.DB.prepare("SELECT tracking FROM accounts WHERE email = ?").bind(email).first("tracking"),
    ),
  );
  expect(stored.map((json) => JSON.parse(String(json)))).toEqual([{ network }, { network, ref: "x" }, { network }]);
});

test("trying addresses out is stopped, without naming one more", async () => {
  await signup.signup(await contextOf(), signupForm({ email: "target@example.org" }));
  for (let i = 0; i < 20; i++)
    expect(await refusal({ email: "target@example.org" }, { network: "prober" })).toEqual({ email: "email_taken" });
  // From then on nothing is looked at: what is refused differently would tell.
  for (const email of ["target@example.org", "untaken@example.org", "no address"])
    expect(await refusal({ email }, { network: "prober" }), email).toBe("too_many_requests");
  const later = { network: "prober", now: NOON + 3_600_000 };
  expect((await signup.signup(await contextOf(later), signupForm({ email: "untaken@example.org" }))).effects).toHaveProperty(
    "session",
  );
  expect(await refusal({ email: "target@example.org" }, { network: "somebody else" })).toEqual({ email: "email_taken" });
});

test("many at once learn no more addresses than one after the other, and what names no address is not counted", async () => {
  await signup.signup(await contextOf(), signupForm({ email: "atonce@example.org" }));
  for (let i = 0; i < 25; i++)
    expect(await refusal({ terms: false }, { network: "crowd" })).toEqual({ terms: "consent_required" });
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, async () =>
      outcomeOf(signup.signup(await contextOf({ network: "crowd" }), signupForm({ email: "atonce@example.org" }))),
    ),
  );
  expect(outcomes.filter((one) => one === "email: email_taken").length).toBe(20);
  expect(outcomes.filter((one) => one === "too_many_requests").length).toBe(10);
});

test("one answer lists invalid and taken fields", async () => {
  await signup.signup(await contextOf(), signupForm({ name: "Taken.Name", email: "taken@example.org" }));
  const both = { name: "taken.name", email: "taken@example.org", password: "short", gender: "", looking_for: "x", country: "" };
  expect(await refusal(both)).toEqual({
    name: "name_taken",
    email: "email_taken",
    password: "too_short",
    gender: "required",
    looking_for: "unknown_option",
    country: "required",
  });
  // Where accounts are not revealed, neither is.
  const velvet = { host: "velvet.localhost" };
  const tracking = await signedSource(env.PASSWORD_PEPPER);
  await signup.signup(await contextOf(velvet), signupForm({ name: "Taken.Name", email: "taken@example.org", tracking }));
  expect(await refusal({ name: "taken.name", email: "taken@example.org", password: "short", tracking }, velvet)).toEqual({
    password: "too_short",
  });
  // Trying addresses out in forms that are wrong anyway is no way round the limit.
  const prober = { network: "wrong forms" };
  for (let i = 0; i < 20; i++) await refusal({ email: "taken@example.org", password: "short" }, prober);
  expect(await refusal({ email: "taken@example.org", password: "short" }, prober)).toBe("too_many_requests");
});

test("the same address many times at once, under different names, is one account and one mail", async () => {
  const email = "many@example.org";
  const sent = await Promise.allSettled(
    Array.from({ length: 6 }, async () => signup.signup(await contextOf(), signupForm({ email, signup_key: newId() }))),
  );
  expect(sent.filter(({ status }) => status === "fulfilled").length).toBe(1);
  for (const one of sent) if (one.status === "rejected") expect((one.reason as AppError).fields[0]?.code).toBe("email_taken");
  const count = (table: string, column: string) =>
    env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`).bind(email).first("n");
  expect([await count("accounts", "email"), await count("outbox", "recipient")]).toEqual([1, 1]);
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { consentsDue, versionsNow } from "#worker/people/identity/consents-due.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { OUR_VERSIONS } from "#worker/sites/legal/legal.vocabulary.ts";

const { identity, signup, domains } = servicesOf(env);
const consentsOf = async (id: string) =>
  (
    await env.DB.prepare("SELECT kind, version, language, accepted_at FROM consents WHERE account_id = ? ORDER BY kind")
      .bind(id)
      .all()
  ).results;

test("both consents are stored with their versions at sign-up, and with the account", async () => {
  const ctx = await contextOf();
  const { value } = await signup.signup(ctx, signupForm({ language: "nl" }));
  const id = (value as { profile: { id: string } }).profile.id;
  expect(value).toMatchObject({ consents_due: [] });
  const now = versionsNow({ settings: ctx.domain.settings, country: "NL", texts: undefined });
  expect(await consentsOf(id)).toEqual([
    { kind: "sensitive_data", version: now.sensitive_data, language: "nl", accepted_at: NOON },
    { kind: "terms", version: now.terms, language: "nl", accepted_at: NOON },
  ]);
});

test("a newer text is asked for again, each by itself, and agreed to once", async () => {
  const owner = await addAccount();
  await env.DB.prepare(
    "UPDATE accounts SET terms_version = '2023-12-01T12:00:00Z', sensitive_version = '2020-01-01' WHERE id = ?",
  )
    .bind(owner.id)
    .run();
  const token = await openSession(owner);
  const me = () => contextAs(token);
  expect(identity.user(await me()).consents_due).toEqual(["terms", "sensitive_data"]);
  expect((await signup.consents(await me())).consents.map(({ kind, due }) => [kind, due])).toEqual([
    ["terms", true],
    ["sensitive_data", true],
  ]);
  expect(await outcomeOf(signup.acceptConsents(await me(), { terms: true, sensitive_data: false }))).toBe(
    "sensitive_data: consent_required",
  );
  expect(await consentsOf(owner.id)).toEqual([]);
  const both = { terms: true, sensitive_data: true };
  await Promise.all([signup.acceptConsents(await me(), both), signup.acceptConsents(await me(), both)]);
  expect((await consentsOf(owner.id)).length).toBe(2);
  expect(identity.user(await me()).consents_due).toEqual([]);
  expect(
    (await signup.consents(await me())).consents.every(
      ({ due, version, accepted_version }) => !due && version === accepted_version,
    ),
  ).toBe(true);
});

test("the terms are those of the account's country, from wherever its member comes", async () => {
  const owner = await addAccount();
  const version = versionsNow({ settings: (await contextOf()).domain.settings, country: "NL", texts: undefined }).terms;
  await env.DB.prepare("UPDATE accounts SET terms_version = ? WHERE id = ?").bind(version, owner.id).run();
  const token = await openSession(owner);
  const seenFrom = async (country: string) => contextAs(token, { country });
  for (const country of ["NL", "GB", "US"]) {
    const ctx = await seenFrom(country);
    expect([country, identity.user(ctx).consents_due, domains.companyinfo(ctx).id]).toEqual([country, [], "eu"]);
    expect((await signup.consents(ctx)).consents.map(({ kind, due }) => [kind, due])).toEqual([
      ["terms", false],
      ["sensitive_data", false],
    ]);
  }
  await env.DB.prepare("UPDATE profiles SET country = 'US' WHERE id = ?").bind(owner.id).run();
  const moved = await seenFrom("NL");
  expect([identity.user(moved).consents_due, domains.companyinfo(moved).id]).toEqual([["terms"], "us"]);
});

test("on another domain of the pool the terms stay those of the account's own", async () => {
  const owner = await addAccount();
  await env.DB.prepare("UPDATE accounts SET terms_version = '2026-01-01T12:00:00Z' WHERE id = ?").bind(owner.id).run();
  const ctx = await contextAs(await openSession(owner));
  const { companies } = ctx.home.settings;
  const newer = { ...ctx.domain, settings: { ...ctx.domain.settings, companies: later(companies, "2026-11-20T12:00:00Z") } };
  expect(identity.user({ ...ctx, domain: newer }).consents_due).toEqual([]);
  expect(identity.user({ ...ctx, home: newer }).consents_due).toEqual(["terms"]);
});

test("own texts of the home domain are agreed to by their version, and asked for anew with the next", async () => {
  const owner = await addAccount();
  const token = await openSession(owner);
  const under = async (terms: string, privacy: string) => {
    const ctx = await contextAs(token);
    const legal = { terms: { version: terms, files: {} }, privacy: { version: privacy, files: {} } };
    return { ...ctx, home: { ...ctx.home, assets: { legal } } };
  };
  await env.DB.prepare("UPDATE accounts SET terms_version = '2024-02-01', sensitive_version = '2026-11-01' WHERE id = ?")
    .bind(owner.id)
    .run();
  const first = await under("2026-11-15", "2026-11-16");
  expect(identity.user(first).consents_due).toEqual(["terms", "sensitive_data"]);
  await signup.acceptConsents(first, { terms: true, sensitive_data: true });
  expect((await consentsOf(owner.id)).map(({ kind, version }) => [kind, version])).toEqual([
    ["sensitive_data", "2026-11-16"],
    ["terms", "2026-11-15"],
  ]);
  const { consents } = await signup.consents(await under("2026-11-20", "2026-11-16"));
  expect(consents).toMatchObject([
    { kind: "terms", version: "2026-11-20", accepted_version: "2026-11-15", due: true, earlier: [] },
    { kind: "sensitive_data", due: false },
  ]);
  const next = await under("2026-11-20", "2026-11-16");
  await signup.acceptConsents(next, { terms: true, sensitive_data: false });
  const after = (await signup.consents(await under("2026-11-20", "2026-11-16"))).consents[0];
  expect(after).toMatchObject({
    accepted_version: "2026-11-20",
    earlier: [{ version: "2026-11-15", accepted_at: expect.any(String) }],
  });
  const dueUnder = async (...versions: [string, string]) => identity.user(await under(...versions)).consents_due;
  expect(await dueUnder("2026-11-20", "2026-11-16")).toEqual([]);
  expect(await dueUnder("2026-11-21", "2026-11-16")).toEqual(["terms"]);
  expect(await dueUnder("2026-11-20", "2026-11-20")).toEqual(["sensitive_data"]);
});

test("a sign-up agrees to the own terms of its site", async () => {
  const ctx = await contextOf();
  const assets = { legal: { terms: { version: "2026-11-15", files: {} } } };
  const { value } = await signup.signup({ ...ctx, domain: { ...ctx.domain, assets } }, signupForm());
  const [, terms] = await consentsOf((value as { profile: { id: string } }).profile.id);
  expect(terms).toMatchObject({ kind: "terms", version: "2026-11-15" });
});

test("a sign-up agrees to the terms of the country it names", async () => {
  const ctx = await contextOf({ country: "US" });
  const { value } = await signup.signup(ctx, signupForm({ country: "NL" }));
  const [, terms] = await consentsOf((value as { profile: { id: string } }).profile.id);
  expect(terms).toMatchObject({
    kind: "terms",
    version: versionsNow({ settings: ctx.domain.settings, country: "NL", texts: undefined }).terms,
  });
  expect(value).toMatchObject({ consents_due: [] });
});

test("an older text, of a company elsewhere, asks for nothing", async () => {
  const account = { termsVersion: "2024-02-01T12:00:00Z", sensitiveVersion: OUR_VERSIONS.privacy };
  const { settings } = (await contextOf()).domain;
  expect(consentsDue({ settings, country: "GB", texts: undefined }, account)).toEqual([]);
  expect(consentsDue({ settings, country: "NL", texts: undefined }, account)).toEqual([]);
  expect(consentsDue({ settings, country: "US", texts: undefined }, account)).toEqual(["terms"]);
});

/** The same companies with terms that began at another time. */
function later<T extends Record<string, object>>(companies: T, added: string): T {
  return Object.fromEntries(Object.entries(companies).map(([country, company]) => [country, { ...company, added }])) as T;
}

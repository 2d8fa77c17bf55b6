import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { addOwner, contextAs, open, outcomeOf } from "#tests/setup/owners.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { nounsOf } from "../nouns.ts";
import { consentsDue, versionsNow } from "./consents.ts";

const { accounts } = nounsOf(env);
const kept = async (id: string) =>
  (
    await env.DB.prepare("SELECT kind, version, language, accepted_at FROM consents WHERE account_id = ? ORDER BY kind")
      .bind(id)
      .all()
  ).results;

test("both consents are kept with their versions at sign-up, and with the account", async () => {
  const ctx = await contextOf();
  const { value } = await accounts.signup(ctx, signupForm({ language: "nl" }));
  const id = (value as { profile: { id: string } }).profile.id;
  expect(value).toMatchObject({ consents_due: [] });
  const now = versionsNow(ctx);
  expect(await kept(id)).toEqual([
    { kind: "sensitive_data", version: now.sensitive_data, language: "nl", accepted_at: NOON },
    { kind: "terms", version: now.terms, language: "nl", accepted_at: NOON },
  ]);
});

test("a newer text is asked for again, each by itself, and agreed to once", async () => {
  const owner = await addOwner();
  await env.DB.prepare(
    "UPDATE accounts SET terms_version = '2023-12-01T12:00:00Z', sensitive_version = '2020-01-01' WHERE id = ?",
  )
    .bind(owner.id)
    .run();
  const token = await open(owner);
  const me = () => contextAs(token);
  expect(accounts.user(await me()).consents_due).toEqual(["terms", "sensitive_data"]);
  expect(accounts.consents(await me()).consents.map(({ kind, due }) => [kind, due])).toEqual([
    ["terms", true],
    ["sensitive_data", true],
  ]);
  expect(await outcomeOf(accounts.acceptConsents(await me(), { terms: true, sensitive_data: false }))).toBe(
    "sensitive_data: consent_required",
  );
  expect(await kept(owner.id)).toEqual([]);
  const both = { terms: true, sensitive_data: true };
  await Promise.all([accounts.acceptConsents(await me(), both), accounts.acceptConsents(await me(), both)]);
  expect((await kept(owner.id)).length).toBe(2);
  expect(accounts.user(await me()).consents_due).toEqual([]);
  expect(
    accounts.consents(await me()).consents.every(({ due, version, accepted_version }) => !due && version === accepted_version),
  ).toBe(true);
});

test("an older text, of a company elsewhere, asks for nothing", async () => {
  const account = { termsVersion: "2024-02-01T12:00:00Z", sensitiveVersion: "2026-11-01" };
  expect(consentsDue(await contextOf({ country: "GB" }), account)).toEqual([]);
  expect(consentsDue(await contextOf({ country: "NL" }), account)).toEqual([]);
  expect(consentsDue(await contextOf({ country: "US" }), account)).toEqual(["terms"]);
});

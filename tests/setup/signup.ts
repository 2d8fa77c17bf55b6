import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { AppError } from "#worker/platform/errors.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { contextAs } from "./accounts.ts";
import { type Circumstances, contextOf } from "./context.ts";
import { signedSource } from "./signed-source.ts";
import { signupForm } from "./signup-form.ts";

/** A member just after sign-up, with the mail. */
export interface Newcomer {
  id: string;
  email: string;
  name: string;
  link: string;
  /** Empty if the mail has none. */
  code: string;
  text: string;
  /** Session token; null if sign-up does not log in. */
  token: string | null;
}

/** Signs up by the rules with an unused name and address, with a traffic source if the domain needs one. */
export async function signUp(circumstances: Circumstances = {}, changes: Partial<CallInput<"signup">> = {}): Promise<Newcomer> {
  const ctx = await contextOf(circumstances);
  const { id: domain, trafficSources } = ctx.domain;
  const [network] = trafficSources;
  const tracking = network ? await signedSource(env.PASSWORD_PEPPER, { domain, network }) : undefined;
  const form = signupForm({ tracking, ...changes });
  const answer = await servicesOf(env).signup.signup(ctx, form);
  const row = await env.DB.prepare("SELECT id FROM accounts WHERE email = ? AND pool = ?")
    .bind(form.email, ctx.domain.pool)
    .first<{ id: string }>();
  const id = row?.id ?? expect.unreachable();
  const session = answer.effects.session;
  const token = session && "started" in session ? session.started : null;
  return { id, email: form.email, name: form.name, token, ...(await newestMail(id)) };
}

/** Error of a sign-up, by field or as a whole. Asserts that nothing is stored. */
export async function refusal(
  changes: Partial<CallInput<"signup">>,
  circumstances: Circumstances = {},
): Promise<string | Record<string, string>> {
  const before = await rows();
  const error = await servicesOf(env)
    .signup.signup(await contextOf(circumstances), signupForm(changes))
    .then(
      () => expect.unreachable("it was accepted"),
      (thrown: AppError) => thrown,
    );
  expect(await rows(), "nothing is stored").toEqual(before);
  return error.fields.length > 0 ? Object.fromEntries(error.fields.map(({ field, code }) => [field, code])) : error.code;
}

const rows = () =>
  env.DB.prepare(
    `SELECT (SELECT count(*) FROM accounts) AS a, (SELECT count(*) FROM profiles) AS p, (SELECT count(*) FROM tokens) AS t,
      (SELECT count(*) FROM outbox) AS o, (SELECT count(*) FROM sessions) AS s`,
  ).first();

/** The newest mail with a link to an account. */
export async function newestMail(id: string): Promise<{ link: string; code: string; recipient: string; text: string }> {
  const mail = await env.DB.prepare(
    "SELECT text, html, recipient FROM outbox WHERE account_id = ? AND text LIKE '%/a%' ORDER BY rowid DESC",
  )
    .bind(id)
    .first<{ text: string; html: string; recipient: string }>();
  const link = /https?:\/\/[^/\s]+\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(mail?.html).toContain(link);
  expect(mail?.html).toContain(code);
  return { link, code, recipient: mail?.recipient ?? "", text: mail?.text ?? "" };
}

/** The newcomer's context from the sign-up session, which must still be valid. */
export function contextOfNewcomer({ token }: Newcomer, circumstances: Circumstances = {}): Promise<MemberContext> {
  return contextAs(token ?? "", circumstances);
}

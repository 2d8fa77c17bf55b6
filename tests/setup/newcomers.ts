import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { nounsOf } from "#worker/nouns.ts";
import type { CallInput } from "#worker/calls.ts";
import type { MemberContext } from "#worker/context.ts";
import { type Circumstances, contextOf } from "./context.ts";
import { contextAs } from "./owners.ts";
import { signupForm } from "./signup-form.ts";

/** Somebody who has just signed up and has the mail. */
export interface Newcomer {
  id: string;
  email: string;
  name: string;
  link: string;
  /** Empty where the mail has none. */
  code: string;
  text: string;
  /** The session; null where the sign-up logs nobody in. */
  token: string | null;
}

/** Signs somebody up by the rules, with a name and an address that nobody has, from where the domain lets people in. */
export async function signUp(circumstances: Circumstances = {}, changes: Partial<CallInput<"signup">> = {}): Promise<Newcomer> {
  const ctx = await contextOf(circumstances);
  const form = signupForm({ tracking: { network: ctx.domain.trafficSources[0] }, ...changes });
  const answer = await nounsOf(env).accounts.signup(ctx, form);
  const row = await env.DB.prepare("SELECT id FROM accounts WHERE email = ? AND pool = ?")
    .bind(form.email, ctx.domain.pool)
    .first<{ id: string }>();
  const id = row?.id ?? expect.unreachable();
  const session = answer.effects.session;
  const token = session && "started" in session ? session.started : null;
  return { id, email: form.email, name: form.name, token, ...(await newestMail(id)) };
}

/** The newest mail with a link to an account: what was written, to whom, and what it opens. */
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

/** The newcomer logged in, in the browser of the sign-up; its session must be valid then. */
export function asNewcomer({ token }: Newcomer, circumstances: Circumstances = {}): Promise<MemberContext> {
  return contextAs(token ?? "", circumstances);
}

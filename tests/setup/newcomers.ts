import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { nounsOf } from "#worker/nouns.ts";
import type { CallInput } from "#worker/calls.ts";
import type { MemberContext } from "#worker/context.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import type { AppError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { type Circumstances, contextOf, NOON } from "./context.ts";

export const PASSWORD = "a quiet river bend";

/** Somebody who has just signed up and has the mail. */
export interface Newcomer {
  id: string;
  email: string;
  name: string;
  link: string;
  code: string;
  /** The session; null where the sign-up logs nobody in. */
  token: string | null;
}

/** Signs somebody up by the rules, with a name and an address that nobody has. */
export async function signUp(circumstances: Circumstances = {}, form: Partial<CallInput<"signup">> = {}): Promise<Newcomer> {
  const name = `New${newId().replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] as string)}`.slice(0, 16);
  const email = form.email ?? `${name.toLowerCase()}@example.org`;
  const ctx = await contextOf(circumstances);
  const answer = await nounsOf(env).accounts.signup(ctx, {
    name,
    password: PASSWORD,
    date_of_birth: "1990-02-03",
    gender: "female",
    looking_for: "male",
    country: "NL",
    language: "en",
    terms: true,
    sensitive_data: true,
    tracking: { network: ctx.domain.trafficSources[0] },
    ...form,
    email,
  });
  const row = await env.DB.prepare("SELECT id FROM accounts WHERE email = ? AND pool = ?")
    .bind(email, ctx.domain.pool)
    .first<{ id: string }>();
  const id = row?.id ?? expect.unreachable();
  const session = answer.effects.session;
  const token = session && "started" in session ? session.started : null;
  return { id, email, name: form.name ?? name, token, ...(await newestMail(id)) };
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
export async function asNewcomer({ token }: Newcomer, circumstances: Circumstances = {}): Promise<MemberContext> {
  const now = circumstances.now ?? NOON;
  const ctx = await contextOf(circumstances);
  const viewer = await nounsOf(env).accountsStore.findViewer(await sha256(token ?? ""), ctx.domain.id, now);
  return { ...ctx, viewer: viewer ?? expect.unreachable() } as MemberContext;
}

/** What became of a call: "accepted", or why not, with its field or the seconds to wait. */
export function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "accepted",
    ({ code, fields, retryAfter }: AppError) =>
      fields.length > 0
        ? fields.map((one) => `${one.field}: ${one.code}`).join(", ")
        : retryAfter
          ? `${code} ${retryAfter}`
          : code,
  );
}

import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createNewSession } from "#worker/accounts/sessions/start-session.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newLoginLink } from "#worker/people/links/login-link.ts";
import { newLink } from "#worker/people/links/one-time-link.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { hashPassword, passwordCost } from "#worker/platform/password.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { type MemberOptions, newMember } from "./add-member.ts";
import { type Circumstances, contextOf, NOON } from "./context.ts";
import { PASSWORD } from "./signup-form.ts";

export { PASSWORD };
export const NEW_PASSWORD = "seven quiet lakes";

export interface Account {
  id: string;
  email: string;
  name: string;
}

let hash: Promise<string> | undefined;
let made = 0;

/** A member whose password is PASSWORD. */
export async function addAccount(options: MemberOptions = {}): Promise<Account> {
  const name = `Owner.${[...String(made++)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
  const { id, statements } = newMember({ name, ...options });
  const email = `${id}@example.org`;
  await env.DB.batch([
    ...statements,
    env.DB.prepare(
      "UPDATE accounts SET password_hash = ?, activated_at = iif(status = 'active', created_at, NULL) WHERE id = ?",
    ).bind(await (hash ??= hashPassword(env.PASSWORD_PEPPER, PASSWORD, passwordCost(env.PASSWORD_COST))), id),
    env.DB.prepare("UPDATE profiles SET name_key = ? WHERE id = ?").bind(name.toLowerCase(), id),
  ]);
  return { id, email, name };
}

/** Inserts a session on the domain of `host`; returns the cookie value. */
export async function openSession({ id }: Account, host = "localhost", now = NOON): Promise<string> {
  const { token, session } = await createNewSession(async (text) => text)(await contextOf({ host, now }), id);
  await env.DB.prepare(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, ?, '', ?, ?)",
  )
    .bind(session.tokenHash, id, session.domainId, now, session.expiresAt)
    .run();
  return token;
}

/** A log-in link to the chats, without its mail. */
export async function addLoginLink(id: string, now = NOON): Promise<string> {
  const owner = await env.DB.prepare("SELECT id, email, password_hash AS passwordHash FROM accounts WHERE id = ?")
    .bind(id)
    .first();
  const { link, token } = await newLoginLink(owner as { id: string; email: string; passwordHash: string }, "/chats", now);
  await env.DB.prepare(
    "INSERT INTO tokens (hash, kind, account_id, code_hash, data, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  )
    .bind(token.hash, token.kind, id, token.codeHash, token.data, token.createdAt, token.expiresAt)
    .run();
  return link;
}

/** A password link of an account, without the request and its mail. */
export async function addResetLink({ id }: Pick<Account, "id">, now = NOON): Promise<string> {
  const { link, token } = await newLink("reset", id, now);
  await env.DB.prepare("INSERT INTO tokens (hash, kind, account_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)")
    .bind(token.hash, token.kind, id, token.createdAt, token.expiresAt)
    .run();
  return link;
}

/** Request context of a session. */
export async function contextAs(token: string, circumstances: Circumstances = {}): Promise<MemberContext> {
  const ctx = await contextOf(circumstances);
  const viewer = await servicesOf(env).accountsStore.findViewer(await sha256(token), ctx.domain.id, ctx.now);
  if (!viewer) throw new Error("this session opens nothing");
  const memberId = viewer.id;
  return { ...ctx, session: { memberId, token }, viewer, device: token.slice(memberId.length + 1) };
}

export async function isOpen(token: string, circumstances: Circumstances = {}): Promise<boolean> {
  return contextAs(token, circumstances).then(
    () => true,
    () => false,
  );
}

const refusal = ({ code, fields }: AppError): string => fields?.map((one) => `${one.field}: ${one.code}`).join(", ") || code;

/** "accepted", or the error by field, else its code. */
export function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(() => "accepted", refusal);
}

/** The same, with the Retry-After in seconds if there is one. */
export function outcomeAndWait(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "accepted",
    (error: AppError) => (error.retryAfter ? `${refusal(error)} ${error.retryAfter}` : refusal(error)),
  );
}

export async function logInWith(
  email: string,
  password: CallInput<"login">["password"],
  circumstances: Circumstances = {},
): Promise<string> {
  return outcomeOf(servicesOf(env).sessions.login(await contextOf(circumstances), { email, password }));
}

/** Texts of an address's mails by template, newest first. */
export async function mailsTo(email: string, template: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT text FROM outbox WHERE recipient = ? AND template = ? ORDER BY created_at DESC, rowid DESC",
  )
    .bind(email, template)
    .all<{ text: string }>();
  return results.map(({ text }) => text);
}

/** Token of a mail's link, in its path or query. */
export function tokenIn(text: string | undefined): string {
  const link = /https?:\/\/\S*[A-Za-z0-9_-]{44}\S*/.exec(text ?? "")?.[0];
  return /[A-Za-z0-9_-]{44}$/.exec(link ?? expect.unreachable("no link in the mail"))?.[0] ?? "";
}

/** Cookie that a response starts. */
export function cookieStartedBy({ effects }: { effects: { session?: object } }): string {
  return (effects.session as { started: string }).started;
}

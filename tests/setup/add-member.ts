import { env } from "cloudflare:workers";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";

export interface MemberOptions {
  name?: string;
  pool?: string;
  credits?: number;
  paid?: boolean;
  status?: "not_confirmed" | "active";
}

/** Inserts a confirmed member without the cost of a password hash. */
export async function addMember(options: MemberOptions = {}): Promise<string> {
  const { id, statements } = newMember(options);
  await env.DB.batch(statements);
  return id;
}

/** A confirmed member and the statements that insert them. */
export function newMember({ name, pool = "liaison", credits = 10, paid = false, status = "active" }: MemberOptions = {}): {
  id: string;
  statements: D1PreparedStatement[];
} {
  const id = newId();
  const now = Date.now();
  const statements = [
    env.DB.prepare(
      `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, paid_user, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at)
       VALUES (?1, ?2, 'liaison', ?1 || '@example.org', '', 'en', ?3, ?4, 'test', ?5, 'test', ?5, ?5)`,
    ).bind(id, pool, status, Number(paid), now),
    env.DB.prepare(
      `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
       VALUES (?1, ?2, ?3, ?1, ?4, 'female', 'male', '1990-01-01', 'NL', ?5, ?5)`,
    ).bind(id, pool, name ?? id, status === "active" ? "active" : "disabled", now),
    env.DB.prepare(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?1, ?2, 'adjustment', 'test', 'test', ?3)",
    ).bind(id, credits, now),
  ];
  return { id, statements };
}

/** Inserts a session on the default domain; returns the cookie value. */
export async function logIn(memberId: string, expiresAt = Date.now() + 24 * 3600 * 1000): Promise<string> {
  const token = `${memberId}.${newSecret(32)}`;
  await env.DB.prepare(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, last_seen_at, created_at, expires_at) VALUES (?, ?, 'liaison', '', ?, 0, ?)",
  )
    .bind(await sha256(token), memberId, Date.now(), expiresAt)
    .run();
  return token;
}

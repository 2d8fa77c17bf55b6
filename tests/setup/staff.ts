import type { StaffRole } from "#db/schema/attributes.ts";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { RECOVERY_LENGTH, recoveryHash } from "#worker/backoffice/staff/codes.ts";
import { hmac, sha256 } from "#worker/platform/crypto.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import type { Statement } from "./member-rows.ts";

/** A staff account without password, and a session of it. */
export async function staffRows(role: StaffRole): Promise<{ id: string; email: string; token: string; rows: Statement[] }> {
  const id = newId();
  const email = `${id}@staff.example`;
  const account = {
    sql: "INSERT INTO staff_members (id, name, email, role, created_at) VALUES (?, ?, ?, ?, ?)",
    values: [id, role, email, role, Date.now()],
  };
  const { token, row } = await staffSessionRow(id);
  return { id, email, token, rows: [account, row] };
}

/** One more session of a staff account. */
export async function staffSessionRow(id: string): Promise<{ token: string; row: Statement }> {
  const [token, now] = [newSecret(), Date.now()];
  return {
    token,
    row: {
      sql: "INSERT INTO staff_sessions (token_hash, staff_id, user_agent, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
      values: [await sha256(token), id, "test", now, now + 3600_000],
    },
  };
}

/** Rows that give a staff account of a served product a password and one recovery code, as the fields of a form. */
export async function factorRows(id: string, passwordHash: string): Promise<{ code: string; rows: Statement[] }> {
  const code = newId().slice(0, RECOVERY_LENGTH);
  const keyed = (text: string) => hmac(LOCAL_SECRETS.PASSWORD_PEPPER, text);
  return {
    code,
    rows: [
      { sql: "UPDATE staff_members SET password_hash = ? WHERE id = ?", values: [passwordHash, id] },
      {
        sql: "INSERT INTO staff_recovery_codes (staff_id, hash) VALUES (?, ?)",
        values: [id, await recoveryHash(keyed, id, code)],
      },
    ],
  };
}

/** A paid order, an entry by hand and a mail of a member. */
export const bookedRows = (id: string): Statement[] => [
  {
    sql: `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, country, method, provider,
        status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at, updated_at, ask_at)
      VALUES (?1, ?1, 'liaison', 'c60', 60, 'EUR', 1000, 1000, 'NL', 'card', 'sandbox', 'created', '{}', ?1, 'Booked', 'en', 14, ?1, 1, 1, 1)`,
    values: [id],
  },
  { sql: "UPDATE payments SET status = 'completed' WHERE id = ?", values: [id] },
  {
    sql: `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
      VALUES (?1, 5, 'adjustment', 'x', 'x', 1)`,
    values: [id],
  },
  {
    sql: `INSERT INTO outbox (id, account_id, domain_id, template, recipient, sender, subject, text, html, status, next_attempt_at, created_at)
      VALUES (?1, ?1, 'liaison', 'refund_refused', 'booked@example.org', 'x', '', '', '', 'sent', 0, 1)`,
    values: [id],
  },
];

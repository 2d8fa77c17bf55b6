import type { StaffRole } from "#db/schema/attributes.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import type { Statement } from "./member-rows.ts";

/** A staff account without password, and a session of it. */
export async function staffRows(role: StaffRole): Promise<{ id: string; email: string; token: string; rows: Statement[] }> {
  const [id, token, now] = [newId(), newSecret(), Date.now()];
  const email = `${id}@staff.example`;
  return {
    id,
    email,
    token,
    rows: [
      {
        sql: "INSERT INTO staff_members (id, name, email, role, created_at) VALUES (?, ?, ?, ?, ?)",
        values: [id, role, email, role, now],
      },
      {
        sql: "INSERT INTO staff_sessions (token_hash, staff_id, user_agent, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
        values: [await sha256(token), id, "test", now, now + 3600_000],
      },
    ],
  };
}

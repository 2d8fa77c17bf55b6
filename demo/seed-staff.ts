import type { D1Database } from "@cloudflare/workers-types";
import { hashForSeed } from "#scripts/password.ts";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { totpSecret } from "#worker/backoffice/staff/totp.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { createSeal } from "#worker/platform/sealed.ts";
import { DEMO_ANSWERS } from "./canned-answers.ts";
import { DEMO_PASSWORD, DEMO_STAFF } from "./logins.ts";

/** Canned answers, unless there are some. */
export async function seedAnswers(db: D1Database, now: number): Promise<void> {
  const [by] = DEMO_STAFF;
  for (const [index, { place, title, texts }] of DEMO_ANSWERS.entries())
    await db
      .prepare(
        `INSERT INTO canned_answers (id, place, title, texts, version, changed_by, changed_at) SELECT ?1, ?2, ?3, ?4, 1, ?5, ?6
         WHERE NOT EXISTS (SELECT 1 FROM canned_answers WHERE id NOT LIKE 'demo%') ON CONFLICT DO NOTHING`,
      )
      .bind(`demo answer ${index}`, place, title, JSON.stringify(texts), by?.id ?? "", now)
      .run();
}

/** Idempotent: an existing account keeps its password and authenticator. */
export async function seedStaff(db: D1Database, now: number): Promise<void> {
  const { results } = await db.prepare("SELECT id FROM staff_members").all<{ id: string }>();
  const missing = DEMO_STAFF.filter(({ id }) => !results.some((row) => row.id === id));
  if (missing.length === 0) return;
  const hash = hashForSeed(DEMO_PASSWORD);
  const seal = createSeal(LOCAL_SECRETS.PASSWORD_PEPPER, "staff totp");
  for (const { id, name, email, role } of missing)
    await db
      .prepare(
        `INSERT INTO staff_members (id, name, email, role, password_hash, totp_secret, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO NOTHING`,
      )
      .bind(id, name, email, role, hash, await seal.close(totpSecret(newSecret()), id), now)
      .run();
}

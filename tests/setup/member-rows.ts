import { readDomainFiles } from "#scripts/data.ts";
import { hashForSeed } from "#scripts/password.ts";
import { versionsNow } from "#worker/people/identity/consents-due.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { nameKey } from "#worker/platform/text.ts";
import type { CallInput } from "#worker/server/calls.ts";

const DAY = 24 * 3600 * 1000;

export interface Statement {
  sql: string;
  values: unknown[];
}

export interface MemberOptions
  extends Partial<
    Pick<CallInput<"signup">, "gender" | "looking_for" | "date_of_birth" | "country" | "region" | "city" | "language">
  > {
  confirmed?: boolean;
  /** Default 10, the credits of a confirmation. */
  credits?: number;
  /** A domain of the pool `liaison`. */
  domainId?: string;
}

/** Rows of a member as sign-up and confirmation write them, without mails. */
export function memberRows(
  { email, name, password }: Pick<CallInput<"signup">, "email" | "name" | "password">,
  options: MemberOptions = {},
): { id: string; rows: Statement[] } {
  const id = newId();
  const now = Date.now();
  const { confirmed = true, credits = 10, domainId = "liaison", gender = "female", country = "NL", language = "en" } = options;
  const { looking_for = gender === "female" ? "male" : "female", date_of_birth = "1990-02-03", region, city } = options;
  const settings = defaultSettings();
  const { terms, sensitive_data } = versionsNow({ settings, country, texts: undefined });
  // Null, as for members of before the column: then the setting of the home domain counts.
  const timeBonus = domainId === "liaison" ? Number(settings.time_bonus) : null;
  const rows = [
    statement(
      `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at, activated_at, time_bonus)
       VALUES (?1, 'liaison', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?8, ?8, ?10, ?11)`,
      ...[id, domainId, email, hashOf(password), language, confirmed ? "active" : "not_confirmed"],
      ...[terms, now, sensitive_data, confirmed ? now : null, timeBonus],
    ),
    statement(
      `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, region, city, last_active_at, created_at)
       VALUES (?1, 'liaison', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)`,
      ...[id, name, nameKey(name), confirmed ? "active" : "disabled", gender, looking_for, date_of_birth],
      ...[country, region ?? null, city ?? null, now],
    ),
    statement(
      `INSERT INTO consents (account_id, kind, version, language, accepted_at)
       VALUES (?1, 'terms', ?2, ?3, ?4), (?1, 'sensitive_data', ?5, ?3, ?4)`,
      ...[id, terms, language, now, sensitive_data],
    ),
  ];
  if (confirmed && credits > 0)
    rows.push(
      statement(
        "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?1, ?2, 'signup', ?1, 'signup', ?3)",
        ...[id, credits, now],
      ),
    );
  return { id, rows };
}

/** A session's row and its cookie value. */
export async function sessionRow(id: string, domainId = "liaison"): Promise<{ token: string; row: Statement }> {
  const token = `${id}.${newSecret(32)}`;
  const now = Date.now();
  const row = statement(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, last_seen_at, created_at, expires_at) VALUES (?1, ?2, ?3, '', ?4, ?4, ?5)",
    ...[await sha256(token), id, domainId, now, now + DAY],
  );
  return { token, row };
}

function statement(sql: string, ...values: unknown[]): Statement {
  return { sql, values };
}

const hashes = new Map<string, string>();

/** Members with one password share its hash, which costs as little as that of a sign-up here. */
function hashOf(password: string): string {
  const hash = hashes.get(password) ?? hashForSeed(password, { memory: 64, passes: 1 });
  hashes.set(password, hash);
  return hash;
}

let settings: Parameters<typeof versionsNow>[0]["settings"] | undefined;

function defaultSettings() {
  settings ??= readDomainFiles().find(({ id }) => id === "liaison")?.settings;
  if (!settings) throw new Error("no default domain");
  return settings;
}

import type { BrowserContext, Page } from "playwright-core";
import { hashForSeed } from "#scripts/password.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import { newId, newSecret } from "#worker/lib/ids.ts";
import { at, person } from "./browser.ts";
import { sql } from "./product.ts";
import { type Newcomer, newcomer } from "./steps.ts";

const DAY = 24 * 3600 * 1000;
const hashes = new Map<string, string>();

/** Argon2 takes about 100 ms: members with one password share its hash. */
function hashOf(password: string): string {
  const hash = hashes.get(password) ?? hashForSeed(password);
  hashes.set(password, hash);
  return hash;
}

interface Options {
  confirmed?: boolean;
  /** Default 10, the credits of a confirmation. */
  credits?: number;
  /** The default domain, or one that shares its members. */
  host?: "localhost" | "127.0.0.1" | "full.localhost";
}

/** Inserts a member like sign-up and confirmation do, without mails; returns the id. */
export async function insertMember(
  who: Newcomer,
  { confirmed = true, credits = 10, host = "localhost" }: Options = {},
): Promise<string> {
  const id = newId();
  const now = Date.now();
  await sql(
    `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at, sensitive_version, sensitive_accepted_at, created_at, activated_at)
     SELECT ?1, pool, ?2, ?3, ?4, 'en', ?5, terms_version, ?6, sensitive_version, ?6, ?6, ?7 FROM accounts WHERE email = 'anna@demo.example'`,
    id,
    host === "localhost" ? "liaison" : "full",
    who.email,
    hashOf(who.password),
    confirmed ? "active" : "not_confirmed",
    now,
    confirmed ? now : null,
  );
  await sql(
    `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
     VALUES (?1, 'liaison', ?2, lower(?2), ?3, ?4, ?5, '1990-02-03', 'NL', ?6, ?6)`,
    id,
    who.name,
    confirmed ? "active" : "disabled",
    who.gender,
    who.gender === "female" ? "male" : "female",
    now,
  );
  await sql(
    `INSERT INTO consents (account_id, kind, version, language, accepted_at)
     SELECT ?1, 'terms', terms_version, 'en', ?2 FROM accounts WHERE id = ?1
     UNION ALL SELECT ?1, 'sensitive_data', sensitive_version, 'en', ?2 FROM accounts WHERE id = ?1`,
    id,
    now,
  );
  if (confirmed && credits > 0)
    await sql(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?1, ?2, 'signup', ?1, 'signup', ?3)",
      id,
      credits,
      now,
    );
  return id;
}

/** Inserts a session and sets its cookie in this browser. */
export async function insertSession(context: BrowserContext, id: string, { host = "localhost" }: Options = {}): Promise<void> {
  const token = `${id}.${newSecret(32)}`;
  const now = Date.now();
  await sql(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, last_seen_at, created_at, expires_at) VALUES (?, ?, ?, '', ?, ?, ?)",
    await sha256(token),
    id,
    host === "localhost" ? "liaison" : "full",
    now,
    now,
    now + DAY,
  );
  await context.addCookies([{ name: "session", value: token, url: at("/", host), httpOnly: true, sameSite: "Lax" }]);
}

/** A new member with a session in this page's browser; returns the id. */
export async function addMember(page: Page, who: Newcomer, options: Options = {}): Promise<string> {
  const id = await insertMember(who, options);
  await insertSession(page.context(), id, options);
  return id;
}

/** A new member with a new browser. */
export async function memberPage(
  name: string,
  { gender = "female", ...options }: Parameters<typeof person>[0] & Options & { gender?: Newcomer["gender"] } = {},
): Promise<{ page: Page; context: BrowserContext; who: Newcomer; id: string }> {
  const who = newcomer(name, gender);
  const { confirmed, credits, host, ...browser } = options;
  const { page, context } = await person({ ...(host && { baseURL: at("/", host) }), ...browser });
  return { page, context, who, id: await addMember(page, who, { confirmed, credits, host }) };
}

const DEMO = { "anna@demo.example": "demo0000000000000001", "ben@demo.example": "demo0000000000000002" };

/** A logged-in demo member with a new browser. Tests that write, spend or count use a member of their own. */
export async function demoMember(
  options: Parameters<typeof person>[0] & Options = {},
  email: keyof typeof DEMO = "anna@demo.example",
): Promise<Page> {
  const { confirmed: _confirmed, credits: _credits, host, ...browser } = options;
  const { page, context } = await person({ ...(host && { baseURL: at("/", host) }), ...browser });
  await insertSession(context, DEMO[email], { host });
  return page;
}

/** Confirms the address of a member that was inserted unconfirmed. */
export async function confirmMember(id: string): Promise<void> {
  await sql("UPDATE accounts SET status = 'active', activated_at = ? WHERE id = ?", Date.now(), id);
  await sql("UPDATE profiles SET status = 'active' WHERE id = ?", id);
}

/** Inserts likes from seeded members that the member has not seen, already announced. */
export async function insertLikes(id: string, count: number): Promise<void> {
  const now = Date.now();
  await sql(
    `INSERT INTO likes (liker_id, liked_id, is_new, created_at, announced_at)
     SELECT id, ?1, 1, ?2, ?2 FROM profiles WHERE fictional = 1 AND pool = 'liaison' AND gender = 'female' AND status = 'active' LIMIT ?3`,
    id,
    now,
    count,
  );
}

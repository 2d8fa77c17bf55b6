import type { BrowserContextOptions, Page } from "playwright";
import { beforeAll } from "vitest";
import { at, person } from "./browser.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer } from "./steps.ts";

export const SECOND = 1000;
export const HOUR = 3600 * SECOND;

/** A host with payments; demo domains have none. */
export const SHOP = "127.0.0.1";
/** A member whose balance each test sets. */
export const MEMBER = newcomer("Nova");
let id = "";

/** Inserts a new member before a file's tests. Files that share a product share this module. */
export function useMember(): void {
  Object.assign(MEMBER, newcomer("Nova"));
  beforeAll(async () => {
    id = await insertMember(MEMBER, { confirmed: false, host: SHOP });
  });
}

export interface State {
  /** Ms since the sign-up. */
  age?: number;
  /** Ms since the confirmation; null before it. */
  confirmed?: number | null;
  paid?: boolean;
  /** Whether the time bonus ran at the sign-up. */
  timeBonus?: boolean;
  credits?: number;
}

/** Sets the member's state: the balance by a ledger entry, the rest in the account. */
export async function setMemberState({
  age = 60 * SECOND,
  confirmed = null,
  paid = false,
  timeBonus = true,
  credits = 0,
}: State): Promise<void> {
  const now = Date.now();
  const activated = confirmed === null ? null : now - confirmed;
  await sql(
    "UPDATE accounts SET created_at = ?, activated_at = ?, status = ?, paid_user = ?, time_bonus = ? WHERE id = ?",
    now - age,
    activated,
    activated === null ? "not_confirmed" : "active",
    Number(paid),
    Number(timeBonus),
    id,
  );
  const [account] = await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id);
  const difference = credits - (account?.credits ?? 0);
  if (difference === 0) return;
  await sql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'adjustment', 'test', ?, ?)",
    id,
    difference,
    `test-${now}-${Math.random()}`,
    now,
  );
}

/** Opens a page as the member, or as Ben. */
export async function openPage(email = MEMBER.email, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, context } = await person({ baseURL: at("/", SHOP), ...options });
  await insertSession(context, email === MEMBER.email ? id : "demo0000000000000002", { host: SHOP });
  return page;
}

/** The same in a browser that draws nothing. */
export function plainPage(email = MEMBER.email): Promise<PlainBrowser> {
  return PlainBrowser.of(email === MEMBER.email ? id : "demo0000000000000002", SHOP);
}

import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import { at, person } from "./browser.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { sql } from "./sql.ts";
import { newcomer } from "./steps.ts";

export const SECOND = 1000;
export const HOUR = 3600 * SECOND;

/** Where credits can be bought; on the demo domains nothing can. */
export const SHOP = "127.0.0.1";
/** The member whose balance a file of tests sets. */
export const who = newcomer("Nova");
let id = "";

/** Inserts the member before the tests of a file; closes its contexts after each test. */
export function useNova(): void {
  beforeAll(async () => {
    id = await insertMember(who, { confirmed: false, host: SHOP });
  });
  afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
  });
}

export const novasId = (): string => id;

export interface State {
  /** Since the sign-up, in ms. */
  age?: number;
  /** Since the address was confirmed; null before. */
  confirmed?: number | null;
  paid?: boolean;
  credits?: number;
}

/** Makes Nova a member in this state: the balance by an entry of the ledger, all else in the account. */
export async function nova({ age = 60 * SECOND, confirmed = null, paid = false, credits = 0 }: State): Promise<void> {
  const now = Date.now();
  const activated = confirmed === null ? null : now - confirmed;
  await sql(
    "UPDATE accounts SET created_at = ?, activated_at = ?, status = ?, paid_user = ? WHERE id = ?",
    now - age,
    activated,
    activated === null ? "not_confirmed" : "active",
    Number(paid),
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

// One member may not have any number of pages open at once.
const opened: BrowserContext[] = [];

/** The member, or Ben, at a browser of their own. */
export async function member(email = who.email, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, context } = await person({ baseURL: at("/", SHOP), ...options });
  opened.push(context);
  await insertSession(context, email === who.email ? id : "demo0000000000000002", { host: SHOP });
  return page;
}

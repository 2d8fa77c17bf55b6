import { env } from "cloudflare:workers";
import { NOON } from "./context.ts";

let count = 0;

/** An operator's code of the default domain. */
export async function addCode(code: string, fields: Record<string, string | number | null> = {}): Promise<void> {
  const row = { domain_id: "liaison", code, percentage: 300, created_at: NOON, ...fields };
  const names = Object.keys(row);
  await env.DB.prepare(`INSERT INTO discount_codes (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
}

/** Times in ms. */
export interface AddedOrder {
  code?: string;
  scope?: string;
  by: string;
  validity?: string;
  status?: string;
  amount?: number;
  currency?: string;
  at?: number;
  method?: string;
  /** When its provider is asked. Default: at once. */
  ask?: number;
  domain?: string;
  /** Days of the withdrawal. */
  days?: number;
}

/** Goes through `created` to its status, as every payment does. */
export async function addOrder({
  code,
  scope = "liaison",
  by,
  validity = "once-per-user",
  ...rest
}: AddedOrder): Promise<string> {
  const {
    status = "created",
    amount = 1000,
    currency = "EUR",
    at = NOON,
    method = "card",
    ask = at,
    domain = "liaison",
    days = 14,
  } = rest;
  const id = `order-${count++}-${by}`;
  await env.DB.prepare(
    `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, country, method, provider,
      status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at, updated_at, ask_at)
      VALUES (?1, ?2, ?8, 'c60', 60, ?3, ?4, ?4, 'NL', ?6, 'sandbox', 'created', '{}', ?1, 'Anna', 'en', ?9, ?1, ?5, ?5, ?7)`,
  )
    .bind(id, by, currency, amount, at, method, ask, domain, days)
    .run();
  if (code)
    await env.DB.prepare(
      "INSERT INTO discount_uses (payment_id, scope, code, account_id, validity, state) VALUES (?, ?, ?, ?, ?, 'reserved')",
    )
      .bind(id, scope, code, by, validity)
      .run();
  if (status !== "created") await env.DB.prepare("UPDATE payments SET status = ? WHERE id = ?").bind(status, id).run();
  return id;
}

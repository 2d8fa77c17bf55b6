import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import type { ProviderState } from "#worker/billing/payments/provider.ts";
import { type Account, noticeOf } from "#worker/billing/payments/providers/sandbox.ts";
import type { Member } from "./members.ts";
import type { Answer, Product } from "./product.ts";

const SECRET = LOCAL_SECRETS.MEDIA_SECRET;
const WEBHOOK = "/api/payment-webhook.php?provider=sandbox";

interface Wanted {
  package: string;
  method?: string;
  stored?: string;
  discountcode?: string;
  expected?: number;
}

/** The call behind the pay button. */
export function buy(product: Product, { session }: Member, wanted: Wanted, key?: string, host?: string): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return product.ask("/api/payment.php", { session, host, body: { method: "card", ...wanted }, headers });
}

/** An order on the provider's page. @throws Error for a refused one */
export async function ordered(product: Product, member: Member, wanted: Partial<Wanted> = {}, host?: string): Promise<Account> {
  const { status, json, text } = await buy(product, member, { package: "c25", ...wanted }, undefined, host);
  if (status !== 201) throw new Error(`order refused: ${text.slice(0, 200)}`);
  return product.sandbox(json.payment.id);
}

/** The provider's own page, without its notice. */
export const payAt = (product: Product, id: string) =>
  product.ask(`/pay/${id}`, {
    host: "pay.localhost",
    body: "press=pay&card=4242424242424242&delivery=never",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

export interface SignedNotice {
  headers: Record<string, string>;
  body: string;
}

/** A notice as the sandbox signs it. `now` is its own time. */
export async function signed(
  account: Account,
  state: ProviderState,
  { now = Date.now(), secret = SECRET } = {},
): Promise<SignedNotice> {
  const request = await noticeOf(secret, account, state, now);
  const headers = Object.fromEntries(
    ["content-type", "sandbox-timestamp", "sandbox-signature"].map((name) => [name, request.headers.get(name) ?? ""]),
  );
  return { headers, body: await request.text() };
}

export function deliver(
  product: Product,
  { headers, body }: SignedNotice,
  { host, path = WEBHOOK, method = "POST" }: { host?: string; path?: string; method?: string } = {},
): Promise<Answer> {
  return product.ask(path, { method, host, headers, body: method === "GET" ? undefined : body });
}

export async function say(product: Product, account: Account, state: ProviderState): Promise<number> {
  return (await deliver(product, await signed(account, state))).status;
}

/** Paid at the provider, which says so at once. */
export async function paid(product: Product, account: Account, host?: string): Promise<number> {
  await payAt(product, account.order.id);
  return (await deliver(product, await signed(account, "completed"), { host })).status;
}

/** The tables that money is in, as one text. */
export async function moneyOf(product: Product): Promise<string> {
  const tables = [
    "payments",
    "ledger",
    "lots",
    "postings",
    "debts",
    "receipts",
    "refunds",
    "discount_uses",
    "stored_methods",
    "payment_notices",
  ];
  const statements = [
    ...tables.map((table) => `SELECT * FROM ${table} ORDER BY 1, 2, 3`),
    "SELECT id, credits, debt, paid_user FROM accounts ORDER BY id",
    "SELECT count(*) FROM outbox",
  ];
  return JSON.stringify(await product.sqlBatch(statements.map((sql) => ({ sql, values: [] }))));
}

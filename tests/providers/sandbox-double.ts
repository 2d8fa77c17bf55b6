import { createHash, createHmac } from "node:crypto";
import type { ProviderState } from "#worker/billing/payments/provider.ts";
import type { Account } from "#worker/billing/payments/providers/sandbox.ts";
import type { Double } from "./provider-contract.ts";

const HEADERS = ["sandbox-timestamp", "sandbox-signature"];
/** Fields of the body that are not text; their entries hold JSON. */
const RAW = ["amount", "stored"];
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** The sandbox's server: reads the store that the provider writes, and signs on its own. */
export function createSandboxDouble({ secret, domainId }: { secret: string; domainId: string }) {
  const stored = new Map<string, string>();
  const accountOf = (payment: string): Account => JSON.parse(stored.get(`sandbox:${payment}`) ?? "null");

  const double = {
    unreachable: false,

    store: {
      async get(key: string) {
        if (double.unreachable) throw new TypeError("network");
        return JSON.parse(stored.get(key) ?? "null");
      },
      async put(key: string, value: string) {
        stored.set(key, value);
      },
    } as unknown as KVNamespace,

    open(redirect) {
      const { host, pathname } = new URL(redirect);
      const [, page, id] = pathname.split("/");
      if (host !== "pay.localhost:8787" || page !== "pay" || !stored.has(`sandbox:${id}`)) throw new Error("another page");
      return { amount: String(accountOf(id ?? "").order.amount) };
    },

    notice(payment, state: ProviderState) {
      const account = { ...accountOf(payment), state };
      stored.set(`sandbox:${payment}`, JSON.stringify(account));
      const { order, reference } = account;
      const fields = Object.entries({
        notice: `${reference}:${state}`,
        payment,
        reference,
        state,
        amount: String(order.amount),
        currency: order.currency,
        stored: "null",
      });
      const at = "1795300000000";
      const digest = createHash("sha256").update(jsonOf(fields)).digest("base64url");
      const signature = hmac(hmac(secret, `sandbox\n${domainId}`), `${at}\n${digest}`);
      return [["sandbox-timestamp", at], ["sandbox-signature", signature], ...fields];
    },

    carry(entries) {
      const url = new URL("https://dating.example/api/payment-webhook.php?provider=sandbox");
      const headers = new Headers({ "content-type": "application/json" });
      for (const [name, value] of entries) if (HEADERS.includes(name)) headers.append(name, value);
      return { url, method: "POST", headers, body: jsonOf(entries.filter(([name]) => !HEADERS.includes(name))) };
    },

    refunds: (payment) => Object.keys(accountOf(payment).refunds).length,
    reference: (payment) => accountOf(payment)?.reference ?? null,
  } satisfies Double & Record<string, unknown>;
  return double;
}

/** By hand: an object cannot hold a doubled field. */
function jsonOf(fields: [string, string][]): string {
  return `{${fields.map(([name, value]) => `"${name}":${RAW.includes(name) ? value : JSON.stringify(value)}`).join(",")}}`;
}

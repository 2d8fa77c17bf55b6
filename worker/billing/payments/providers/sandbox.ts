import { z } from "zod";
import type { Notice, PaymentProvider, ProviderOrder, ProviderState, Statement } from "#worker/billing/payments/provider.ts";
import { equalSecrets, hmac, sha256 } from "#worker/platform/crypto.ts";
import { AppError } from "#worker/platform/errors.ts";
import { PROVIDER_METHODS } from "#worker/sites/domains/methods.vocabulary.ts";

const SANDBOX_HOST = "pay.localhost";

/** In seconds. */
const RETENTION = 30 * 24 * 3600;
export const FAILING_TOKEN = "card-declined-later";

/** A payment as the sandbox stores it. */
export interface Account {
  order: ProviderOrder;
  domainId: string;
  reference: string;
  state: ProviderState | "open";
  stored: { token: string; label: string } | null;
  /** Amounts by id. */
  refunds: Record<string, number>;
}

const statement = z.object({
  notice: z.string(),
  payment: z.string(),
  reference: z.string(),
  state: z.enum(["pending", "completed", "failed", "cancelled", "expired", "refunded", "chargeback"]),
  amount: z.int(),
  currency: z.string(),
  stored: z.object({ token: z.string(), label: z.string() }).nullable(),
});

interface Deps {
  store: KVNamespace;
  secret: string;
  domainId: string;
  port: string | undefined;
}

const keyOf = (id: string) => `sandbox:${id}`;

export function createSandboxStore(store: KVNamespace) {
  return {
    /** @throws upstream_failed */
    find: (id: string) =>
      store.get<Account>(keyOf(id), "json").catch(() => {
        throw new AppError("upstream_failed");
      }),
    put: (account: Account) => store.put(keyOf(account.order.id), JSON.stringify(account), { expirationTtl: RETENTION }),
  };
}

/** Local builds only: a provider that moves no money. Its pages are in `worker/server/dev/sandbox-pages.ts`. */
export function createSandbox({ store, secret, domainId, port }: Deps): PaymentProvider {
  const accounts = createSandboxStore(store);
  return {
    id: "sandbox",
    acknowledgement: "OK",
    methods: () => PROVIDER_METHODS.sandbox,
    // Its pages know an order by what `start` stores.
    startsAlone: false,

    async start(order) {
      const known = await accounts.find(order.id);
      const account: Account = known ?? {
        order,
        domainId,
        reference: `sb-${order.id}`,
        state: "open",
        stored: null,
        refunds: {},
      };
      const { reference } = account;
      if (order.token !== null) {
        const state = order.token === FAILING_TOKEN ? "failed" : "completed";
        await accounts.put({ ...account, state });
        return { redirect: null, reference, state };
      }
      await accounts.put(account);
      const host = port === undefined ? SANDBOX_HOST : `${SANDBOX_HOST}:${port}`;
      return { redirect: `http://${host}/pay/${order.id}`, reference, state: "pending" };
    },

    async query({ id }) {
      const account = await accounts.find(id);
      return account && account.domainId === domainId && account.state !== "open" ? statementOf(account, account.state) : null;
    },

    async refund({ id }, refund) {
      const account = await accounts.find(id);
      if (!account || (account.state !== "completed" && account.state !== "refunded")) return "refused";
      const refunds = { ...account.refunds, [refund.id]: refund.amount };
      const total = Object.values(refunds).reduce((sum, amount) => sum + amount, 0);
      if (total > account.order.amount) return "refused";
      await accounts.put({ ...account, refunds });
      return "done";
    },

    async verify({ headers, body }: Notice) {
      const expected = await signature(secret, domainId, headers.get("sandbox-timestamp") ?? "", body);
      if (!equalSecrets(expected, headers.get("sandbox-signature") ?? "")) return null;
      return readStatement(body);
    },
  };
}

function readStatement(body: string): Statement | null {
  try {
    return statement.parse(JSON.parse(body));
  } catch {
    return null; // signed, but no statement: refused as a forged one is
  }
}

function statementOf({ order, reference, stored }: Account, state: ProviderState): Statement {
  const { id: payment, amount, currency } = order;
  return { notice: `${reference}:${state}`, payment, reference, state, amount, currency, stored };
}

/** Request that tells the product a state, signed with the domain's own key. */
export async function noticeOf(secret: string, account: Account, state: ProviderState, now: number): Promise<Request> {
  const body = JSON.stringify(statementOf(account, state));
  const timestamp = String(now);
  const headers = {
    "content-type": "application/json",
    "sandbox-timestamp": timestamp,
    "sandbox-signature": await signature(secret, account.domainId, timestamp, body),
  };
  return new Request(account.order.noticeUrl, { method: "POST", headers, body });
}

async function signature(secret: string, domainId: string, timestamp: string, body: string): Promise<string> {
  return hmac(await hmac(secret, `sandbox\n${domainId}`), `${timestamp}\n${await sha256(body)}`);
}

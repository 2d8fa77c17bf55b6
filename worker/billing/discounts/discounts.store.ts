import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { bonusStart, type CodeRow, codeOf, type Use, usesOf } from "#worker/billing/discounts/codes.sql.ts";
import { type StoredShown, storedOf } from "#worker/billing/payments/payments.sql.ts";
import { spentOf } from "#worker/billing/wallet/spending.sql.ts";
import { excludedUntil } from "#worker/people/exclusions/exclusions.sql.ts";
import type { Period } from "#worker/people/preferences/spending.vocabulary.ts";

export interface CodeFacts {
  code: CodeRow | null;
  used: Use[];
}

/** Facts that decide about an order, beside the order itself. */
export interface OrderFacts extends CodeFacts {
  /** Completed and open orders in the order's currency. */
  spent: Record<Period, number>;
  /** Ms; null for a member who may buy. */
  excludedUntil: number | null;
  /** Newest first, of all providers. */
  stored: StoredShown[];
  /** Ms: the first order with the time bonus that is neither paid nor given up. */
  bonusStartedAt: number | null;
  debt: number;
}

export interface OrderQuestion {
  accountId: string;
  pool: string;
  domainId: string;
  /** Upper case; empty for none. */
  code: string;
  currency: string;
  /** Hashes of account and address. */
  hashes: readonly string[];
  now: number;
  /** True if the order cancels the member's orders in state `created`, in the same batch. */
  supersedes: boolean;
}

type OrderRow = { [K in "code" | "used" | "spent" | "stored"]: string | null } & Pick<
  OrderFacts,
  "excludedUntil" | "bonusStartedAt" | "debt"
>;

export type DiscountsStore = ReturnType<typeof createDiscountsStore>;

export function createDiscountsStore(db: Database) {
  return {
    async code(accountId: string | null, domainId: string, code: string): Promise<CodeFacts> {
      const [[row]] = await rowsOf<[Pick<OrderRow, "code" | "used">]>(db, [
        sql`SELECT ${codeOf(domainId, code)} AS code, ${usesOf({ accountId, domainId, code, now: 0, supersedes: false })} AS used`,
      ]);
      return codeFacts(row);
    },

    async order(question: OrderQuestion): Promise<OrderFacts> {
      const [[row]] = await rowsOf<[OrderRow]>(db, [orderFacts(question)]);
      return readOrderFacts(row);
    },
  };
}

function orderFacts({ accountId, pool, domainId, code, currency, hashes, now, supersedes }: OrderQuestion): SQL {
  return sql`SELECT ${codeOf(domainId, code)} AS code, ${usesOf({ accountId, domainId, code, now, supersedes })} AS used,
    ${spentOf({ accountId, currency, now, supersedes })} AS spent,
    ${excludedUntil(pool, hashes, "purchases", now)} AS excludedUntil, ${storedOf(accountId)} AS stored,
    ${bonusStart(accountId)} AS bonusStartedAt,
    (SELECT ${accounts.debt} FROM ${accounts} WHERE ${accounts.id} = ${accountId}) AS debt`;
}

function readOrderFacts(row: OrderRow | undefined): OrderFacts {
  const spent = JSON.parse(row?.spent ?? "{}") as Partial<OrderFacts["spent"]>;
  return {
    ...codeFacts(row),
    spent: { day: 0, week: 0, month: 0, ...spent },
    excludedUntil: row?.excludedUntil ?? null,
    stored: JSON.parse(row?.stored ?? "[]") as OrderFacts["stored"],
    bonusStartedAt: row?.bonusStartedAt ?? null,
    debt: row?.debt ?? 0,
  };
}

function codeFacts(row: Pick<OrderRow, "code" | "used"> | undefined): CodeFacts {
  return { code: JSON.parse(row?.code ?? "null") as CodeRow | null, used: JSON.parse(row?.used ?? "[]") as Use[] };
}

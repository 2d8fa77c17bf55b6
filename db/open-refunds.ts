import type { SQL } from "drizzle-orm";
import { paymentNotices, payments, refunds } from "./schema/index.ts";
import { aliased, into, plainText, sql } from "./sql.ts";

/** `provider` of the operator's own notices about refunds; no provider has this name. */
export const OPERATOR = "operator";
const ID = /^[0-9a-z]{1,40}$/;

/** A refund that no provider has confirmed. */
export interface OpenRefund {
  refund: string;
  payment: string;
  provider: string;
  reference: string | null;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  /** Milliseconds since 1970. */
  since: number;
  /** The operator's decision; the next sweep books it. */
  decided: "done" | "failed" | null;
}

const n = aliased(paymentNotices, "n");
const p = aliased(payments, "p");
const r = aliased(refunds, "r");

export function openRefunds(): string {
  return plainText(sql`SELECT ${r.id} AS refund, ${p.id} AS payment, ${p.provider}, ${p.providerRef} AS reference, ${r.amount}, ${p.currency},
      ${r.createdAt} AS since, ${n.event} AS decided
    FROM ${r} JOIN ${p} ON ${p.id} = ${r.paymentId}
    LEFT JOIN ${n} ON ${n.provider} = ${sql.raw(`'${OPERATOR}'`)} AND ${n.id} = ${r.id}
    WHERE ${r.status} = 'requested' ORDER BY ${r.createdAt}`);
}

/** Operator notice, booked and mailed by the sweep. Idempotent; the first decision wins. Returns the refund's id. */
export function decideRefund(id: string, decision: "done" | "failed", now: number): string {
  const notice = into(paymentNotices, "provider", "id", "paymentId", "event", "outcome", "receivedAt");
  return plainText(sql`INSERT INTO ${notice}
    SELECT ${text(OPERATOR)}, ${r.id}, ${r.paymentId}, ${text(decision)}, 'decided', ${sql.raw(String(Math.trunc(now)))} FROM ${r}
    WHERE ${r.id} = ${text(id)} AND ${r.status} = 'requested' ON CONFLICT DO NOTHING RETURNING ${paymentNotices.id} AS refund`);
}

function text(value: string): SQL {
  if (!ID.test(value)) throw new TypeError(`not an id: ${value}`);
  return sql.raw(`'${value}'`);
}

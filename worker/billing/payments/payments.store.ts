import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { OPERATOR } from "#db/open-refunds.ts";
import { insertWhere, prepared, rowsOf } from "#db/raw.ts";
import type { ReturnCause } from "#db/schema/attributes.ts";
import { accounts, discountUses, outbox, paymentNotices, payments, profiles, refunds, storedMethods } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { ageFactsJson, lastCountry } from "#worker/people/identity/age-facts.sql.ts";
import type { AgeFacts } from "#worker/people/identity/age-gate.ts";
import { newId } from "#worker/platform/ids.ts";
import { claimDiscount, giveDiscountBack, releaseDiscount } from "./discount-conflicts.sql.ts";
import { isFirst, type OrderLimits, type SameOrder, sameOf, sameOrder } from "./order-limits.sql.ts";
import {
  FOUND,
  type Found,
  isBeingPaid,
  latestOf,
  type NewPayment,
  type PaymentRow,
  type RawPayment,
  readPayment,
} from "./payments.sql.ts";
import type { PaymentRef, ProviderState } from "./provider.ts";
import { dueOrders, noteSaid } from "./questions.sql.ts";
import { type Completion, isErased, returnMoney, returnRest } from "./returned-money.sql.ts";

const a = aliased(accounts, "a");
const p = aliased(payments, "p");
const s = aliased(storedMethods, "s");
const o = aliased(profiles, "o");
const r = aliased(refunds, "r");

export type PaymentsStore = ReturnType<typeof createPaymentsStore>;
type MailRow = typeof outbox.$inferInsert;
export type StoredMethod = Pick<typeof storedMethods.$inferSelect, "id" | "provider" | "method" | "token" | "label">;
type DueRefund = Pick<typeof refunds.$inferSelect, "id" | "paymentId" | "amount">;
export type Reservation = Omit<typeof discountUses.$inferInsert, "paymentId" | "accountId" | "state">;

export interface Buyer {
  id: string;
  email: string;
  name: string;
  language: string;
  country: string;
  /** 1 for an erased account, whose money goes back. */
  gone: number;
  age: AgeFacts;
}

/** States that a provider's statement may end. */
const BEFORE: Record<ProviderState, readonly PaymentRow["status"][]> = {
  pending: ["created"],
  completed: ["created", "pending", "failed", "cancelled", "expired"],
  failed: ["created", "pending"],
  cancelled: ["created", "pending"],
  expired: ["created", "pending"],
  refunded: ["completed"],
  chargeback: ["completed"],
};

/** Ends of a payment. After a refusal the provider's page takes another card. */
const ENDS: readonly ProviderState[] = ["completed", "cancelled", "expired", "refunded", "chargeback"];

export interface Heard {
  provider: string;
  notice: string;
  state: ProviderState;
  reference: string | null;
  /** We end the order; the provider has said nothing. */
  ours?: boolean;
}

export function createPaymentsStore(db: Database) {
  /** A later state that arrives before the completion implies it, so the completion is written first. */
  const moves = (id: string, state: ProviderState, reference: string | null, now: number): SQL[] => {
    const move = (to: ProviderState) => sql`UPDATE ${payments} SET ${payments.status} = ${to}, ${payments.updatedAt} = ${now},
        ${payments.providerRef} = iif(${to} = 'completed', coalesce(${reference}, ${payments.providerRef}),
          coalesce(${payments.providerRef}, ${reference})),
        ${payments.completedAt} = iif(${to} = 'completed', ${now}, ${payments.completedAt})
      WHERE ${payments.id} = ${id} AND ${payments.status} IN (${sql.join(
        BEFORE[to].map((status) => sql`${status}`),
        sql`, `,
      )})`;
    return state === "refunded" || state === "chargeback" ? [move("completed"), move(state)] : [move(state)];
  };

  return {
    /** The order that goes on in place of this one, and the stored method, in one trip. */
    async prepare(row: PaymentRow, stored: string | null, openSince: number) {
      const [, repeated, open, methods] = await rowsOf<[...SameOrder, StoredMethod]>(db, [
        ...sameOrder(row, openSince),
        sql`SELECT ${selected(s, ["id", "provider", "method", "token", "label"])} FROM ${s}
          WHERE ${s.id} = ${stored ?? ""} AND ${s.accountId} = ${row.accountId} AND ${s.domainId} = ${row.domainId}`,
      ]);
      return { same: sameOf(repeated, open), stored: methods[0] ?? null };
    },

    /**
     * Ends other unpaid orders. `same` goes on in its place; neither if a limit or another order came first. Constraint errors
     * write nothing.
     */
    async create(
      row: NewPayment,
      reservation: Reservation | null,
      limits: OrderLimits,
      openSince: number,
    ): Promise<{ same: Found | null; made: Found | null }> {
      const { id, accountId, createdAt: now } = row;
      const first = isFirst(row, limits, openSince);
      const made = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${id})`;
      const use = reservation && { ...reservation, paymentId: id, accountId, state: "reserved" as const };
      const results = await rowsOf<RawPayment[]>(db, [
        ...sameOrder(row, openSince),
        sql`UPDATE ${payments} SET ${payments.status} = 'cancelled', ${payments.updatedAt} = ${now}
          WHERE ${payments.accountId} = ${accountId} AND ${payments.status} = 'created' AND NOT ${isBeingPaid(payments, now)}
            AND ${first}`,
        insertWhere(payments, row, first),
        ...(use ? [insertWhere(discountUses, use, made)] : []),
        sql`${FOUND} WHERE ${p.id} = ${id}`,
      ]);
      const [, repeated = [], open = []] = results;
      const [written] = results.at(-1) ?? [];
      return { same: sameOf(repeated, open), made: written ? readPayment(written) : null };
    },

    async find(memberId: string, id: string): Promise<Found | null> {
      const [rows] = await rowsOf<[RawPayment]>(db, [sql`${FOUND} WHERE ${p.id} = ${id} AND ${p.accountId} = ${memberId}`]);
      return rows[0] ? readPayment(rows[0]) : null;
    },

    /** For notices that name the provider's reference only. */
    async byReference(provider: string, reference: string): Promise<PaymentRef | null> {
      const found = sql`${FOUND} WHERE ${p.provider} = ${provider} AND ${p.providerRef} = ${reference}`;
      const [[row]] = await rowsOf<[RawPayment]>(db, [found]);
      return row ? { ...row, reference, method: row.method as PaymentRef["method"] } : null;
    },

    async findAny(id: string): Promise<{ payment: Found; buyer: Buyer } | null> {
      const [rows, buyers] = await rowsOf<[RawPayment, Omit<Buyer, "age"> & { age: string }]>(db, [
        sql`${FOUND} WHERE ${p.id} = ${id}`,
        sql`SELECT ${a.id}, ${a.email}, ${o.name}, ${a.language}, ${o.country}, ${isErased(a)} AS gone,
          ${ageFactsJson(a, o, lastCountry(a))} AS age FROM ${p}
          JOIN ${a} ON ${a.id} = ${p.accountId} JOIN ${o} ON ${o.id} = ${a.id} WHERE ${p.id} = ${id}`,
      ]);
      const [[row], [buyer]] = [rows, buyers];
      return row && buyer ? { payment: readPayment(row), buyer: { ...buyer, age: JSON.parse(buyer.age) } } : null;
    },

    async list(memberId: string, limit: number) {
      const [rows, last, methods] = await rowsOf<[RawPayment, { packageId: string; method: string }, StoredMethod]>(db, [
        latestOf(memberId, limit),
        sql`SELECT ${p.packageId} AS packageId, ${p.method} FROM ${p}
          WHERE ${p.accountId} = ${memberId} AND ${p.completedAt} IS NOT NULL ORDER BY ${p.createdAt} DESC LIMIT 1`,
        sql`SELECT ${selected(s, ["id", "provider", "method", "token", "label"])} FROM ${s}
          WHERE ${s.accountId} = ${memberId} ORDER BY ${s.createdAt} DESC`,
      ]);
      return { payments: rows.map(readPayment), last: last[0] ?? null, stored: methods };
    },

    async forget(memberId: string, stored: string): Promise<boolean> {
      const [gone] = await rowsOf<[unknown]>(db, [
        sql`DELETE FROM ${storedMethods} WHERE ${storedMethods.id} = ${stored} AND ${storedMethods.accountId} = ${memberId}
          RETURNING 1`,
      ]);
      return gone.length > 0;
    },

    async started(id: string, reference: string | null, redirect: string | null): Promise<Found> {
      const [, rows] = await rowsOf<[unknown, RawPayment]>(db, [
        sql`UPDATE ${payments} SET ${payments.redirect} = ${redirect},
            ${payments.providerRef} = coalesce(${payments.providerRef}, ${reference}) WHERE ${payments.id} = ${id}`,
        sql`${FOUND} WHERE ${p.id} = ${id}`,
      ]);
      return readPayment(rows[0] as RawPayment);
    },

    /** Applies a statement once; triggers write the rest. Answers the change and a due refund. */
    async apply(
      completion: Completion,
      said: Heard,
      more: { mail: MailRow | null; stored: typeof storedMethods.$inferInsert | null },
    ): Promise<{ changed: boolean; returned: DueRefund | null }> {
      const { id, now } = completion;
      const { provider, notice, state, reference } = said;
      const reached = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${id} AND ${payments.status} = ${state}
        AND ${payments.updatedAt} = ${now})`;
      const steps = moves(id, state, reference, now);
      const row = { provider, id: notice, paymentId: id, event: state, outcome: "applied", receivedAt: now };
      const completes = state === "completed";
      const refund = newId();
      // An order that is given back at once has the mail of its refund only.
      const stays = completes ? sql`${reached} AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${id})` : reached;
      const results = await db.$client.batch<{ amount: number }>(
        [
          ...(completes ? [claimDiscount(id, now)] : []),
          ...steps,
          ...(completes ? [releaseDiscount(id, now), returnMoney(completion, refund), giveDiscountBack(id)] : []),
          ...(ENDS.includes(state) && !said.ours ? [noteSaid(id, now)] : []),
          sql`${insertWhere(paymentNotices, row, sql`true`)} ON CONFLICT DO NOTHING`,
          ...(more.stored ? [sql`${insertWhere(storedMethods, more.stored, stays)} ON CONFLICT DO NOTHING`] : []),
          ...(more.mail ? [sql`${insertWhere(outbox, more.mail, stays)} ON CONFLICT DO NOTHING`] : []),
        ].map((query) => prepared(db, query)),
      );
      const first = Number(completes);
      const [given] = completes ? (results[first + steps.length + 1]?.results ?? []) : [];
      return {
        changed: results.slice(first, first + steps.length).some(({ meta }) => meta.changes > 0),
        returned: given ? { id: refund, paymentId: id, amount: given.amount } : null,
      };
    },

    async noteRefused(id: string, said: { provider: string; notice: string; state: string }, outcome: string, now: number) {
      const row = { provider: said.provider, id: said.notice, paymentId: id, event: said.state, outcome, receivedAt: now };
      await rowsOf(db, [sql`${insertWhere(paymentNotices, row, sql`true`)} ON CONFLICT DO NOTHING`]);
    },

    async outcomeOf(said: { provider: string; notice: string }): Promise<string | null> {
      const { provider, id, outcome } = paymentNotices;
      const [[row]] = await rowsOf<[{ outcome: string }]>(db, [
        sql`SELECT ${outcome} FROM ${paymentNotices} WHERE ${provider} = ${said.provider} AND ${id} = ${said.notice}`,
      ]);
      return row?.outcome ?? null;
    },

    async due(now: number, limit: number): Promise<string[]> {
      const [open, ended] = await rowsOf<[{ id: string }, { id: string }]>(db, dueOrders(now, limit));
      return [...open, ...ended].map(({ id }) => id);
    },

    async askAgain(id: string, at: number): Promise<void> {
      await rowsOf(db, [sql`UPDATE ${payments} SET ${payments.askAt} = ${at} WHERE ${payments.id} = ${id}`]);
    },

    async askNoMore(id: string, now: number): Promise<void> {
      await rowsOf(db, [noteSaid(id, now)]);
    },

    /** Takes the credits at once. False while another refund of the payment is open. Constraint errors write nothing. */
    async requestRefund(row: typeof refunds.$inferInsert): Promise<boolean> {
      const free = sql`NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${row.paymentId} AND ${r.status} = 'requested')`;
      const [inserted] = await rowsOf<[unknown]>(db, [sql`${insertWhere(refunds, row, free)} RETURNING 1`]);
      return inserted.length > 0;
    },

    async openRefund(payment: string): Promise<Pick<DueRefund, "id" | "amount"> | null> {
      const [[row]] = await rowsOf<[Pick<DueRefund, "id" | "amount">]>(db, [
        sql`SELECT ${r.id}, ${r.amount} FROM ${r} WHERE ${r.paymentId} = ${payment} AND ${r.status} = 'requested'`,
      ]);
      return row ?? null;
    },

    /** False once the refund or its payment has ended, and for a mail that is stored. */
    async tellRefund(refund: string, mail: MailRow): Promise<boolean> {
      const waits = sql`EXISTS (SELECT 1 FROM ${r} JOIN ${p} ON ${p.id} = ${r.paymentId}
        WHERE ${r.id} = ${refund} AND ${r.status} = 'requested' AND ${p.status} = 'completed')`;
      const [stored] = await rowsOf<[unknown]>(db, [sql`${insertWhere(outbox, mail, waits)} ON CONFLICT DO NOTHING RETURNING 1`]);
      return stored.length > 0;
    },

    /** False if another run settled it. */
    async settleRefund(id: string, status: "done" | "failed", mail: MailRow | null, now: number): Promise<boolean> {
      // Of a payment that the bank took meanwhile, nothing came back: its own mail says so.
      const settled = sql`EXISTS (SELECT 1 FROM ${r} JOIN ${p} ON ${p.id} = ${r.paymentId} WHERE ${r.id} = ${id}
        AND ${r.status} = ${status} AND ${r.updatedAt} = ${now} AND (${r.status} = 'done' OR ${p.status} = 'completed'))`;
      const [update] = await db.$client.batch(
        [
          sql`UPDATE ${refunds} SET ${refunds.status} = ${status}, ${refunds.updatedAt} = ${now}
            WHERE ${refunds.id} = ${id} AND ${refunds.status} = 'requested'`,
          ...(mail ? [sql`${insertWhere(outbox, mail, settled)} ON CONFLICT DO NOTHING`] : []),
        ].map((query) => prepared(db, query)),
      );
      return (update?.meta.changes ?? 0) > 0;
    },

    /** A taken refund is due again `before` is this much later: two sweeps never request one twice. */
    async takeRefunds(now: number, before: number, limit: number): Promise<DueRefund[]> {
      const due = sql`SELECT ${refunds.id} FROM ${refunds} INDEXED BY refunds_open
        WHERE ${refunds.status} = 'requested' AND ${refunds.updatedAt} <= ${before} ORDER BY ${refunds.updatedAt} LIMIT ${limit}`;
      const [rows] = await rowsOf<[DueRefund]>(db, [
        sql`UPDATE ${refunds} SET ${refunds.updatedAt} = ${now} WHERE ${refunds.id} IN (${due})
          RETURNING ${refunds.id}, ${refunds.paymentId} AS paymentId, ${refunds.amount}`,
      ]);
      return rows;
    },

    /** Gives back all that is unspent, whoever paid when; the sweep asks the providers. Done again it changes nothing. */
    async returnAll(accountId: string, cause: ReturnCause, now: number): Promise<void> {
      await rowsOf<unknown[]>(db, [returnRest(accountId, cause, now)]);
    },

    async decision(refund: string): Promise<"done" | "failed" | null> {
      const { provider, id, event } = paymentNotices;
      const [[row]] = await rowsOf<[{ event: string }]>(db, [
        sql`SELECT ${event} FROM ${paymentNotices} WHERE ${provider} = ${OPERATOR} AND ${id} = ${refund}`,
      ]);
      return row?.event === "done" || row?.event === "failed" ? row.event : null;
    },
  };
}

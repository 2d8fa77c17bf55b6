import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, outbox, payments, profiles, withdrawals } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { FOUND, type RawPayment, readPayment } from "#worker/billing/payments/payments.sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { WITHDRAWN_AT_ONCE } from "./withdrawals.vocabulary.ts";

export type WithdrawalRow = typeof withdrawals.$inferSelect;
type MailRow = typeof outbox.$inferInsert;

const p = aliased(payments, "p");
const a = aliased(accounts, "a");
const o = aliased(profiles, "o");

export interface Consumer {
  id: string;
  email: string;
  name: string;
  language: string;
  country: string;
}

export type WithdrawalsStore = ReturnType<typeof createWithdrawalsStore>;

export function createWithdrawalsStore(db: Database) {
  const by = (of: Partial<Record<"id" | "linkHash" | "formKey" | "domainId", string>>) =>
    db
      .select()
      .from(withdrawals)
      .where(and(...Object.entries(of).map(([name, value]) => eq(withdrawals[name as keyof typeof of], value))))
      .get();

  return {
    async find(id: string): Promise<WithdrawalRow | undefined> {
      return by({ id });
    },

    async findByKey(domainId: string, formKey: string): Promise<WithdrawalRow | undefined> {
      return by({ domainId, formKey });
    },

    async findByLink(linkHash: string): Promise<WithdrawalRow | undefined> {
      return by({ linkHash });
    },

    /** Paid purchases of one domain, newest first. */
    async orders(accountId: string, domainId: string, since: number) {
      const [rows] = await rowsOf<[RawPayment]>(db, [
        sql`${FOUND} WHERE ${p.accountId} = ${accountId} AND ${p.domainId} = ${domainId} AND ${p.completedAt} >= ${since}
          ORDER BY ${p.createdAt} DESC LIMIT ${WITHDRAWN_AT_ONCE}`,
      ]);
      return rows.map(readPayment);
    },

    /** Whom an order number of this domain, or an address of its pool, belongs to. */
    async consumer({
      domainId,
      pool,
      payment,
      email,
    }: {
      domainId: string;
      pool: string;
      payment: string;
      email: string;
    }): Promise<Consumer | null> {
      const [row] = await db.all<Consumer>(sql`SELECT ${a.id}, ${a.email}, ${o.name}, ${a.language}, ${o.country}
        FROM ${a} JOIN ${o} ON ${o.id} = ${a.id} WHERE ${a.status} <> 'erased' AND ${a.id} = coalesce(
          (SELECT ${p.accountId} FROM ${p} WHERE ${p.id} = ${payment} AND ${p.domainId} = ${domainId}),
          (SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.email} = ${email} AND ${accounts.pool} = ${pool}))`);
      return row ?? null;
    },

    async consumerOf(id: string): Promise<Consumer | null> {
      const [row] = await db.all<Consumer>(sql`SELECT ${a.id}, ${a.email}, ${o.name}, ${a.language}, ${o.country}
        FROM ${a} JOIN ${o} ON ${o.id} = ${a.id} WHERE ${a.status} <> 'erased' AND ${a.id} = ${id}`);
      return row ?? null;
    },

    /** False when a concurrent request stored the same form. */
    async add(row: WithdrawalRow, mail: MailRow | null): Promise<boolean> {
      const insert = db.insert(withdrawals).values(row);
      try {
        if (mail) await db.batch([insert, db.insert(outbox).values(mail)]);
        else await insert;
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return false;
        throw error;
      }
      return true;
    },

    /** Writes nothing for a statement that has ended. True if it was written. */
    async change(id: string, set: Partial<Omit<WithdrawalRow, "id">>, mail: MailRow | null): Promise<boolean> {
      const changed = db
        .update(withdrawals)
        .set(set)
        .where(and(eq(withdrawals.id, id), eq(withdrawals.status, "waiting")))
        .returning({ id: withdrawals.id });
      const mailed = mail ? [insertWhere(outbox, mail, sql`changes() = 1`)] : [];
      const [rows] = await rowsOf<{ id: string }[]>(db, [changed.getSQL(), ...mailed]);
      return (rows?.length ?? 0) > 0;
    },
  };
}

import { and, between, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, outbox, payments, profiles, receipts, withdrawals } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { FOUND, type RawPayment, readPayment } from "#worker/billing/payments/payments.sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { DAY } from "#worker/platform/durations.ts";
import { LISTED_DAYS } from "./withdrawals.vocabulary.ts";

export type WithdrawalRow = typeof withdrawals.$inferSelect;
type MailRow = typeof outbox.$inferInsert;
type Changed = Partial<Omit<WithdrawalRow, "id">>;

const c = aliased(receipts, "c");
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

interface Meant {
  domainId: string;
  pool: string;
  /** What may be order numbers. */
  numbers: string[];
  email: string;
}

interface Receipted {
  domainId: string;
  /** Legal names: receipts are numbered per company. */
  companies: string[];
  numbers: number[];
  email: string | null;
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

    /** Paid purchases of one domain, newest first, for a statement made at `at` (ms). Late ones are listed for a while. */
    async orders(accountId: string, domainId: string, at: number) {
      const listed = sql`${p.completedAt} >= ${at - LISTED_DAYS * DAY} OR ${p.completedAt} + ${p.refundDays} * ${DAY} > ${at}`;
      const [rows] = await rowsOf<[RawPayment]>(db, [
        sql`${FOUND} WHERE ${p.accountId} = ${accountId} AND ${p.domainId} = ${domainId} AND (${listed})
          ORDER BY ${p.createdAt} DESC`,
      ]);
      return rows.map(readPayment);
    },

    /** Whom one of the order numbers of this domain, or an address of its pool, belongs to. */
    async consumer({ domainId, pool, numbers, email }: Meant): Promise<Consumer | null> {
      const [row] = await db.all<Consumer>(sql`SELECT ${a.id}, ${a.email}, ${o.name}, ${a.language}, ${o.country}
        FROM ${a} JOIN ${o} ON ${o.id} = ${a.id} WHERE ${a.status} <> 'erased' AND ${a.id} = coalesce(
          (SELECT ${p.accountId} FROM ${p}
            WHERE ${p.id} IN (SELECT value FROM json_each(${JSON.stringify(numbers)})) AND ${p.domainId} = ${domainId} LIMIT 1),
          (SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.email} = ${email} AND ${accounts.pool} = ${pool}))`);
      return row ?? null;
    },

    /** Orders of a domain by the numbers of their receipts; of one account alone where `email` names it. */
    async ofReceipts({ domainId, companies, numbers, email }: Receipted): Promise<{ id: string; accountId: string }[]> {
      const owner = email === null ? sql`true` : sql`${a.email} = ${email}`;
      return db.all(sql`SELECT ${p.id}, ${p.accountId} AS accountId FROM ${c} JOIN ${p} ON ${p.id} = ${c.paymentId}
        JOIN ${a} ON ${a.id} = ${p.accountId}
        WHERE ${c.series} IN (SELECT value FROM json_each(${JSON.stringify(companies)}))
          AND ${c.number} IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))
          AND ${c.kind} = 'receipt' AND ${p.domainId} = ${domainId} AND ${owner}`);
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

    /** Visitors' statements of that time (ms) for which no purchase was found, oldest first. */
    async unmatched(since: number, until: number, most: number): Promise<WithdrawalRow[]> {
      return db
        .select()
        .from(withdrawals)
        .where(and(between(withdrawals.createdAt, since, until), UNMATCHED))
        .orderBy(withdrawals.createdAt)
        .limit(most);
    },

    async waiting(accountId: string, domainId: string): Promise<WithdrawalRow[]> {
      return db
        .select()
        .from(withdrawals)
        .where(and(eq(withdrawals.accountId, accountId), eq(withdrawals.domainId, domainId), WAITING));
    },

    /** Writes nothing for a statement that has ended. True if it was written. */
    async change(id: string, set: Changed, mail: MailRow | null): Promise<boolean> {
      return changeWhere(id, WAITING, set, mail);
    },

    /** Once: of two lookups at the same time one counts. */
    async match(id: string, set: Changed, mail: MailRow | null): Promise<boolean> {
      return changeWhere(id, UNMATCHED, set, mail);
    },
  };

  async function changeWhere(id: string, where: SQL | undefined, set: Changed, mail: MailRow | null): Promise<boolean> {
    const changed = db
      .update(withdrawals)
      .set(set)
      .where(and(eq(withdrawals.id, id), where))
      .returning({ id: withdrawals.id });
    const mailed = mail ? [insertWhere(outbox, mail, sql`changes() = 1`)] : [];
    const [rows] = await rowsOf<{ id: string }[]>(db, [changed.getSQL(), ...mailed]);
    return (rows?.length ?? 0) > 0;
  }
}

const WAITING = eq(withdrawals.status, "waiting");
const UNMATCHED = and(WAITING, eq(withdrawals.own, false), isNull(withdrawals.accountId));

import type { Database } from "#db/client.ts";
import { endRuns, mirrored, spendingLot } from "#db/postings.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, fraudReturns, ledger, lots, outbox, profiles } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import { debtSettled } from "#worker/billing/wallet/spend.sql.ts";
import { spentOn } from "./fraud.sql.ts";

type MailRow = typeof outbox.$inferInsert;

export interface OpenReturn {
  name: string;
  email: string;
  language: string;
  country: string;
  domainId: string;
  fraudId: string;
  accountId: string;
  since: number;
  state: "due" | "credited";
  credits: number;
  createdAt: number;
  fraudName: string;
}

const f = aliased(fraudReturns, "f");
const a = aliased(accounts, "a");
const p = aliased(profiles, "p");
const o = aliased(profiles, "o");

export type FraudStore = ReturnType<typeof createFraudStore>;

export function createFraudStore(db: Database) {
  return {
    /** Sums that a removal would return. */
    async preview(fraud: string, since: number): Promise<{ members: number; entries: number; credits: number }> {
      const [row] = await db.all<{ members: number; entries: number; credits: number }>(
        sql`SELECT count(DISTINCT account) AS members, coalesce(sum(number), 0) AS entries, coalesce(sum(credits), 0) AS credits
          FROM (${spentOn({ fraud: sql`${fraud}`, since: sql`${since}` })})`,
      );
      return row ?? { members: 0, entries: 0, credits: 0 };
    },

    /** Members that are still to be credited or told, the oldest first. */
    async open(most: number): Promise<OpenReturn[]> {
      const [rows] = await rowsOf<[OpenReturn]>(db, [
        sql`SELECT ${selected(f, ["fraudId", "accountId", "since", "state", "credits", "createdAt"])}, ${selected(a, ["email", "language", "domainId"])},
            ${p.name}, ${p.country}, coalesce(${o.name}, '') AS fraudName
          FROM ${f} INDEXED BY fraud_returns_open JOIN ${a} ON ${a.id} = ${f.accountId} JOIN ${p} ON ${p.id} = ${a.id}
          LEFT JOIN ${o} ON ${o.id} = ${f.fraudId} WHERE ${f.state} <> 'done' ORDER BY ${f.createdAt} LIMIT ${most}`,
      ]);
      return rows;
    },

    /** One transaction, once for each entry: the credits go to the lots they came from. Returns how many. */
    async credit({ fraudId, accountId, since }: OpenReturn, now: number): Promise<number> {
      const spent = spentOn({ fraud: sql`${fraudId}`, since: sql`${since}`, by: sql`${accountId}` });
      const isDue = sql`EXISTS (SELECT 1 FROM ${f} WHERE ${f.fraudId} = ${fraudId} AND ${f.accountId} = ${accountId} AND ${f.state} = 'due')`;
      const columns = into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt", "reversesId");
      const { state, credits } = fraudReturns;
      const mine = sql`${fraudReturns.fraudId} = ${fraudId} AND ${fraudReturns.accountId} = ${accountId} AND ${state} = 'due'`;
      const [, , , , , rows] = await rowsOf<[unknown, unknown, unknown, unknown, unknown, { credits: number }]>(db, [
        endRuns(sql`${lots.id} = ${spendingLot(accountId)}`),
        // The sum comes first: the reversals below remove these entries from `spent`.
        sql`UPDATE ${fraudReturns} SET ${credits} = (SELECT coalesce(sum(s.credits), 0) FROM (${spent}) s) WHERE ${mine}`,
        sql`INSERT INTO ${columns} SELECT spent.account, spent.credits, 'reversal', spent.cause, 'reversal:' || spent.id, ${now}, ${mirrored(sql`spent.id`)}
          FROM (${spent}) spent WHERE ${isDue} ON CONFLICT DO NOTHING`,
        debtSettled(accountId, `fraud:${fraudId}`, now, isDue),
        sql`UPDATE ${fraudReturns} SET ${state} = 'credited' WHERE ${mine}`,
        sql`SELECT ${f.credits} FROM ${f} WHERE ${f.fraudId} = ${fraudId} AND ${f.accountId} = ${accountId}`,
      ]);
      return rows[0]?.credits ?? 0;
    },

    /** Done again it mails nothing. */
    async tell({ fraudId, accountId }: OpenReturn, mail: MailRow | null): Promise<void> {
      const mine = sql`${fraudReturns.fraudId} = ${fraudId} AND ${fraudReturns.accountId} = ${accountId}
        AND ${fraudReturns.state} = 'credited'`;
      await rowsOf<unknown[]>(db, [
        ...(mail ? [insertWhere(outbox, mail, sql`EXISTS (SELECT 1 FROM ${fraudReturns} WHERE ${mine})`)] : []),
        sql`UPDATE ${fraudReturns} SET ${fraudReturns.state} = 'done' WHERE ${mine}`,
      ]);
    },
  };
}

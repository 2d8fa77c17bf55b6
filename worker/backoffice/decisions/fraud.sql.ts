import type { SQL } from "drizzle-orm";
import { endRuns } from "#db/postings.ts";
import {
  accounts,
  calls,
  conversations,
  decisions,
  fraudRemovals,
  fraudReturns,
  gifts,
  ledger,
  lots,
  messages,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

const a = aliased(accounts, "a");
const c = aliased(conversations, "c");
const e = aliased(ledger, "e");
const g = aliased(gifts, "g");
const k = aliased(calls, "k");
const m = aliased(messages, "m");
const r = aliased(ledger, "r");
const t = aliased(lots, "t");

interface Spent {
  fraud: SQL;
  /** In ms. */
  since: SQL;
  /** Only of this member. */
  by?: SQL;
}

/**
 * Selects `id`, `account`, `credits`, `cause` and the `number` of unreversed spendings on messages, gifts and calls to an account.
 * Archived messages and blocked chats are not in the database; their gifts are, and calls of a week. A run counts by its first message; an open one has no id.
 */
export function spentOn({ fraud, since, by }: Spent): SQL {
  const isHere = (account: SQL) => sql`EXISTS (SELECT 1 FROM ${a} WHERE ${a.id} = ${account} AND ${a.status} <> 'erased')`;
  const notReversed = sql`${e.amount} < 0 AND NOT EXISTS (SELECT 1 FROM ${r}
    WHERE ${r.accountId} = ${e.accountId} AND ${r.idempotencyKey} = 'reversal:' || ${e.id}) AND ${isHere(e.accountId)}`;
  const columns = sql`${e.id} AS id, ${e.accountId} AS account, -${e.amount} AS credits, ${e.cause} AS cause,
    coalesce(${e.messages}, 1) AS number`;
  const pair = by
    ? sql`${c.memberA} = min(${by}, ${fraud}) AND ${c.memberB} = max(${by}, ${fraud})`
    : sql`(${c.memberA} = ${fraud} OR ${c.memberB} = ${fraud})`;
  return sql`SELECT ${columns} FROM ${c} JOIN ${m} ON ${m.conversationId} = ${c.id} AND ${m.senderId} <> ${fraud}
      AND ${m.price} > 0 AND ${m.type} <> 'gift' AND ${m.createdAt} >= ${since}
    JOIN ${e} ON ${e.accountId} = ${m.senderId}
      AND ${e.idempotencyKey} = iif(${m.type} = 'icebreaker', 'icebreaker', 'message') || ':' || ${m.clientId} AND ${e.cause} = ${m.id}
    WHERE ${pair} AND ${notReversed}
    UNION ALL SELECT ${columns} FROM ${g} JOIN ${e} ON ${e.accountId} = ${g.senderId} AND ${e.kind} = 'gift' AND ${e.cause} = ${g.id}
    WHERE ${g.receiverId} = ${fraud} AND ${g.createdAt} >= ${since} AND ${by ? sql`${g.senderId} = ${by}` : sql`1`} AND ${notReversed}
    UNION ALL SELECT ${columns} FROM (SELECT ${m.id} AS call, ${m.senderId} AS caller FROM ${c} JOIN ${m} ON ${m.conversationId} = ${c.id}
        AND ${m.type} = 'call' AND ${m.senderId} <> ${fraud} AND ${m.createdAt} >= ${since} WHERE ${pair}
      UNION SELECT ${k.id}, ${k.callerId} FROM ${k} WHERE ${k.calleeId} = ${fraud} AND ${k.askedAt} >= ${since} AND ${by ? sql`${k.callerId} = ${by}` : sql`1`})
    JOIN ${e} ON ${e.accountId} = caller AND ${e.kind} = 'call' AND ${e.cause} = call WHERE ${notReversed}
    UNION ALL SELECT NULL, ${t.accountId}, ${t.runCredits}, ${t.runCause}, ${t.runMessages} FROM ${c} JOIN ${t} INDEXED BY lots_open
      ON ${t.accountId} = iif(${c.memberA} = ${fraud}, ${c.memberB}, ${c.memberA}) AND ${t.open} = 1 AND ${t.runChat} = ${c.id}
    JOIN ${m} ON ${m.senderId} = ${t.accountId} AND ${m.clientId} = ${t.runKey} AND ${m.createdAt} >= ${since}
    WHERE ${pair} AND ${isHere(t.accountId)}`;
}

/** A reversal undoes an entry, so runs of messages to this account end first. */
function endRunsTo(fraud: string): SQL {
  return endRuns(sql`${lots.open} = 1 AND ${lots.accountId} IN (SELECT iif(${c.memberA} = ${fraud}, ${c.memberB}, ${c.memberA}) FROM ${c}
      WHERE ${c.memberA} = ${fraud} OR ${c.memberB} = ${fraud})
    AND ${lots.runChat} IN (SELECT ${c.id} FROM ${c} WHERE ${c.memberA} = ${fraud} OR ${c.memberB} = ${fraud})`);
}

/** Part of a ban: marks the account and lists the members to repay, again after a lift. */
export function removedForFraud(
  { id, memberId, createdAt }: Pick<typeof decisions.$inferInsert, "id" | "memberId" | "createdAt">,
  since: number,
  isNew: SQL,
): SQL[] {
  const returns = into(fraudReturns, "fraudId", "accountId", "since", "createdAt");
  return [
    endRunsTo(memberId),
    sql`INSERT INTO ${into(fraudRemovals, "memberId", "decisionId", "since", "createdAt")}
      SELECT ${memberId}, ${id}, ${since}, ${createdAt} WHERE ${isNew} ON CONFLICT DO NOTHING`,
    sql`INSERT INTO ${returns} SELECT ${memberId}, account, ${since}, ${createdAt}
      FROM (${spentOn({ fraud: sql`${memberId}`, since: sql`${since}` })}) WHERE ${isNew} GROUP BY account
      ON CONFLICT DO UPDATE SET ${fraudReturns.state} = 'due', ${fraudReturns.credits} = 0, ${fraudReturns.since} = excluded.since,
        ${fraudReturns.createdAt} = excluded.created_at WHERE ${fraudReturns.state} = 'done'`,
  ];
}

/** After the end of the ban: returned credits stay, further returns stop. `ended` selects ids of decisions. */
export function fraudEnded(memberId: string, ended: SQL): SQL[] {
  const mark = sql`SELECT ${fraudRemovals.memberId} FROM ${fraudRemovals}
    WHERE ${fraudRemovals.memberId} = ${memberId} AND ${fraudRemovals.decisionId} IN (${ended})`;
  return [
    sql`DELETE FROM ${fraudReturns} WHERE ${fraudReturns.fraudId} IN (${mark}) AND ${fraudReturns.state} = 'due'`,
    sql`DELETE FROM ${fraudRemovals} WHERE ${fraudRemovals.memberId} IN (${mark})`,
  ];
}

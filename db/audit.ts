import type { SQL } from "drizzle-orm";
import { lastSeqIn } from "./last-seq.ts";
import { isPosted, POSTED, postsItself } from "./postings.ts";
import {
  accounts,
  calls,
  conversations,
  debts,
  discountUses,
  fraudReturns,
  ledger,
  lots,
  messages,
  participants,
  payments,
  postings,
  receipts,
  refundProposals,
  refunds,
} from "./schema/index.ts";
import { aliased, plainText, sql } from "./sql.ts";

/** First row that breaks a rule of the books. */
export interface Finding {
  check: string;
  what: string;
  why: string;
}

const a = aliased(accounts, "a");
const l = aliased(ledger, "l");
const o = aliased(ledger, "o");
const t = aliased(lots, "t");
const p = aliased(payments, "p");
const q = aliased(postings, "q");
const r = aliased(receipts, "r");
const n = aliased(receipts, "n");
const f = aliased(refunds, "f");
const g = aliased(refundProposals, "g");
const k = aliased(fraudReturns, "k");
const u = aliased(discountUses, "u");
const c = aliased(conversations, "c");
const w = aliased(participants, "w");
const m = aliased(messages, "m");
const e = aliased(calls, "e");

const BOUGHT = sql`('completed', 'refunded', 'chargeback')`;
const OPEN = sql`('created', 'pending')`;
/** With those that an entry is itself. */
const ofEntry = sql`((SELECT coalesce(sum(iif(${q.credit} = 'member', ${q.amount}, -${q.amount})), 0) FROM ${q} WHERE ${q.entryId} = ${l.id})
  + iif(${postsItself(l)}, ${l.amount}, 0))`;
const notes = (column: SQL) => sql`(SELECT coalesce(sum(${column}), 0) FROM ${n}
  WHERE ${n.paymentId} = ${p.id} AND ${n.kind} = 'credit_note')`;

/** Orders that we ended and that the provider may have been paid for. It is still asked. */
const UNSAID = sql`${p.status} IN ('cancelled', 'expired') AND ${p.saidAt} IS NULL
  AND coalesce(${p.providerRef}, ${p.redirect}, ${p.storedMethodId}) IS NOT NULL`;

/** Each selects `what` and `why`, the first row first. */
const CHECKS: Readonly<Record<string, SQL>> = {
  "a balance is the sum of its entries": sql`SELECT 'account ' || ${a.id} AS what, 'balance ' || ${a.credits} || ', entries ' || total AS why
    FROM (SELECT ${a.id}, ${a.credits}, (SELECT coalesce(sum(${ledger.amount}), 0) FROM ${ledger} WHERE ${ledger.accountId} = ${a.id})
        - coalesce(running, 0) AS total
      FROM ${a} LEFT JOIN (SELECT ${lots.accountId} AS account, sum(${lots.runCredits}) AS running FROM ${lots}
        WHERE ${lots.runCause} IS NOT NULL GROUP BY ${lots.accountId}) ON account = ${a.id}) a WHERE ${a.credits} <> total ORDER BY ${a.id}`,
  "a balance is what is left in the lots": sql`SELECT 'account ' || ${a.id} AS what, 'balance ' || ${a.credits} || ', lots ' || coalesce(total, 0) AS why
    FROM ${a} LEFT JOIN (SELECT ${lots.accountId} AS account, sum(${lots.remaining}) AS total FROM ${lots} GROUP BY ${lots.accountId})
      ON account = ${a.id} WHERE ${a.credits} <> coalesce(total, 0) ORDER BY ${a.id}`,
  // Entries from before lots existed have the lowest ids.
  "an entry is posted": sql`SELECT 'entry ' || ${l.id} AS what, 'no posting for ' || ${l.amount} || ' credits' AS why
    FROM ${l} WHERE ${l.amount} <> 0 AND NOT ${isPosted(l)} AND ${l.id} > (SELECT min(${q.entryId}) FROM ${q}) ORDER BY ${l.id}`,
  "the postings of an entry are its amount": sql`SELECT 'entry ' || ${l.id} AS what, ${l.amount} || ' credits, postings ' || ${ofEntry} AS why
    FROM ${l} WHERE ${isPosted(l)} AND ${l.amount} <> ${ofEntry} ORDER BY ${l.id}`,
  "entries from before lots are the lot without an entry": sql`SELECT 'account ' || account AS what,
      'entries ' || entries || ', lot ' || lot AS why
    FROM (SELECT ${a.id} AS account,
        (SELECT coalesce(sum(${l.amount}), 0) FROM ${l} WHERE ${l.accountId} = ${a.id} AND NOT ${isPosted(l)}) AS entries,
        (SELECT coalesce(sum(${lots.credits}), 0) FROM ${lots} WHERE ${lots.accountId} = ${a.id} AND ${lots.entryId} IS NULL) AS lot
      FROM ${a}) WHERE entries <> lot ORDER BY account`,
  "what is left in a lot is the sum of its postings": sql`SELECT 'lot ' || ${t.id} AS what, ${t.remaining} || ' left, postings ' || total AS why
    FROM (SELECT ${t.id}, ${t.remaining}, iif(${t.entryId} IS NULL, ${t.credits}, 0) + coalesce(moved, 0) - ${t.runCredits} AS total
      FROM ${t} LEFT JOIN (SELECT lot, sum(credits) AS moved FROM ${POSTED} GROUP BY lot) ON lot = ${t.id}) t
    WHERE ${t.remaining} <> total ORDER BY ${t.id}`,
  "spending finds each lot with credits": sql`SELECT 'lot ' || ${t.id} AS what, ${t.remaining} || ' left, open ' || ${t.open} AS why
    FROM ${t} WHERE ${t.open} <> (${t.remaining} > 0) ORDER BY ${t.id}`,
  "a run is of the lot that spending takes from": sql`SELECT 'lot ' || ${t.id} AS what, ${t.runMessages} || ' messages, ' || ${t.runCredits} || ' credits' AS why
    FROM ${t} WHERE (${t.runCause} IS NOT NULL OR ${t.runCredits} <> 0 OR ${t.runMessages} <> 0) AND ${t.id} IS NOT (SELECT min(${lots.id})
      FROM ${lots} WHERE ${lots.accountId} = ${t.accountId} AND ${lots.open} = 1) ORDER BY ${t.id}`,
  "a message with a price is paid once": sql`SELECT 'message ' || ${m.id} AS what,
      'price ' || ${m.price} || ', lot ' || coalesce(${m.lotId}, '-') || ', entry ' || coalesce(${l.id}, '-') AS why
    FROM ${m} LEFT JOIN ${l} ON ${l.accountId} = ${m.senderId} AND ${l.messages} IS NULL
      AND ${l.idempotencyKey} = iif(${m.type} IN ('gift', 'icebreaker'), ${m.type}, 'message') || ':' || ${m.clientId}
    WHERE ${m.price} > 0 AND (${m.lotId} IS NULL) = (${l.id} IS NULL) ORDER BY ${m.createdAt}`,
  // Both ways. A chat with an archive may have lost a part of its oldest day: only later days are compared.
  "a run is the messages that it pays": sql`SELECT 'account ' || account AS what,
      'chat ' || chat || ', lot ' || lot || ': ' || sum(credits) || ' credits and ' || sum(number) || ' messages too many in its runs' AS why
    FROM (SELECT ${m.conversationId} AS chat, ${l.accountId} AS account, ${l.lotId} AS lot, ${l.createdAt} / 86400000 AS day,
          ${l.messages} AS number, -${l.amount} AS credits
        FROM ${l} JOIN ${m} ON ${m.senderId} = ${l.accountId} AND ${m.clientId} = substr(${l.idempotencyKey}, 9) AND ${m.id} = ${l.cause}
        WHERE ${l.messages} IS NOT NULL
      UNION ALL SELECT ${t.runChat}, ${t.accountId}, ${t.id}, ${t.runAt} / 86400000, ${t.runMessages}, ${t.runCredits}
        FROM ${t} WHERE ${t.runCause} IS NOT NULL
      UNION ALL SELECT ${m.conversationId}, ${m.senderId}, ${m.lotId}, ${m.createdAt} / 86400000, -1, -${m.price} FROM ${m} WHERE ${m.lotId} IS NOT NULL)
    JOIN ${c} ON ${c.id} = chat AND (${c.archivedSeq} = 0 OR day > ${c.oldestAt} / 86400000)
    GROUP BY chat, account, lot, iif(${c.archivedSeq} = 0, 0, day) HAVING sum(number) <> 0 OR sum(credits) <> 0 ORDER BY account`,
  // Free calls count their answer, and have no entry. Rows of calls go after seven days.
  "the paid minutes of a call are its entries": sql`SELECT 'call ' || id AS what, paid || ' paid at ' || price || ', ' || entries ||
      ' entries of ' || total AS why
    FROM (SELECT ${e.id} AS id, ${e.paid} AS paid, ${e.price} AS price, count(${l.id}) AS entries, coalesce(sum(${l.amount}), 0) AS total
      FROM ${e} LEFT JOIN ${l} ON ${l.accountId} = ${e.callerId}
        AND ${l.idempotencyKey} > 'call:' || ${e.id} || ':' AND ${l.idempotencyKey} < 'call:' || ${e.id} || ';' GROUP BY ${e.id})
    WHERE iif(price = 0, entries <> 0, entries <> paid OR total <> -price * paid) ORDER BY id`,
  "a minute of a call is paid once, by one member": sql`SELECT 'call ' || call AS what, count(*) || ' entries of ' ||
      count(DISTINCT account) || ' accounts, the last for minute ' || max(minute) AS why
    FROM (SELECT ${l.cause} AS call, ${l.accountId} AS account, ${l.idempotencyKey} AS key,
        CAST(substr(${l.idempotencyKey}, length(${l.cause}) + 7) AS INTEGER) AS minute FROM ${l} WHERE ${l.kind} = 'call')
    GROUP BY call HAVING count(*) <> max(minute) OR count(DISTINCT account) > 1 OR sum(key <> 'call:' || call || ':' || minute) > 0
    ORDER BY call`,
  "a lot holds what opened it": sql`SELECT 'lot ' || ${t.id} AS what,
      ${t.credits} || ' credits of ' || ${t.accountId} || ', entry ' || ${l.id} || ' ' || ${l.amount} || ' of ' || ${l.accountId} AS why
    FROM ${t} JOIN ${l} ON ${l.id} = ${t.entryId}
    WHERE ${t.credits} <> ${l.amount} OR ${t.accountId} <> ${l.accountId} ORDER BY ${t.id}`,
  "a posting stays within one account": sql`SELECT 'entry ' || ${l.id} AS what, 'posted to lot ' || ${t.id} || ' of ' || ${t.accountId} AS why
    FROM ${POSTED} JOIN ${l} ON ${l.id} = entry JOIN ${t} ON ${t.id} = lot
    WHERE ${l.accountId} <> ${t.accountId} ORDER BY ${l.id}`,
  "a reversal undoes one entry whole": sql`SELECT 'entry ' || ${l.id} AS what,
      ${l.amount} || ' credits, undoes ' || coalesce(${o.amount} || ' of entry ' || ${o.id}, 'nothing') AS why
    FROM ${l} LEFT JOIN ${o} ON ${o.id} = ${l.reversesId} AND ${o.accountId} = ${l.accountId}
    WHERE ${l.reversesId} IS NOT NULL AND ${l.amount} IS NOT -${o.amount} ORDER BY ${l.id}`,
  "a debt is the sum of its rows": sql`SELECT 'account ' || ${a.id} AS what, 'debt ' || ${a.debt} || ', rows ' || total AS why
    FROM (SELECT ${a.id}, ${a.debt}, (SELECT coalesce(sum(${debts.credits}), 0) FROM ${debts} WHERE ${debts.accountId} = ${a.id}) AS total
      FROM ${a}) a WHERE ${a.debt} <> total ORDER BY ${a.id}`,
  "the sums of a payment fit": sql`SELECT 'payment ' || ${p.id} AS what, ${p.amount} || ' of ' || ${p.listAmount} || ' less ' ||
      ${p.reduction} || ', tax ' || ${p.taxAmount} || ' at ' || ${p.taxRate} AS why
    FROM ${p} WHERE ${p.amount} <> ${p.listAmount} - ${p.reduction} OR ${p.amount} <= 0 OR ${p.credits} <= 0
      OR abs(${p.taxAmount} - ${p.amount} * ${p.taxRate} / (1000.0 + ${p.taxRate})) >= 1 ORDER BY ${p.createdAt}, ${p.id}`,
  "a paid order is credited exactly once": sql`SELECT 'payment ' || id AS what, status || ', ' || credits || ' credits, ' || entries ||
      ' entries of ' || total AS why
    FROM (SELECT ${p.id} AS id, ${p.status} AS status, ${p.credits} AS credits, ${p.createdAt} AS at, coalesce(bought, 0) AS entries,
        coalesce(sum, 0) AS total
      FROM ${p} LEFT JOIN (SELECT ${l.accountId} AS account, ${l.cause} AS cause, count(*) AS bought, sum(${l.amount}) AS sum
        FROM ${l} WHERE ${l.kind} = 'purchase' GROUP BY ${l.cause}, ${l.accountId}) ON cause = ${p.id} AND account = ${p.accountId})
    WHERE iif(status IN ${BOUGHT}, entries <> 1 OR total <> credits, entries <> 0) ORDER BY at, id`,
  "a purchase entry has its payment": sql`SELECT 'entry ' || ${l.id} AS what, 'no payment ' || ${l.cause} AS why
    FROM ${l} WHERE ${l.kind} = 'purchase' AND NOT EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${l.cause} AND ${p.accountId} = ${l.accountId})
    ORDER BY ${l.id}`,
  "a paid order has one receipt over its sums": sql`SELECT 'payment ' || id AS what, status || ' at ' || amount || ' with tax ' || tax || ', ' ||
      papers || ' receipts over ' || coalesce(total, 0) || ' with tax ' || coalesce(taxes, 0) AS why
    FROM (SELECT ${p.id} AS id, ${p.status} AS status, ${p.amount} AS amount, ${p.taxAmount} AS tax, ${p.createdAt} AS at,
        count(${r.number}) AS papers, sum(${r.amount}) AS total, sum(${r.taxAmount}) AS taxes
      FROM ${p} LEFT JOIN ${r} ON ${r.paymentId} = ${p.id} AND ${r.kind} = 'receipt' AND ${r.series} = ${p.series} GROUP BY ${p.id})
    WHERE iif(status IN ${BOUGHT}, papers <> 1 OR total <> amount OR taxes <> tax, papers <> 0) ORDER BY at, id`,
  "receipts are numbered without gaps": sql`SELECT series || ' ' || number AS what, 'expected number ' || place AS why
    FROM (SELECT ${receipts.series} AS series, ${receipts.number} AS number,
        row_number() OVER (PARTITION BY ${receipts.series} ORDER BY ${receipts.number}) AS place FROM ${receipts})
    WHERE number <> place ORDER BY series, number`,
  "credit notes do not exceed their receipt": sql`SELECT 'payment ' || ${p.id} AS what, ${p.status} || ' at ' || ${p.amount} || ' with tax ' ||
      ${p.taxAmount} || ', credit notes ' || ${notes(n.amount)} || ' with tax ' || ${notes(n.taxAmount)} AS why
    FROM ${p} WHERE ${notes(n.amount)} > ${p.amount} OR ${notes(n.taxAmount)} > ${p.taxAmount}
      OR (${p.status} IN ('refunded', 'chargeback') AND (${notes(n.amount)} <> ${p.amount}
        OR ${notes(n.taxAmount)} <> ${p.taxAmount})) ORDER BY ${p.createdAt}, ${p.id}`,
  "refunds do not exceed their payment": sql`SELECT 'payment ' || ${p.id} AS what, ${p.amount} || ' paid, ' || total || ' given back' AS why
    FROM (SELECT ${f.paymentId} AS payment, sum(${f.amount}) AS total FROM ${f} WHERE ${f.status} <> 'failed' GROUP BY ${f.paymentId})
    JOIN ${p} ON ${p.id} = payment WHERE total > ${p.amount} OR ${p.status} NOT IN ${BOUGHT} ORDER BY ${p.createdAt}, ${p.id}`,
  "a refund takes its credits": sql`SELECT 'refund ' || ${f.id} AS what, ${f.credits} || ' credits, entries ' || coalesce(${l.amount}, 0) AS why
    FROM ${f} LEFT JOIN ${l} ON ${l.accountId} = ${f.accountId} AND ${l.idempotencyKey} = 'refund:' || ${f.id}
    WHERE coalesce(${l.amount}, 0) <> -${f.credits} ORDER BY ${f.createdAt}, ${f.id}`,
  "an approved proposal has its refund": sql`SELECT 'proposal ' || ${g.id} AS what, ${g.amount} || ' for ' || ${g.credits} ||
      ' credits, refund ' || coalesce(${f.amount} || ' for ' || ${f.credits}, 'missing') AS why
    FROM ${g} LEFT JOIN ${f} ON ${f.id} = ${g.id} AND ${f.paymentId} = ${g.paymentId}
    WHERE ${g.status} = 'approved' AND (${f.amount} IS NOT ${g.amount} OR ${f.credits} IS NOT ${g.credits}) ORDER BY ${g.createdAt}, ${g.id}`,
  "what was given back after a fraud is in the ledger": sql`SELECT 'account ' || account AS what, told || ' credits given back, entries ' || entries AS why
    FROM (SELECT ${k.accountId} AS account, sum(${k.credits}) AS told, (SELECT coalesce(sum(${l.amount}), 0) FROM ${l}
        WHERE ${l.accountId} = ${k.accountId} AND ${l.kind} = 'reversal' AND ${l.idempotencyKey} LIKE 'reversal:%') AS entries
      FROM ${k} GROUP BY ${k.accountId}) WHERE told > entries ORDER BY account`,
  "a member uses a code once": sql`SELECT 'account ' || ${u.accountId} AS what, ${u.code} || ' in ' || count(*) || ' orders' AS why
    FROM ${u} WHERE ${u.state} <> 'released' AND ${u.validity} <> 'unlimited' GROUP BY ${u.accountId}, ${u.scope}, ${u.code}
    HAVING count(*) > 1 ORDER BY ${u.accountId}`,
  "a code for one order is used once": sql`SELECT 'code ' || ${u.code} AS what, count(*) || ' orders in ' || ${u.scope} AS why
    FROM ${u} WHERE ${u.state} <> 'released' AND ${u.validity} = 'once' GROUP BY ${u.scope}, ${u.code} HAVING count(*) > 1 ORDER BY ${u.code}`,
  "a code is held by an open order and used by a paid one": sql`SELECT 'payment ' || ${p.id} AS what, ${p.status} || ', code ' || ${u.code} || ' ' || ${u.state} AS why
    FROM ${u} JOIN ${p} ON ${p.id} = ${u.paymentId}
    WHERE (${u.state} = 'reserved' AND ${p.status} NOT IN ${OPEN}) OR (${u.state} = 'used' AND ${p.status} NOT IN ${BOUGHT})
      OR ${u.accountId} <> ${p.accountId} ORDER BY ${p.createdAt}, ${p.id}`,
  // Credits that repaid a debt are spent: nothing is left to give back.
  "a paid order whose discount another one used is given back": sql`SELECT 'payment ' || ${p.id} AS what, ${p.status} || ', code ' || ${u.code} || ' released' AS why
    FROM ${u} JOIN ${p} ON ${p.id} = ${u.paymentId}
    WHERE ${u.state} = 'released' AND ${p.status} = 'completed' AND NOT EXISTS (SELECT 1 FROM ${f} WHERE ${f.paymentId} = ${p.id})
      AND NOT EXISTS (SELECT 1 FROM ${l} WHERE ${l.accountId} = ${p.accountId} AND ${l.kind} = 'debt' AND ${l.cause} = ${p.id})
    ORDER BY ${p.createdAt}, ${p.id}`,
  "an order that we ended has its provider's last word": sql`SELECT 'payment ' || ${p.id} AS what,
      ${p.status} || ', ' || ${p.provider} || ' has not said how it ended' AS why
    FROM ${p} WHERE ${UNSAID} AND ${p.createdAt} < (unixepoch() - 40 * 86400) * 1000 ORDER BY ${p.createdAt}, ${p.id}`,
  // The list's last message tells of one that is lost at the end.
  "messages follow the archive without a gap": sql`SELECT 'conversation ' || id AS what,
      'archived to ' || archived || ', then ' || present || ' from ' || coalesce(first, '-') || ', last ' || last AS why
    FROM (SELECT ${c.id} AS id, ${c.archivedSeq} AS archived,
        max(${lastSeqIn(c)}, coalesce((SELECT max(${w.lastSeq}) FROM ${w} WHERE ${w.conversationId} = ${c.id}), 0)) AS last, count(${m.seq}) AS present, min(${m.seq}) AS first
      FROM ${c} LEFT JOIN ${m} ON ${m.conversationId} = ${c.id} GROUP BY ${c.id})
    WHERE present <> last - archived OR first <> archived + 1 ORDER BY id`,
};

const NAMED = 200;
const OPEN_ORDERS = sql`SELECT ${p.id} AS payment, ${p.status} AS status, ${p.provider} AS provider, ${p.providerRef} AS reference,
    ${p.amount} AS amount, ${p.currency} AS currency, ${p.createdAt} AS since, count(*) OVER () AS total
  FROM ${p} WHERE ${UNSAID} ORDER BY ${p.createdAt} DESC`;

export interface OpenOrder {
  payment: string;
  status: string;
  provider: string;
  reference: string | null;
  amount: number;
  currency: string;
  since: number;
  total: number;
}

const COUNTS = sql`SELECT (SELECT count(*) FROM ${ledger}) AS entries, (SELECT count(*) FROM ${payments}) AS payments,
  (SELECT count(*) FROM ${receipts}) AS receipts`;

type Database = Pick<D1Database, "prepare" | "batch">;

export const RULES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CHECKS).map(([check, query]) => [check, `${plainText(query)} LIMIT 1`]),
);

/** `onRule` is called before each rule, with its number and how many there are. Each is read in a transaction of its own. */
export async function audit(db: Database, onRule: (check: string, number: number, of: number) => void = () => {}) {
  const findings: Finding[] = [];
  const rules = Object.entries(RULES);
  for (const [index, [check, query]] of rules.entries()) {
    onRule(check, index + 1, rules.length);
    const [row] = (await db.prepare(query).all<Omit<Finding, "check">>()).results;
    if (row) findings.push({ check, ...row });
  }
  const facts = [plainText(COUNTS), `${plainText(OPEN_ORDERS)} LIMIT ${NAMED}`];
  const [counts, orders] = await db.batch([...facts].map((text) => db.prepare(text)));
  const counted = (counts?.results[0] ?? { entries: 0, payments: 0, receipts: 0 }) as Record<
    "entries" | "payments" | "receipts",
    number
  >;
  return { checks: rules.length, findings, orders: (orders?.results ?? []) as unknown as OpenOrder[], counted };
}

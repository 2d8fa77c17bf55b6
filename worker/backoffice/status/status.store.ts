import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { OPERATOR } from "#db/open-refunds.ts";
import { rowsOf } from "#db/raw.ts";
import {
  cronTasks,
  notificationMails,
  outbox,
  paymentNotices,
  payments,
  pushes,
  pushSubscriptions,
  refunds,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { LONG } from "#worker/billing/payments/questions.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { type Waiting, WHOLE_CRON } from "./status.vocabulary.ts";

export type StatusStore = ReturnType<typeof createStatusStore>;

export interface FailedTask {
  name: string;
  error: string;
}

export interface TaskRow {
  name: string;
  ranAt: number | null;
  tookMs: number | null;
  failedAt: number | null;
  failures: number;
  error: string | null;
}

interface Waits {
  name: Waiting;
  count: number;
  oldest: number | null;
}

interface Newest {
  at: number | null;
  count: number;
}

interface MailError extends Newest {
  code: string;
}

interface Provided {
  provider: string;
  paidAt: number | null;
  refused: number;
  refusedAt: number | null;
}

export type StatusRows = Awaited<ReturnType<StatusStore["read"]>>;

/** Most rows counted per list, so that the cost does not grow with the backlog. */
export const WALKED = 500;

/** In ms: after that a refused refund is no work any more. */
const REFUSED_FOR = 30 * DAY;

const r = aliased(refunds, "r");

export function createStatusStore(db: Database) {
  return {
    /** `failed` of the run that ended `at`; all other tasks ended well. */
    async noteRun(at: number, tookMs: number, failed: readonly FailedTask[]): Promise<void> {
      const { name, failedAt, failures, error } = cronTasks;
      const names = JSON.stringify([WHOLE_CRON, ...failed.map((task) => task.name)]);
      const whole = sql`INSERT INTO ${into(cronTasks, "name", "ranAt", "tookMs")} VALUES (${WHOLE_CRON}, ${at}, ${tookMs})
        ON CONFLICT (${name}) DO UPDATE SET ${cronTasks.ranAt} = ${at}, ${cronTasks.tookMs} = ${tookMs}`;
      const well = sql`UPDATE ${cronTasks} SET ${failures} = 0
        WHERE ${failures} > 0 AND ${name} NOT IN (SELECT value FROM json_each(${names}))`;
      const notes = failed.map(
        (task) => sql`INSERT INTO ${into(cronTasks, "name", "failedAt", "failures", "error")}
          VALUES (${task.name}, ${at}, 1, ${task.error})
          ON CONFLICT (${name}) DO UPDATE SET ${failedAt} = ${at}, ${failures} = ${failures} + 1, ${error} = ${task.error}`,
      );
      await rowsOf<unknown[]>(db, [whole, well, ...notes]);
    },

    async read(now: number) {
      const [schema, tasks, mails, errors, pushed, refusing, providers, ...waiting] = await rowsOf<
        [{ name: string }, TaskRow, Newest, MailError, Newest, Newest, Provided, ...Waits[]]
      >(db, [
        sql`SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1`,
        sql`SELECT ${cronTasks.name} AS name, ${cronTasks.ranAt} AS ranAt, ${cronTasks.tookMs} AS tookMs,
          ${cronTasks.failedAt} AS failedAt, ${cronTasks.failures} AS failures, ${cronTasks.error} AS error
          FROM ${cronTasks} ORDER BY ${cronTasks.failedAt} DESC`,
        // A sent mail keeps the end of its lease, so that this order is nearly that of sending.
        sql`SELECT max(at) AS at, count(*) AS count FROM (SELECT ${outbox.sentAt} AS at FROM ${outbox} INDEXED BY outbox_due
          WHERE ${outbox.status} = 'sent' ORDER BY ${outbox.nextAttemptAt} DESC LIMIT 20)`,
        sql`SELECT code, count(*) AS count, max(at) AS at FROM (${refusedMails("failed")} UNION ALL ${refusedMails("queued")})
          GROUP BY code ORDER BY at DESC LIMIT 20`,
        sql`SELECT max(at) AS at, count(*) AS count FROM (SELECT ${pushes.createdAt} AS at, ${pushes.outcome} AS outcome
          FROM ${pushes} INDEXED BY pushes_created ORDER BY ${pushes.createdAt} DESC LIMIT ${WALKED}) WHERE outcome = 'sent'`,
        sql`SELECT max(at) AS at, count(*) AS count FROM (SELECT ${pushSubscriptions.refusedAt} AS at FROM ${pushSubscriptions}
          INDEXED BY push_subscriptions_refused WHERE ${pushSubscriptions.refusedAt} IS NOT NULL
          ORDER BY ${pushSubscriptions.refusedAt} DESC LIMIT ${WALKED})`,
        providersOf(),
        ...waitingOf(now),
      ]);
      return { schema: schema[0]?.name ?? "", tasks, mails, errors, pushed, refusing, providers, waiting: waiting.flat() };
    },
  };
}

function refusedMails(status: "failed" | "queued"): SQL {
  return sql`SELECT * FROM (SELECT ${outbox.lastError} AS code, ${outbox.nextAttemptAt} AS at FROM ${outbox} INDEXED BY outbox_due
    WHERE ${outbox.status} = ${status} ORDER BY ${outbox.nextAttemptAt} DESC LIMIT ${WALKED}) WHERE code IS NOT NULL`;
}

function providersOf(): SQL {
  const notice = sql`${paymentNotices.outcome} AS outcome, ${paymentNotices.receivedAt} AS at`;
  return sql`SELECT provider, max(paid) AS paidAt,
      sum(outcome NOT IN ('applied', 'ignored')) AS refused,
      max(CASE WHEN outcome NOT IN ('applied', 'ignored') THEN at END) AS refusedAt
    FROM (
      SELECT * FROM (SELECT ${payments.provider} AS provider, ${payments.completedAt} AS paid, 'ignored' AS outcome, NULL AS at
        FROM ${payments} INDEXED BY payments_completed_at WHERE ${payments.completedAt} IS NOT NULL
        ORDER BY ${payments.completedAt} DESC LIMIT ${WALKED})
      UNION ALL
      SELECT * FROM (SELECT ${paymentNotices.provider} AS provider, NULL AS paid, ${notice}
        FROM ${paymentNotices} INDEXED BY payment_notices_received
        ORDER BY ${paymentNotices.receivedAt} DESC LIMIT ${WALKED}) WHERE provider <> ${OPERATOR}
    ) GROUP BY provider ORDER BY provider`;
}

function waitingOf(now: number): SQL[] {
  const walk = (name: Waiting, at: SQL, from: SQL) =>
    sql`SELECT ${name} AS name, count(*) AS count, min(at) AS oldest
      FROM (SELECT ${at} AS at FROM ${from} ORDER BY ${at} LIMIT ${WALKED})`;
  return [
    walk(
      "mails",
      sql`${outbox.nextAttemptAt}`,
      sql`${outbox} INDEXED BY outbox_due WHERE ${outbox.status} = 'queued' AND ${outbox.nextAttemptAt} <= ${now}`,
    ),
    walk(
      "mails_given_up",
      sql`${outbox.nextAttemptAt}`,
      sql`${outbox} INDEXED BY outbox_given_up WHERE ${outbox.status} = 'failed' AND ${outbox.text} <> ''`,
    ),
    walk(
      "notification_mails",
      sql`${notificationMails.dueAt}`,
      sql`${notificationMails} INDEXED BY news_due WHERE ${notificationMails.dueAt} <= ${now}`,
    ),
    walk(
      "digests",
      sql`${pushes.dueAt}`,
      sql`${pushes} INDEXED BY pushes_digests
        WHERE ${pushes.kind} = 'digest' AND ${pushes.outcome} IS NULL AND ${pushes.dueAt} <= ${now}`,
    ),
    walk(
      "payments",
      sql`${payments.askAt}`,
      sql`(SELECT ${payments.askAt} FROM ${payments} INDEXED BY payments_open
          WHERE ${payments.status} IN ('created', 'pending') AND ${payments.askAt} <= ${now}
        UNION ALL SELECT ${payments.askAt} FROM ${payments} INDEXED BY payments_ended
          WHERE ${payments.status} IN ('failed', 'cancelled', 'expired') AND ${payments.saidAt} IS NULL AND ${payments.askAt} <= ${now})`,
    ),
    walk(
      "payments_undecided",
      sql`${payments.createdAt}`,
      sql`${payments} INDEXED BY payments_open WHERE ${payments.status} IN ('created', 'pending') AND ${payments.status} = 'pending'
        AND ${payments.createdAt} <= ${now} - iif(${payments.method} = 'directdebit', ${LONG.debit}, ${LONG.other})`,
    ),
    walk("refunds", sql`${refunds.updatedAt}`, sql`${refunds} INDEXED BY refunds_open WHERE ${refunds.status} = 'requested'`),
    walk(
      "refunds_refused",
      sql`${r.updatedAt}`,
      sql`${r} INDEXED BY refunds_failed JOIN ${payments} ON ${payments}.${payments.id} = ${r.paymentId}
        WHERE ${r.status} = 'failed' AND ${r.updatedAt} > ${now - REFUSED_FOR} AND ${payments}.${payments.status} = 'completed'
          AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${r.paymentId} AND ${refunds.createdAt} > ${r.createdAt})`,
    ),
  ];
}

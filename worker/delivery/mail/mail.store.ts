import { and, desc, eq, ne, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, prepared, rowsOf } from "#db/raw.ts";
import { accounts, mailReports, outbox, preferences } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { isByConsent, type OptionalKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import type { Preferences } from "#worker/people/preferences/preferences.vocabulary.ts";
import type { Standing } from "./kinds.ts";
import type { Reason } from "./kinds.vocabulary.ts";

const a = aliased(accounts, "a");
const p = aliased(preferences, "p");

const FORGOTTEN_AT_ONCE = 1_000;

export type MailStore = ReturnType<typeof createMailStore>;

export interface ReportRow {
  id: string;
  domainId: string;
  pool: string;
  email: string;
  kind: Reason;
  types: readonly OptionalKind[];
}

export function createMailStore(db: Database) {
  return {
    async mailsOf(accountId: string, without: string | null, limit: number) {
      const { id, template, createdAt, status, attempts, lastError, sentAt, nextAttemptAt } = outbox;
      return db
        .select({ id, template, createdAt, status, attempts, lastError, sentAt, nextAttemptAt })
        .from(outbox)
        .where(and(eq(outbox.accountId, accountId), without === null ? undefined : ne(outbox.template, without)))
        .orderBy(desc(outbox.createdAt), desc(sql`rowid`))
        .limit(limit);
    },

    /** Null for a missing or deleted account. */
    async choicesOf(accountId: string): Promise<(Pick<Standing, "channels"> & Pick<Preferences, "paces">) | null> {
      const [rows] = await rowsOf<[Record<"channels" | "paces", string | null>]>(db, [
        sql`SELECT ${p.channels}, ${p.paces} FROM ${a} LEFT JOIN ${p} ON ${p.accountId} = ${a.id}
          WHERE ${a.id} = ${accountId} AND ${a.status} IN ('active', 'not_confirmed')`,
      ]);
      const [row] = rows;
      return row ? { channels: JSON.parse(row.channels ?? "{}"), paces: JSON.parse(row.paces ?? "{}") } : null;
    },

    /** Stops these types of mail and push. Idempotent. */
    async stop(accountId: string, types: readonly OptionalKind[], now: number): Promise<void> {
      await rowsOf(db, stopped(sql`${accounts.id} = ${accountId}`, types, now));
    },

    /** A trigger removes the reason from accounts.notifications_disabled. */
    async start(accountId: string, types: readonly OptionalKind[], now: number): Promise<void> {
      const patch = Object.fromEntries(types.map((type) => [type, { mail: null }]));
      await db
        .update(preferences)
        .set({ channels: sql`json_patch(${preferences.channels}, ${JSON.stringify(patch)})`, updatedAt: now })
        .where(eq(preferences.accountId, accountId));
    },

    /** Removes a reason and stores a trial mail. Writes nothing when the account's address differs from the mail's. */
    async takeBack(accountId: string, reason: Reason, mail: typeof outbox.$inferInsert | null): Promise<void> {
      const others = sql`(SELECT json_group_array(value) FROM json_each(${accounts.notificationsDisabled})
        WHERE value <> ${reason})`;
      const whose = mail ? ownerOf(accountId, mail.recipient) : sql`${accounts.id} = ${accountId}`;
      await rowsOf(db, [
        sql`UPDATE ${accounts} SET ${accounts.notificationsDisabled} = ${others} WHERE ${whose}`,
        ...(mail ? [insertWhere(outbox, mail, sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${whose})`)] : []),
      ]);
    },

    /** Stores and applies a report once, in one transaction. Returns the affected account, or null when nothing changed. */
    async report(row: ReportRow, now: number): Promise<string | null> {
      const { id, domainId, pool, email, kind, types } = row;
      const fresh = sql`EXISTS (SELECT 1 FROM ${mailReports}
        WHERE ${mailReports.id} = ${id} AND ${mailReports.createdAt} = ${now} AND ${mailReports.kind} = ${kind})`;
      const who = sql`${accounts.pool} = ${pool} AND ${accounts.email} = ${email}
        AND ${accounts.status} IN ('active', 'not_confirmed')`;
      const effects =
        kind === "listunsubscribe" ? stopped(sql`${who} AND ${fresh}`, types, now) : [noted(sql`${who} AND ${fresh}`, kind)];
      const results = await rowsOf<{ id: string }[]>(db, [
        sql`INSERT INTO ${into(mailReports, "id", "domainId", "accountId", "kind", "createdAt")}
          SELECT ${id}, ${domainId}, (SELECT ${accounts.id} FROM ${accounts} WHERE ${who}), ${kind}, ${now} WHERE true
          ON CONFLICT DO NOTHING`,
        ...effects,
        sql`SELECT ${accounts.id} FROM ${accounts} WHERE ${who} AND ${fresh}`,
      ]);
      return results.at(-1)?.[0]?.id ?? null;
    },

    /** Records that the provider rejects this address. False when the account has another address now. */
    async returned(accountId: string, email: string): Promise<boolean> {
      const { meta } = await prepared(db, noted(ownerOf(accountId, email), "bounce")).run();
      return meta.changes === 1;
    },

    async forgetReports(before: number): Promise<void> {
      const query = sql`DELETE FROM ${mailReports} WHERE rowid IN (
        SELECT rowid FROM ${mailReports} INDEXED BY mail_reports_created
        WHERE ${mailReports.createdAt} < ${before} ORDER BY ${mailReports.createdAt} LIMIT ${FORGOTTEN_AT_ONCE})`;
      await prepared(db, query).run();
    },
  };
}

function ownerOf(accountId: string, email: string): SQL {
  return sql`${accounts.id} = ${accountId} AND ${accounts.email} = ${email}`;
}

function noted(who: SQL, entry: string): SQL {
  return sql`UPDATE ${accounts}
    SET ${accounts.notificationsDisabled} = json_insert(${accounts.notificationsDisabled}, '$[#]', ${entry})
    WHERE ${who} AND NOT EXISTS (SELECT 1 FROM json_each(${accounts.notificationsDisabled}) WHERE value = ${entry})`;
}

function stopped(who: SQL, types: readonly OptionalKind[], now: number): SQL[] {
  const patch = Object.fromEntries(types.map((type) => [type, { mail: false }]));
  return [
    sql`INSERT INTO ${into(preferences, "accountId", "channels", "updatedAt")}
      SELECT ${accounts.id}, ${JSON.stringify(patch)}, ${now} FROM ${accounts} WHERE ${who}
      ON CONFLICT (${preferences.accountId}) DO UPDATE
        SET ${preferences.channels} = json_patch(${preferences.channels}, excluded.${preferences.channels}),
          ${preferences.updatedAt} = excluded.${preferences.updatedAt}`,
    // A consent that is taken back is no stopped mail.
    ...types.filter((type) => !isByConsent(type)).map((type) => noted(who, `listunsubscribe:${type}`)),
  ];
}

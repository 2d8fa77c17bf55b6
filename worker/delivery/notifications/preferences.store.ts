import type { SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { BY_CONSENT } from "#db/schema/attribute-table.ts";
import type { FirstMessages } from "#db/schema/first-messages.ts";
import {
  beliefConsents,
  newsConsents,
  notificationMails,
  preferences,
  profiles,
  pushes,
  savedSearches,
  tokens,
} from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { isHidden, preferencesOf, readPreferences } from "#worker/people/preferences/preferences.sql.ts";
import {
  activityOf,
  BELIEFS_CONSENT,
  NEWS_CONSENT,
  type Preferences,
} from "#worker/people/preferences/preferences.vocabulary.ts";
import type { SpendRule } from "#worker/people/preferences/spending.vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";

export type PreferencesStore = ReturnType<typeof createPreferencesStore>;

export interface Change
  extends Partial<
    Pick<
      Preferences,
      | "invisible"
      | "paused"
      | "showRead"
      | "showOnline"
      | "hideFromVisitors"
      | "showAnswers"
      | "callsVerified"
      | "mailLogin"
      | "pushNames"
      | "quiet"
    >
  > {
  /** Null for everybody. */
  firstMessages?: FirstMessages | null | undefined;
  /** Keyed by type and channel; null means default. */
  channels: Record<string, Record<string, boolean | null>>;
  /** Null means at once. */
  paces?: Record<string, Record<string, "daily" | "weekly" | null>> | undefined;
  /** Site and language of the text of a consent to news by mail; undefined where none is given. A trigger notes its end. */
  news?: { site: string; language: string };
  /** Gives or takes back the consent to say religion and diet, by the text in this language. A trigger notes its end. */
  beliefs?: { given: boolean; language: string };
  /** Compare-and-set: applies only while the limits equal `from`. */
  spend?: { from: SpendRule; to: SpendRule };
}

export function createPreferencesStore(db: Database) {
  return {
    async find(accountId: string): Promise<Preferences> {
      const [rows] = await rowsOf<[{ preferences: string }]>(db, [selected(accountId)]);
      return readPreferences(rows[0]?.preferences ?? "{}");
    },

    /** Updates the profile in the same transaction. `fits` is false if the limits changed meanwhile; they then stay. */
    async change(accountId: string, change: Change, now: number): Promise<{ preferences: Preferences; fits: boolean }> {
      const {
        channels,
        paces,
        invisible,
        paused,
        showRead,
        showOnline,
        hideFromVisitors,
        showAnswers,
        callsVerified,
        mailLogin,
        pushNames,
        quiet,
        firstMessages,
        spend,
        news,
        beliefs,
      } = change;
      const me = sql`${preferences.accountId} = ${accountId}`;
      const orStored = (column: AnySQLiteColumn, value: boolean | undefined) =>
        sql`${column} = ${value === undefined ? column : Number(value)}`;
      const results = await rowsOf<unknown[]>(db, [
        sql`INSERT INTO ${into(preferences, "accountId", "updatedAt")} VALUES (${accountId}, ${now}) ON CONFLICT DO NOTHING`,
        // A merge patch (RFC 7396) removes keys that are null.
        sql`UPDATE ${preferences}
          SET ${preferences.channels} = json_patch(${preferences.channels}, ${JSON.stringify(channels)}),
            ${preferences.paces} = ${paces ? sql`nullif(json_patch(coalesce(${preferences.paces}, '{}'), ${JSON.stringify(paces)}), '{}')` : preferences.paces},
            ${orStored(preferences.invisible, invisible)}, ${orStored(preferences.paused, paused)},
            ${orStored(preferences.showRead, showRead)}, ${orStored(preferences.showOnline, showOnline)},
            ${orStored(preferences.showAnswers, showAnswers)}, ${orStored(preferences.mailLogin, mailLogin)},
            ${orStored(preferences.pushNames, pushNames)}, ${orOld(preferences.quiet, quiet)},
            ${orOld(preferences.firstMessages, firstMessages)}, ${orStored(preferences.beliefs, beliefs?.given)},
            ${orStored(preferences.callsVerified, callsVerified)},
            ${preferences.updatedAt} = ${now}
          WHERE ${me}`,
        // What waits for a digest is looked at again.
        ...(paces ? sooner(accountId, now) : []),
        // Only `active` and `hidden` swap; unconfirmed and deleted accounts keep their status.
        sql`UPDATE ${profiles} SET ${profiles.status} = iif(${isHidden(sql`${profiles.id}`)}, 'hidden', 'active')
          WHERE ${profiles.id} = ${accountId} AND ${profiles.status} = iif(${isHidden(sql`${profiles.id}`)}, 'active', 'hidden')`,
        sql`UPDATE ${profiles} SET ${profiles.lastActiveAt} = ${activityOf(now, { showOnline: false })}
          WHERE ${profiles.id} = ${accountId} AND ${profiles.lastActiveAt} > ${activityOf(now, { showOnline: false })}
            AND EXISTS (SELECT 1 FROM ${preferences} WHERE ${me} AND ${preferences.showOnline} = 0)`,
        ...(hideFromVisitors === undefined
          ? []
          : [
              sql`UPDATE ${profiles} SET ${profiles.shownToVisitors} = ${Number(!hideFromVisitors)}
                WHERE ${profiles.id} = ${accountId} AND ${profiles.shownToVisitors} = ${Number(hideFromVisitors)}`,
            ]),
        ...(showAnswers === false
          ? [
              sql`UPDATE ${profiles} SET ${profiles.answersFrom} = 0, ${profiles.answersUntil} = 0
                WHERE ${profiles.id} = ${accountId} AND ${profiles.answersUntil} > 0`,
            ]
          : []),
        // A trigger erases what the own profile said.
        ...(beliefs?.given === false ? wishesByBelief(accountId) : []),
        ...(news ? [agreed(accountId, news, now)] : []),
        ...(beliefs?.given ? [agreedToBeliefs(accountId, beliefs.language, now)] : []),
        // Switching the setting off ends the links in earlier mails.
        ...(mailLogin === false
          ? [sql`DELETE FROM ${tokens} WHERE ${tokens.accountId} = ${accountId} AND ${tokens.kind} = 'login'`]
          : []),
        ...(spend ? [limits(accountId, spend.from, spend.to)] : []),
        selected(accountId),
      ]);
      const [row] = results.at(-1) as { preferences: string }[];
      return { preferences: readPreferences(row?.preferences ?? "{}"), fits: !spend || (results.at(-2)?.length ?? 0) > 0 };
    },
  };
}

/** Without deal-breakers by religion and diet, and without own searches by them. */
function wishesByBelief(accountId: string): SQL[] {
  const paths = sql.join(
    BY_CONSENT.map((field) => sql`${`$.dealbreakers.${field}`}`),
    sql`, `,
  );
  const named = sql.join(
    BY_CONSENT.map((field) => sql`${savedSearches.filter} ->> ${`$.${field}`} IS NOT NULL`),
    sql` OR `,
  );
  return [
    sql`UPDATE ${preferences} SET ${preferences.wishes} = json_remove(${preferences.wishes}, ${paths})
      WHERE ${preferences.accountId} = ${accountId} AND ${preferences.wishes} IS NOT NULL`,
    sql`DELETE FROM ${savedSearches} WHERE ${savedSearches.memberId} = ${accountId} AND (${named})`,
  ];
}

function sooner(accountId: string, now: number): SQL[] {
  return [
    sql`UPDATE ${notificationMails} SET ${notificationMails.dueAt} = ${now}
      WHERE ${notificationMails.accountId} = ${accountId} AND ${notificationMails.dueAt} > ${now + HOUR}`,
    sql`UPDATE ${pushes} SET ${pushes.dueAt} = ${now}
      WHERE ${pushes.accountId} = ${accountId} AND kind = 'digest' AND outcome IS NULL AND ${pushes.dueAt} > ${now}`,
  ];
}

/** A consent that stands keeps its day. One that was taken back stays too: mails went out under it. */
function agreed(accountId: string, { site, language }: NonNullable<Change["news"]>, now: number): SQL {
  const standing = sql`SELECT 1 FROM ${newsConsents} WHERE ${newsConsents.accountId} = ${accountId}
    AND ${newsConsents.withdrawnAt} IS NULL`;
  return sql`INSERT INTO ${into(newsConsents, "accountId", "domainId", "version", "language", "acceptedAt")}
    SELECT ${accountId}, ${site}, ${NEWS_CONSENT}, ${language}, ${now} WHERE NOT EXISTS (${standing})
    ON CONFLICT (account_id, accepted_at) DO UPDATE SET withdrawn_at = NULL`;
}

function agreedToBeliefs(accountId: string, language: string, now: number): SQL {
  const standing = sql`SELECT 1 FROM ${beliefConsents} WHERE ${beliefConsents.accountId} = ${accountId}
    AND ${beliefConsents.withdrawnAt} IS NULL`;
  return sql`INSERT INTO ${into(beliefConsents, "accountId", "version", "language", "acceptedAt")}
    SELECT ${accountId}, ${BELIEFS_CONSENT}, ${language}, ${now} WHERE NOT EXISTS (${standing})
    ON CONFLICT (account_id, accepted_at) DO UPDATE SET withdrawn_at = NULL`;
}

function orOld(column: AnySQLiteColumn, value: object | null | undefined): SQL {
  return sql`${column} = ${value === undefined ? column : value && JSON.stringify(value)}`;
}

function limits(accountId: string, from: SpendRule, to: SpendRule): SQL {
  const raise = (rule: SpendRule) => (rule.spendRaise ? JSON.stringify(rule.spendRaise) : null);
  return sql`UPDATE ${preferences}
    SET ${preferences.spendLimits} = ${JSON.stringify(to.spendLimits)}, ${preferences.spendRaise} = ${raise(to)}
    WHERE ${preferences.accountId} = ${accountId}
      AND json(${preferences.spendLimits}) = json(${JSON.stringify(from.spendLimits)})
      AND json(${preferences.spendRaise}) IS json(${raise(from)}) RETURNING 1`;
}

function selected(accountId: string): SQL {
  return sql`SELECT ${preferencesOf(sql`${accountId}`)} AS preferences`;
}

import type { SQL } from "drizzle-orm";
import { preferences, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { activityOf, DEFAULTS, type Preferences } from "./preferences.vocabulary.ts";

const OBJECT = sql`json_object('channels', json(${preferences.channels}), 'invisible', ${preferences.invisible},
  'paused', ${preferences.paused}, 'showRead', ${preferences.showRead}, 'showOnline', ${preferences.showOnline},
  'showAnswers', ${preferences.showAnswers}, 'callsVerified', ${preferences.callsVerified}, 'mailLogin', ${preferences.mailLogin},
  'pushNames', ${preferences.pushNames}, 'quiet', json(${preferences.quiet}), 'paces', json(coalesce(${preferences.paces}, '{}')),
  'wishes', json(coalesce(${preferences.wishes}, '{}')), 'firstMessages', json(coalesce(${preferences.firstMessages}, '{}')), 'beliefs', ${preferences.beliefs},
  'spendLimits', json(${preferences.spendLimits}), 'spendRaise', json(${preferences.spendRaise}))`;

type Stored = Partial<Preferences>;

/** JSON, never null. */
export function preferencesOf(accountId: SQL): SQL<Stored> {
  return sql`json_patch(coalesce((SELECT ${OBJECT} FROM ${preferences}
    WHERE ${preferences.accountId} = ${accountId}), '{}'),
    coalesce((SELECT json_object('hideFromVisitors', ${profiles.shownToVisitors} = 0) FROM ${profiles}
      WHERE ${profiles.id} = ${accountId}), '{}'))`;
}

export function activityAt(accountId: string, now: number): SQL<number> {
  return sql<number>`iif(EXISTS (SELECT 1 FROM ${preferences}
    WHERE ${preferences.accountId} = ${accountId} AND ${preferences.showOnline} = 0),
    ${activityOf(now, { showOnline: false })}, ${now})`;
}

export function isHidden(accountId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${preferences}
    WHERE ${preferences.accountId} = ${accountId} AND (${preferences.invisible} = 1 OR ${preferences.paused} = 1))`;
}

export function readPreferences(json: string): Preferences {
  return preferencesFrom(JSON.parse(json) as Stored);
}

/** An empty object means defaults. */
export function preferencesFrom(stored: Stored): Preferences {
  const row = { ...DEFAULTS, ...stored };
  const { invisible, paused, showRead, showOnline, hideFromVisitors, showAnswers, callsVerified, mailLogin, pushNames, beliefs } =
    row;
  return {
    ...row,
    invisible: Boolean(invisible),
    paused: Boolean(paused),
    showRead: Boolean(showRead),
    showOnline: Boolean(showOnline),
    hideFromVisitors: Boolean(hideFromVisitors),
    showAnswers: Boolean(showAnswers),
    callsVerified: Boolean(callsVerified),
    mailLogin: Boolean(mailLogin),
    pushNames: Boolean(pushNames),
    beliefs: Boolean(beliefs),
  };
}

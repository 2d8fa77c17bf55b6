import { type SQL, sql } from "drizzle-orm";
import { activityOf, DEFAULTS, type Preferences } from "./preferences.ts";

const OBJECT = `json_object('channels', json(channels), 'invisible', invisible, 'paused', paused, 'showRead', show_read,
  'showOnline', show_online, 'spendLimits', json(spend_limits), 'spendRaise', json(spend_raise))`;

/** Never null: Drizzle would not map it. */
export function preferencesOf(accountId: SQL): SQL<Preferences> {
  return sql`json_patch(coalesce((SELECT ${sql.raw(OBJECT)} FROM preferences WHERE account_id = ${accountId}), '{}'),
    coalesce((SELECT json_object('hideFromVisitors', shown_to_visitors = 0) FROM profiles WHERE id = ${accountId}), '{}'))`.mapWith(
    readPreferences,
  );
}

export function activityAt(accountId: string, now: number): SQL<number> {
  return sql<number>`iif(EXISTS (SELECT 1 FROM preferences WHERE account_id = ${accountId} AND show_online = 0),
    ${activityOf(now, { showOnline: false })}, ${now})`;
}

export function isHidden(accountId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM preferences WHERE account_id = ${accountId} AND (invisible = 1 OR paused = 1))`;
}

/** An empty object means defaults. */
export function readPreferences(json: string): Preferences {
  const row = { ...DEFAULTS, ...(JSON.parse(json) as Partial<Preferences>) };
  const { invisible, paused, showRead, showOnline, hideFromVisitors } = row;
  return {
    ...row,
    invisible: Boolean(invisible),
    paused: Boolean(paused),
    showRead: Boolean(showRead),
    showOnline: Boolean(showOnline),
    hideFromVisitors: Boolean(hideFromVisitors),
  };
}

import { type SQL, sql } from "drizzle-orm";
import { activityOf, DEFAULTS, type Preferences } from "./preferences.ts";

const OBJECT = `json_object('channels', json(channels), 'invisible', invisible, 'paused', paused, 'showRead', show_read,
  'showOnline', show_online, 'spendLimits', json(spend_limits), 'spendRaise', json(spend_raise))`;

/** A member's preferences as one column. Never null, which Drizzle would not map. The search asks one of them of the profile. */
export function preferencesOf(accountId: SQL): SQL<Preferences> {
  return sql`json_patch(coalesce((SELECT ${sql.raw(OBJECT)} FROM preferences WHERE account_id = ${accountId}), '{}'),
    coalesce((SELECT json_object('hideFromVisitors', shown_to_visitors = 0) FROM profiles WHERE id = ${accountId}), '{}'))`.mapWith(
    readPreferences,
  );
}

/** When a member was here, as the profile says it to others: see `activityOf`. */
export function activityAt(accountId: string, now: number): SQL<number> {
  return sql<number>`iif(EXISTS (SELECT 1 FROM preferences WHERE account_id = ${accountId} AND show_online = 0),
    ${activityOf(now, { showOnline: false })}, ${now})`;
}

/** Whether a member, given as an expression, has chosen to be seen by nobody but those they talk with. */
export function isHidden(accountId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM preferences WHERE account_id = ${accountId} AND (invisible = 1 OR paused = 1))`;
}

/** The column as D1 answers it: an empty object where nothing was ever chosen. */
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

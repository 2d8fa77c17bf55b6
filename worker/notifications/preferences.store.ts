import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { isHidden, preferencesOf, readPreferences } from "./preferences.columns.ts";
import { activityOf, type Preferences } from "./preferences.ts";
import type { SpendRule } from "./spending.ts";

export type PreferencesStore = ReturnType<typeof createPreferencesStore>;

/** A missing field keeps its value. */
export interface Change
  extends Partial<Pick<Preferences, "invisible" | "paused" | "showRead" | "showOnline" | "hideFromVisitors">> {
  /** By type and channel; null means default. */
  channels: Record<string, Record<string, boolean | null>>;
  /** Compare-and-set: applies only while the limits equal `from`. */
  spend?: { from: SpendRule; to: SpendRule };
}

export function createPreferencesStore(db: Database) {
  return {
    async find(accountId: string): Promise<Preferences> {
      const [rows] = await rowsOf<[{ preferences: string }]>(db, [selected(accountId)]);
      return readPreferences(rows[0]?.preferences ?? "{}");
    },

    /**
     * Also updates what others see of the profile, in one transaction. `fits` is false when the limits changed meanwhile;
     * they then stay.
     */
    async change(accountId: string, change: Change, now: number): Promise<{ preferences: Preferences; fits: boolean }> {
      const { channels, invisible, paused, showRead, showOnline, hideFromVisitors, spend } = change;
      const me = sql`account_id = ${accountId}`;
      const kept = (name: string, value: boolean | undefined) =>
        sql`${sql.raw(name)} = ${value === undefined ? sql.raw(name) : Number(value)}`;
      const results = await rowsOf<unknown[]>(db, [
        sql`INSERT INTO preferences (account_id, updated_at) VALUES (${accountId}, ${now}) ON CONFLICT DO NOTHING`,
        // A merge patch (RFC 7396) removes keys that are null.
        sql`UPDATE preferences SET channels = json_patch(channels, ${JSON.stringify(channels)}), ${kept("invisible", invisible)},
          ${kept("paused", paused)}, ${kept("show_read", showRead)}, ${kept("show_online", showOnline)}, updated_at = ${now} WHERE ${me}`,
        // Only `active` and `hidden` swap; unconfirmed and deleted accounts keep their status.
        sql`UPDATE profiles SET status = iif(${isHidden(sql`id`)}, 'hidden', 'active')
          WHERE id = ${accountId} AND status = iif(${isHidden(sql`id`)}, 'active', 'hidden')`,
        sql`UPDATE profiles SET last_active_at = ${activityOf(now, { showOnline: false })}
          WHERE id = ${accountId} AND last_active_at > ${activityOf(now, { showOnline: false })}
            AND EXISTS (SELECT 1 FROM preferences WHERE ${me} AND show_online = 0)`,
        ...(hideFromVisitors === undefined
          ? []
          : [
              sql`UPDATE profiles SET shown_to_visitors = ${Number(!hideFromVisitors)}
                WHERE id = ${accountId} AND shown_to_visitors = ${Number(hideFromVisitors)}`,
            ]),
        ...(spend ? [limits(accountId, spend.from, spend.to)] : []),
        selected(accountId),
      ]);
      const [row] = results.at(-1) as { preferences: string }[];
      return { preferences: readPreferences(row?.preferences ?? "{}"), fits: !spend || (results.at(-2)?.length ?? 0) > 0 };
    },
  };
}

function limits(accountId: string, from: SpendRule, to: SpendRule): SQL {
  const raise = (rule: SpendRule) => (rule.spendRaise ? JSON.stringify(rule.spendRaise) : null);
  return sql`UPDATE preferences SET spend_limits = ${JSON.stringify(to.spendLimits)}, spend_raise = ${raise(to)}
    WHERE account_id = ${accountId} AND json(spend_limits) = json(${JSON.stringify(from.spendLimits)})
      AND json(spend_raise) IS json(${raise(from)}) RETURNING 1`;
}

function selected(accountId: string): SQL {
  return sql`SELECT ${preferencesOf(sql`${accountId}`)} AS preferences`;
}

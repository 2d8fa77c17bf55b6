import { accounts, dailyFigures, ledger, sweeps } from "./schema/index.ts";
import { plainText, sql } from "./sql.ts";

const NAME = sql.raw("'figures of messages'");
/** Entries that one step counts. */
const STEP = 5000;

const place = sql`coalesce((SELECT ${sweeps.place} FROM ${sweeps} WHERE ${sweeps.name} = ${NAME}), 0)`;
const last = sql`coalesce((SELECT max(${ledger.id}) FROM ${ledger}), 0)`;
const until = sql`min(${last}, ${place} + ${sql.raw(String(STEP))})`;

const paid = sql`l.id > ${place} AND l.id <= ${until} AND l.kind IN ('message', 'gift', 'icebreaker') AND l.amount < 0`;

const noted = (
  at: typeof until,
) => sql`INSERT INTO ${sweeps} (${sweeps.name}, ${sweeps.at}, ${sweeps.steadySince}, ${sweeps.place})
  SELECT ${NAME}, 0, 0, ${at} WHERE ${at} > ${place} ON CONFLICT (${sweeps.name}) DO UPDATE SET ${sweeps.place} = excluded.place`;

/**
 * One transaction: adds the next paid messages to the daily figures, notes members' first ones, and says whether more wait. A trigger counts free ones at once.
 * A run of messages counts when it ends.
 * Ids of entries ascend without end, so none is left out or counted twice.
 */
export const COUNT_MESSAGES = [
  plainText(sql`INSERT INTO ${dailyFigures} (${dailyFigures.domainId}, ${dailyFigures.day}, ${dailyFigures.name}, ${dailyFigures.value})
    SELECT a.domain_id, l.created_at / 86400000, 'messages', sum(coalesce(l.messages, 1)) FROM ${ledger} l JOIN accounts a ON a.id = l.account_id
      JOIN profiles p ON p.id = a.id
    WHERE ${paid} AND p.fictional = 0
    GROUP BY 1, 2 ON CONFLICT DO UPDATE SET value = value + excluded.value`),
  plainText(sql`UPDATE ${accounts} SET first_message_at = (SELECT min(l.created_at) FROM ${ledger} l
      WHERE l.account_id = accounts.id AND ${paid})
    WHERE first_message_at IS NULL AND source_id IS NOT NULL AND id IN (SELECT l.account_id FROM ${ledger} l WHERE ${paid})`),
  plainText(noted(until)),
  plainText(sql`SELECT ${last} > ${place} AS more`),
] as const;

/** All entries so far count as counted: their figures came with them. */
export const MESSAGES_COUNTED = plainText(noted(last));

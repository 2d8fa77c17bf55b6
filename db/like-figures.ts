import { accounts, dailyFigures, likes, notificationMails, profiles, sweeps } from "./schema/index.ts";
import { aliased, plainText, sql } from "./sql.ts";

const NAME = sql.raw("'likes'");
/** Likes that one step looks at. */
const STEP = 5000;
/** In ms: a like that is taken back or seen within this time is no news. */
export const LIKES_WAIT = 600_000;

const l = aliased(likes, "l");
const place = sql`coalesce((SELECT ${sweeps.place} FROM ${sweeps} WHERE ${sweeps.name} = ${NAME}), 0)`;
const next = sql`(SELECT ${likes.id} AS id, ${likes.createdAt} AS at FROM ${likes} WHERE ${likes.id} > ${place}
  ORDER BY ${likes.id} LIMIT ${sql.raw(String(STEP))})`;
/** Ids ascend with time: what is before the first one that still waits. Reads no other that waits. */
const until = sql`coalesce((SELECT id - 1 FROM ${next} WHERE at > ?1 LIMIT 1), (SELECT max(id) FROM ${next}), 0)`;
const counted = sql`${l.id} > ${place} AND ${l.id} <= ${until}`;

/**
 * One transaction. Likes from before parameter 1 (ms) join the daily figures; those that are still news wait for a mail.
 * The last row says whether more wait. Each like is counted once.
 */
export const COUNT_LIKES = [
  plainText(sql`INSERT INTO ${dailyFigures} (${dailyFigures.domainId}, ${dailyFigures.day}, ${dailyFigures.name}, ${dailyFigures.value})
    SELECT a.domain_id, ${l.createdAt} / 86400000, f.value, count(*) FROM ${l} CROSS JOIN ${accounts} a ON a.id = ${l.likerId}
      CROSS JOIN ${profiles} p ON p.id = a.id CROSS JOIN json_each('["likes","matches"]') f
    WHERE ${counted} AND p.fictional = 0 AND (f.value = 'likes' OR ${l.matchedAt} = ${l.createdAt})
    GROUP BY 1, 2, 3 ON CONFLICT DO UPDATE SET value = value + excluded.value`),
  plainText(sql`INSERT INTO ${notificationMails} (${notificationMails.accountId}, ${notificationMails.kind}, ${notificationMails.subject},
      ${notificationMails.at}, ${notificationMails.dueAt})
    SELECT ${l.likedId}, iif(${l.matchedAt} IS NULL, 'like', 'match'), ${l.likerId}, ${l.createdAt},
      ${l.createdAt} + ${sql.raw(String(LIKES_WAIT))} FROM ${l}
    WHERE ${counted} AND ${l.isNew} = 1 AND ${l.announcedAt} IS NULL AND (${l.matchedAt} IS NULL OR ${l.matchedAt} = ${l.createdAt})
    ON CONFLICT DO NOTHING`),
  plainText(sql`INSERT INTO ${sweeps} (${sweeps.name}, ${sweeps.at}, ${sweeps.steadySince}, ${sweeps.place})
    SELECT ${NAME}, 0, 0, ${until} WHERE ${until} > ${place} ON CONFLICT (${sweeps.name}) DO UPDATE SET ${sweeps.place} = excluded.place`),
  plainText(sql`SELECT ${until} > ${place} AS more`),
] as const;

/** All likes so far count as counted: their figures came with them. */
export const LIKES_COUNTED =
  plainText(sql`INSERT INTO ${sweeps} (${sweeps.name}, ${sweeps.at}, ${sweeps.steadySince}, ${sweeps.place})
  SELECT ${NAME}, 0, 0, coalesce(max(${likes.id}), 0) FROM ${likes} HAVING coalesce(max(${likes.id}), 0) > ${place}
  ON CONFLICT (${sweeps.name}) DO UPDATE SET ${sweeps.place} = excluded.place`);

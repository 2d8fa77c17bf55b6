import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import { CARD_COLUMNS, type RawCard, readCard, unblocked } from "#worker/members/card.columns.ts";
import type { CardRow } from "#worker/members/card.ts";
import type { Seeker } from "#worker/members/seeker.ts";

export type Answers = Record<string, string>;

export interface CandidateRow extends CardRow {
  answers: Answers;
}

export type MatchStore = ReturnType<typeof createMatchStore>;

/** Bounds the rows read: most recently active members first. */
const LOOKED_AT = 300;
const COMPARED = 100;

type RawRow = RawCard & { answers: string };

export function createMatchStore(db: Database) {
  return {
    /** One round trip; most recently active members first. */
    async read({
      id,
      pool,
      gender,
      lookingFor,
      country,
      fictional,
    }: Seeker): Promise<{ own: Answers; candidates: CandidateRow[] }> {
      const [own, rows] = await rowsOf<[{ answers: string }, RawRow]>(db, [
        sql`SELECT answers FROM match_answers WHERE member_id = ${id}`,
        sql`WITH recent AS MATERIALIZED (
            SELECT p.rowid AS hit FROM profiles p INDEXED BY profiles_deck
            WHERE p.status = 'active' AND p.pool = ${pool} AND p.gender = ${lookingFor} AND p.looking_for = ${gender}
              AND p.country = ${country}
            ORDER BY p.last_active_at DESC, p.id DESC LIMIT ${LOOKED_AT})
          SELECT ${CARD_COLUMNS}, m.answers FROM recent CROSS JOIN profiles p ON p.rowid = recent.hit
            CROSS JOIN match_answers m ON m.member_id = p.id
          WHERE p.id <> ${id}
            ${fictional ? sql`` : sql`AND p.fictional = 0`} AND ${unblocked(id)}
          ORDER BY p.last_active_at DESC, p.id DESC LIMIT ${COMPARED}`,
      ]);
      return {
        own: own[0] ? (JSON.parse(own[0].answers) as Answers) : {},
        candidates: rows.map((row) => ({ ...readCard(row), answers: JSON.parse(row.answers) as Answers })),
      };
    },

    /** Merges these answers with the stored ones; null removes one. */
    async save(memberId: string, answers: Record<string, string | null>, now: number): Promise<void> {
      const json = JSON.stringify(answers);
      // A merge patch (RFC 7396) removes keys that are null.
      await prepared(
        db,
        sql`INSERT INTO match_answers (member_id, answers, answered_at) VALUES (${memberId}, json_patch('{}', ${json}), ${now})
          ON CONFLICT (member_id) DO UPDATE SET answers = json_patch(answers, ${json}), answered_at = ${now}`,
      ).run();
    },
  };
}

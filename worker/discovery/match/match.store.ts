import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import { matchAnswers, profiles } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { merged } from "#worker/discovery/members/arms.sql.ts";
import type { CandidateFilter } from "#worker/discovery/members/candidate-filter.ts";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { number } from "#worker/discovery/members/search-filters.sql.ts";
import { audienceOf, columnsRead, shownTo } from "#worker/discovery/members/shown.sql.ts";

const m = aliased(matchAnswers, "m");
const p = aliased(profiles, "p");

export type Answers = Record<string, string>;

export interface CandidateRow extends CardRow {
  answers: Answers;
}

export type MatchStore = ReturnType<typeof createMatchStore>;

/** Bounds the rows read: most recently active members first. Who answered is asked of those whom the member wants to see. */
const LOOKED_AT = 900;
const ASKED = 300;
const COMPARED = 100;

type RawRow = RawCard & { answers: string };

export function createMatchStore(db: Database) {
  return {
    /** One round trip; most recently active members first. */
    async read(candidates: CandidateFilter): Promise<{ own: Answers; candidates: CandidateRow[] }> {
      const { id, pool, genders, lookingFor, country } = candidates;
      const audience = audienceOf(candidates);
      const { columns, others } = shownTo(audience);
      const arms = genders.flatMap((gender) =>
        lookingFor.map(
          (
            looking,
          ) => sql`SELECT p.rowid AS hit, ${p.hasPhoto}, ${p.lastActiveAt}, ${columnsRead(audience)} FROM ${p} INDEXED BY profiles_deck
            WHERE ${p.status} = 'active' AND ${p.pool} = ${pool} AND ${p.gender} = ${gender} AND ${p.lookingFor} = ${looking}
              AND ${p.country} = ${country}`,
        ),
      );
      const order = sql`${profiles.hasPhoto} DESC, ${profiles.lastActiveAt} DESC, ${profiles.id} DESC`;
      const [own, rows] = await rowsOf<[{ answers: string }, RawRow]>(db, [
        sql`SELECT ${matchAnswers.answers} FROM ${matchAnswers} WHERE ${matchAnswers.memberId} = ${id}`,
        sql`WITH recent AS MATERIALIZED (
            SELECT p.hit FROM (${merged(arms, order, number(LOOKED_AT))}) p
            WHERE ${columns} LIMIT ${number(ASKED)})
          SELECT ${CARD_COLUMNS}, ${m.answers} FROM recent CROSS JOIN ${p} ON p.rowid = recent.hit
            CROSS JOIN ${m} ON ${m.memberId} = ${p.id}
          WHERE ${others}
          ORDER BY ${p.hasPhoto} DESC, ${p.lastActiveAt} DESC, ${p.id} DESC LIMIT ${COMPARED}`,
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
        sql`INSERT INTO ${into(matchAnswers, "memberId", "answers", "answeredAt")}
          VALUES (${memberId}, json_patch('{}', ${json}), ${now})
          ON CONFLICT (${matchAnswers.memberId}) DO UPDATE
            SET ${matchAnswers.answers} = json_patch(${matchAnswers.answers}, ${json}), ${matchAnswers.answeredAt} = ${now}`,
      ).run();
    },
  };
}

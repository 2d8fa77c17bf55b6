import type { SQL } from "drizzle-orm";
import type { HeldField } from "#db/schema/attributes.ts";
import { decisions, heldTexts, profiles, textSketches } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { TextSketch } from "./copied-texts.ts";
import type { NewHeldText, TextChanges } from "./held-texts.ts";

/** Rows that a look reads at most from each of the four indexes, newest first. */
const MOST = 30;

const h = aliased(heldTexts, "h");
const s = aliased(textSketches, "s");

export function textsAlike(memberId: string, pool: string, { part, keys }: TextSketch): SQL {
  const arms = keys.map((key, index) => {
    const column = sql.raw(`s.key${index}`);
    return sql`SELECT * FROM (SELECT ${s.memberId} AS memberId, ${s.sketch} FROM ${s} INDEXED BY ${sql.raw(`text_sketches_${index}`)}
      WHERE ${s.pool} = ${pool} AND ${column} = ${key} AND ${s.memberId} <> ${memberId} ORDER BY s.rowid DESC LIMIT ${MOST})`;
  });
  return sql`SELECT ${part} AS part, memberId, sketch FROM (${sql.join(arms, sql` UNION `)})`;
}

export function sketchesReplaced(memberId: string, pool: string, { fields, sketches }: TextChanges): SQL[] {
  const sketched = fields.filter((field) => field !== "identity");
  if (sketched.length === 0) return [];
  const { part } = textSketches;
  const those = sketched.map((field) => (field === "about" ? sql`${part} = 'about'` : sql`${part} <> 'about'`));
  return [
    sql`DELETE FROM ${textSketches} WHERE ${textSketches.memberId} = ${memberId} AND (${sql.join(those, sql` OR `)})`,
    ...sketches.map(
      ({ part: of, sketch, keys: [key0, key1, key2, key3] }) =>
        sql`INSERT INTO ${into(textSketches, "memberId", "part", "pool", "sketch", "key0", "key1", "key2", "key3")}
          VALUES (${memberId}, ${of}, ${pool}, ${sketch}, ${key0}, ${key1}, ${key2}, ${key3})`,
    ),
  ];
}

/** Deletes waiting texts with their work and hides refused ones from their member. A repeated text stays as it is. */
export function textsReplaced(memberId: string, { fields, held }: TextChanges): SQL[] {
  if (fields.length === 0) return [];
  const again = JSON.stringify(held.map(({ field, value }) => ({ field, value })));
  const those = sql`${h.memberId} = ${memberId} AND ${h.field} IN (SELECT value FROM json_each(${JSON.stringify(fields)}))
    AND NOT EXISTS (SELECT 1 FROM json_each(${again}) AS said
      WHERE said.value ->> 'field' = ${h.field} AND said.value ->> 'value' = ${h.value})`;
  return [
    sql`DELETE FROM ${heldTexts} AS h WHERE ${those} AND ${h.status} = 'waiting'`,
    sql`UPDATE ${heldTexts} AS h SET ${heldTexts.status} = 'past' WHERE ${those} AND ${h.status} = 'refused'`,
  ];
}

export function textHeld(memberId: string, { id, field, value, causes }: NewHeldText, now: number): SQL {
  return sql`INSERT INTO ${into(heldTexts, "id", "memberId", "field", "value", "causes", "status", "heldAt")}
    SELECT ${id}, ${memberId}, ${field}, ${value}, ${JSON.stringify(causes)}, 'waiting', ${now}
    WHERE NOT EXISTS (SELECT 1 FROM ${h} WHERE ${h.memberId} = ${memberId} AND ${h.field} = ${field} AND ${h.value} = ${value}
      AND ${h.status} <> 'past')`;
}

/** Others see the text from now on; held answers join the others. `which` chooses rows of `held_texts h`. */
export function textShown(which: SQL): SQL[] {
  const written = (field: Exclude<HeldField, "identity">, value: SQL) => sql`UPDATE ${profiles} SET ${profiles[field]} = ${value}
    FROM ${h} WHERE ${h.memberId} = ${profiles}.${profiles.id} AND ${h.field} = ${field} AND ${which}`;
  // An answer keeps its place; new ones follow.
  const joined = sql`(SELECT json_group_array(json(answer)) FROM (
    SELECT coalesce((SELECT said.value FROM json_each(${h.value}) AS said WHERE said.value ->> 'question' = old.value ->> 'question'),
        old.value) AS answer, old.key AS place FROM json_each(${profiles.prompts}) AS old
    UNION ALL SELECT said.value, 1000 + said.key FROM json_each(${h.value}) AS said WHERE NOT EXISTS (
      SELECT 1 FROM json_each(${profiles.prompts}) AS old WHERE said.value ->> 'question' = old.value ->> 'question')
    ORDER BY place))`;
  // Nothing is read of an identity that was given up or said otherwise since.
  const read = sql`UPDATE ${profiles} SET ${profiles.identity} = json_remove(${profiles.identity}, '$.waits')
    FROM ${h} WHERE ${h.memberId} = ${profiles}.${profiles.id} AND ${h.field} = 'identity' AND ${which}
      AND ${profiles.identity} ->> '$.code' = 'own' AND ${profiles.identity} ->> '$.words' = ${h.value} ->> '$[0].answer'`;
  return [written("about", sql`${h.value}`), written("prompts", joined), read];
}

export function textDone(which: SQL): SQL {
  return sql`DELETE FROM ${heldTexts} AS h WHERE ${which}`;
}

/** Drops held texts of a removed part: their approval could bring it back. Without `question`, of the whole profile. */
export function heldTextsRemoved(memberId: string, question?: string): SQL[] {
  const those =
    question === undefined
      ? sql`${h.memberId} = ${memberId}`
      : sql`${h.memberId} = ${memberId} AND ${h.field} = 'prompts'
          AND EXISTS (SELECT 1 FROM json_each(${h.value}) AS said WHERE said.value ->> 'question' = ${question})`;
  const others = sql`(SELECT json_group_array(json(said.value)) FROM json_each(${h.value}) AS said
    WHERE said.value ->> 'question' <> ${question ?? ""})`;
  return [
    ...(question === undefined
      ? []
      : [
          sql`UPDATE ${heldTexts} AS h SET ${heldTexts.value} = ${others}
            WHERE ${those} AND ${h.status} = 'waiting' AND json_array_length(${h.value}) > 1`,
        ]),
    sql`DELETE FROM ${heldTexts} AS h WHERE ${those} AND ${h.status} = 'waiting'`,
    sql`UPDATE ${heldTexts} AS h SET ${heldTexts.status} = 'past' WHERE ${those} AND ${h.status} = 'refused'`,
  ];
}

export function isWaiting(id: string): SQL {
  return sql`${h.id} = ${id} AND ${h.status} = 'waiting'`;
}

/** True for a reversed refusal whose text the member has not replaced. */
export function isReversed(decisionId: string): SQL {
  return sql`${h.decisionId} = ${decisionId} AND ${h.status} = 'refused'
    AND EXISTS (SELECT 1 FROM ${decisions} WHERE ${decisions.id} = ${h.decisionId} AND ${decisions.outcome} = 'reversed')`;
}

export function endRefusedText(decisionId: string): SQL {
  return sql`UPDATE ${heldTexts} AS h SET ${heldTexts.status} = 'past' WHERE ${isReversed(decisionId)}`;
}

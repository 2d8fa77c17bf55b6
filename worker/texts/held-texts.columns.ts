import type { SQL } from "drizzle-orm";
import type { HeldField } from "#db/schema/attributes.ts";
import { heldTexts, profiles } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { NewHeldText } from "./held-texts.ts";

const h = aliased(heldTexts, "h");

/** A waiting text and its work go; a refused one is no longer shown to its member. */
export function textsReplaced(memberId: string, fields: readonly HeldField[]): SQL[] {
  if (fields.length === 0) return [];
  const those = sql`${heldTexts.memberId} = ${memberId}
    AND ${heldTexts.field} IN (SELECT value FROM json_each(${JSON.stringify(fields)}))`;
  return [
    sql`DELETE FROM ${heldTexts} WHERE ${those} AND ${heldTexts.status} = 'waiting'`,
    sql`UPDATE ${heldTexts} SET ${heldTexts.status} = 'past' WHERE ${those} AND ${heldTexts.status} = 'refused'`,
  ];
}

export function textHeld(memberId: string, { id, field, value, causes }: NewHeldText, now: number): SQL {
  return sql`INSERT INTO ${into(heldTexts, "id", "memberId", "field", "value", "causes", "status", "heldAt")}
    VALUES (${id}, ${memberId}, ${field}, ${value}, ${JSON.stringify(causes)}, 'waiting', ${now})`;
}

/** Others see the text from now on. `which` chooses rows of `held_texts h`. */
export function textShown(which: SQL): SQL[] {
  const written = (field: HeldField) => sql`UPDATE ${profiles} SET ${profiles[field]} = ${h.value}
    FROM ${h} WHERE ${h.memberId} = ${profiles}.${profiles.id} AND ${h.field} = ${field} AND ${which}`;
  return [written("about"), written("prompts"), sql`DELETE FROM ${heldTexts} AS h WHERE ${which}`];
}

export function isWaiting(id: string): SQL {
  return sql`${h.id} = ${id} AND ${h.status} = 'waiting'`;
}

/** A refusal that the member has not answered with another text. */
export function isRefusedBy(decisionId: string): SQL {
  return sql`${h.decisionId} = ${decisionId} AND ${h.status} = 'refused'`;
}

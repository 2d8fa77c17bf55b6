import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import type { HeldCause, HeldField } from "#db/schema/attributes.ts";
import { accounts, decisions, heldTexts, outbox, profiles, workItems } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { strikesOf } from "#worker/backoffice/decisions/strikes.sql.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";
import { isWaiting, textDone, textShown } from "#worker/discovery/texts/held-texts.sql.ts";
import { faceOf } from "./face.sql.ts";

const w = aliased(workItems, "w");
const h = aliased(heldTexts, "h");
const p = aliased(profiles, "p");
const d = aliased(decisions, "d");

export interface LookedAt {
  item: string;
  member: string;
  face: string | null;
  domainId: string;
  name: string;
  birthDate: string;
  field: HeldField;
  value: string;
  before: string;
  causes: HeldCause[];
  strikes: number;
}

interface Refused {
  id: string;
  decision: typeof decisions.$inferInsert;
  mail: typeof outbox.$inferInsert | null;
  now: number;
}

export type TextQueueStore = ReturnType<typeof createTextQueueStore>;

export function createTextQueueStore(db: Database) {
  return {
    /** Only of texts in the hands of this staff member. */
    async inHand(staffId: string, now: number, since: number): Promise<LookedAt[]> {
      const [rows] = await rowsOf<[Omit<LookedAt, "causes"> & { causes: string }]>(db, [
        sql`SELECT ${w.id} AS item, ${w.domainId} AS domainId, ${p.name}, ${p.birthDate} AS birthDate, ${h.field}, ${h.value},
            CASE ${h.field} WHEN 'about' THEN ${p.about} WHEN 'prompts' THEN ${p.prompts} ELSE '[]' END AS before, ${h.causes},
            ${strikesOf(h.memberId, since)} AS strikes, ${p.id} AS member, ${faceOf(p.id)} AS face
          FROM ${w} JOIN ${h} ON ${h.id} = ${w.objectId} JOIN ${p} ON ${p.id} = ${h.memberId}
          WHERE ${w.kind} = 'text' AND ${isLeasedTo(w, staffId, now)}`,
      ]);
      return rows.map((row) => ({ ...row, causes: JSON.parse(row.causes) as HeldCause[] }));
    },

    async find(id: string): Promise<{ memberId: string; field: HeldField } | null> {
      const [rows] = await rowsOf<[{ memberId: string; field: HeldField }]>(db, [
        sql`SELECT ${h.memberId} AS memberId, ${h.field} FROM ${h} WHERE ${isWaiting(id)}`,
      ]);
      return rows[0] ?? null;
    },

    /** Idempotent. A text that the member has replaced meanwhile stays as it is. */
    async approve(id: string): Promise<void> {
      await rowsOf<unknown[]>(db, [...textShown(isWaiting(id)), textDone(isWaiting(id))]);
    },

    /** Idempotent. False if the member has replaced the text meanwhile: then nothing is decided. */
    async refuse({ id, decision, mail, now }: Refused): Promise<boolean> {
      const waits = sql`EXISTS (SELECT 1 FROM ${h} WHERE ${isWaiting(id)})`;
      const [, , , refused] = await rowsOf<[unknown, unknown, unknown, { one: number }]>(db, [
        insertWhere(decisions, decision, waits),
        sql`UPDATE ${accounts} SET ${accounts.mutedUntil} = max(coalesce(${accounts.mutedUntil}, 0), ${decision.until ?? 0})
          WHERE ${accounts.id} = ${decision.memberId} AND ${decision.until ?? 0} > 0 AND ${waits}`,
        mail ? insertWhere(outbox, mail, waits) : sql`SELECT 1`,
        sql`UPDATE ${heldTexts} AS h SET ${heldTexts.status} = 'refused', ${heldTexts.decisionId} = ${decision.id},
            ${heldTexts.decidedAt} = ${now} WHERE ${isWaiting(id)} RETURNING 1 AS one`,
      ]);
      return refused.length > 0;
    },

    /** Decided before `until`, unless an objection waits. */
    async forget(until: number): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`DELETE FROM ${heldTexts} WHERE ${heldTexts.decidedAt} IS NOT NULL AND ${heldTexts.decidedAt} < ${until}
          AND NOT EXISTS (SELECT 1 FROM ${d} WHERE ${d.id} = ${heldTexts.decisionId}
            AND ${d.objectedAt} IS NOT NULL AND ${d.closedAt} IS NULL)`,
      ]);
    },
  };
}

import type { SQL } from "drizzle-orm";
import { domains, staffMembers, staffSetupLinks, type workItems } from "#db/schema/index.ts";
import { type Aliased, aliased, sql } from "#db/sql.ts";
import { NEWCOMER } from "./work.vocabulary.ts";

const l = aliased(staffSetupLinks, "l");
const c = aliased(staffSetupLinks, "c");
const m = aliased(staffMembers, "m");
const n = aliased(domains, "n");

/** True unless `w` needs a second person and this staff member is not one, on a site that has two. Decisions 75 and 109. */
export function mayDecide(w: Aliased<typeof workItems>, staffId: string): SQL {
  return sql`(${isIndependent(w, staffId)} OR coalesce((SELECT json_extract(${n.settings}, '$.settings.one_person') FROM ${n}
    WHERE ${n.id} = ${w.domainId}), 0))`;
}

/** True unless `w` needs a second person and this staff member is not one. */
export function isIndependent(w: Aliased<typeof workItems>, staffId: string): SQL {
  return sql`(${w.notBy} IS NULL OR ${isSecondPerson({ first: sql`${w.notBy}`, begun: sql`${w.createdAt}` }, staffId)})`;
}

/** True if this staff member is a second person for what `first` began at `begun`. */
export function isSecondPerson({ first, begun }: { first: SQL; begun: SQL }, staffId: string): SQL {
  const self = sql`${staffId}`;
  return sql`NOT (
    ${first} IN ${handsOn(self)}
    OR ${givenOut(self)} >= ${begun}
    OR (max(${givenOut(self)}, ${givenOut(first)}) > ${begun} - ${NEWCOMER}
      AND EXISTS (SELECT 1 FROM ${handsOn(self)} WHERE id IN ${handsOn(first)})))`;
}

/** In ms: when the account was made or last reset. */
function givenOut(staff: SQL): SQL {
  return sql`max(coalesce((SELECT ${m.createdAt} FROM ${m} WHERE ${m.id} = ${staff}), 0),
    coalesce((SELECT max(${l.at}) FROM ${l} WHERE ${l.staffId} = ${staff}), 0))`;
}

/** The account, and all who gave it or those out since the command did. */
function handsOn(staff: SQL): SQL {
  return sql`(WITH RECURSIVE hands (id) AS (SELECT ${staff} UNION SELECT ${l.madeBy} FROM hands JOIN ${l} ON ${l.staffId} = hands.id
    WHERE ${l.madeBy} IS NOT NULL AND ${l.id} > coalesce((SELECT max(${c.id}) FROM ${c}
      WHERE ${c.staffId} = ${l.staffId} AND ${c.madeBy} IS NULL), 0)) SELECT id FROM hands)`;
}

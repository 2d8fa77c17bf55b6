import type { SQL } from "drizzle-orm";
import { profiles } from "#db/schema/index.ts";
import { type Aliased, aliased, sql } from "#db/sql.ts";
import { soughtBy } from "#worker/sites/domains/genders.vocabulary.ts";
import type { OwnFacts } from "./two-way.ts";

const p = aliased(profiles, "p");

/** Farther than any two towns, in km. */
const FAR = sql.raw("50000");

/**
 * True if the profile looks for somebody like the viewer: gender, and age and distance where it says "only these". A distance
 * counts for a profile with a town.
 */
export function suits({ gender, age, towns }: OwnFacts, on: Aliased<typeof profiles> = p): SQL {
  const years = sql.raw(`${Math.trunc(age)}`);
  return sql`(${on.lookingFor} IN (${sql.raw(
    soughtBy(gender)
      .map((one) => `'${one}'`)
      .join(", "),
  )})
    AND (${on.seenFrom} IS NULL OR ${years} BETWEEN ${on.seenFrom} AND coalesce(${on.seenTo}, ${years}))
    AND (${on.seenWithin} IS NULL OR ${on.cell} = 0 OR coalesce(${JSON.stringify(towns)} ->> CAST(${on.cell} AS TEXT), ${FAR}) <= ${on.seenWithin}))`;
}

import type { SQL } from "drizzle-orm";
import { photos, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { mainFrom, SHOWN } from "#worker/people/identity/photos.sql.ts";

/** Beyond all positions in use: rows step aside before they are numbered again. */
const ASIDE = 2_000_000;

const ph = aliased(photos, "ph");

/** Photos that `ids` does not name follow in their order. The first active public one becomes the main photo. */
export function photosInOrder(profileId: string, ids: readonly string[]): [SQL, SQL, SQL] {
  const own = sql`${photos.profileId} = ${profileId}`;
  return [
    sql`UPDATE ${photos} SET ${photos.position} = ${photos.position} - ${ASIDE} WHERE ${own}`,
    sql`UPDATE ${photos} SET ${photos.position} = place.n FROM (
        SELECT ${ph.id} AS id, row_number() OVER (ORDER BY COALESCE(named.key, ${ids.length}), ${ph.position}) - 1 AS n
        FROM ${ph} LEFT JOIN json_each(${JSON.stringify(ids)}) AS named ON named.value = ${ph.id}
        WHERE ${ph.profileId} = ${profileId}
      ) AS place WHERE ${photos}.${photos.id} = place.id`,
    sql`UPDATE ${profiles} SET ${mainFrom(sql`${own} AND ${SHOWN}`)} WHERE ${profiles.id} = ${profileId}`,
  ];
}

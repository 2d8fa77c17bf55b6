import type { SQL } from "drizzle-orm";
import { sql } from "#db/sql.ts";

/** True while the liker may see the snapshot `target`: an answer only while the profile's `prompts` hold it. */
export function staysFor(target: SQL, prompts: SQL): SQL {
  return sql`(json_extract(${target}, '$.prompt') IS NULL OR EXISTS (SELECT 1 FROM json_each(${prompts}) a
    WHERE json_extract(a.value, '$.question') = json_extract(${target}, '$.prompt.question')
      AND json_extract(a.value, '$.answer') = json_extract(${target}, '$.prompt.answer')))`;
}

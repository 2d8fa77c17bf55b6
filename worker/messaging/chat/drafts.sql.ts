import type { SQL } from "drizzle-orm";
import { chatDrafts } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/**
 * Only the draft of this message ends with it: one typed meanwhile, or on another device, stays. Its row stays empty: the next draft
 * changes it, which is one row instead of three.
 */
export function endDraft(mine: SQL, { clientId, text, draftVersion }: EndedBy): SQL {
  // A client that names no draft may have sent one that its page brought.
  const shown = draftVersion === undefined ? sql`${chatDrafts.text} = ${text}` : sql`${chatDrafts.updatedAt} <= ${draftVersion}`;
  return sql`UPDATE ${chatDrafts} SET ${chatDrafts.text} = '', ${chatDrafts.replyTo} = NULL, ${chatDrafts.typedAt} = 0
    WHERE ${mine} AND ${chatDrafts.text} <> '' AND (${chatDrafts.clientId} = ${clientId} OR ${shown})`;
}

interface EndedBy {
  clientId: string;
  text: string;
  draftVersion: number | undefined;
}

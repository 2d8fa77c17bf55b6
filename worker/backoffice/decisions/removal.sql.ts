import type { SQL } from "drizzle-orm";
import { VIOLATIONS } from "#db/schema/attributes.ts";
import type { decisions, reports } from "#db/schema/index.ts";
import { chatPhotos, gifts, messages, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { heldTextsRemoved } from "#worker/discovery/texts/held-texts.sql.ts";
import { photoRefused } from "#worker/people/identity/photos.sql.ts";

type Removed = Pick<typeof reports.$inferSelect, "kind" | "objectId" | "reportedId">;
type Reason = (typeof decisions.$inferSelect)["reason"];

/** Hides the reported content from all readers. */
export function removalOf({ kind, objectId, reportedId }: Removed, reason: Reason, now: number): SQL[] {
  const [first = "", second = ""] = objectId.split("/");
  switch (kind) {
    case "profile":
      return [
        sql`UPDATE ${profiles} SET ${profiles.about} = '', ${profiles.prompts} = '[]', ${profiles.identity} =
            iif(${profiles.identity} ->> '$.code' = 'own', json_set(${profiles.identity}, '$.words', ''), ${profiles.identity})
          WHERE ${profiles.id} = ${reportedId}`,
        ...heldTextsRemoved(reportedId),
      ];
    case "prompt":
      return [
        sql`UPDATE ${profiles} SET ${profiles.prompts} = (SELECT json_group_array(json(value)) FROM json_each(${profiles.prompts})
          WHERE value ->> 'question' <> ${second}) WHERE ${profiles.id} = ${reportedId}`,
        ...heldTextsRemoved(reportedId, second),
      ];
    case "message":
      return [
        sql`UPDATE ${messages} SET ${messages.hiddenFromReceiver} = 1 WHERE ${messages.conversationId} = ${first}
          AND ${messages.seq} = ${Number(second)} AND ${messages.senderId} = ${reportedId}`,
        // A recording is heard by nobody, also where its message is archived.
        sql`UPDATE ${chatPhotos} SET ${chatPhotos.status} = 'rejected' WHERE ${chatPhotos.conversationId} = ${first}
          AND ${chatPhotos.seq} = ${Number(second)} AND ${chatPhotos.senderId} = ${reportedId} AND ${chatPhotos.duration} IS NOT NULL`,
      ];
    case "gift":
      return [
        sql`UPDATE ${gifts} SET ${gifts.note} = '', ${gifts.shown} = 0
          WHERE ${gifts.id} = ${objectId} AND ${gifts.senderId} = ${reportedId}`,
      ];
    case "photo":
      return photoRefused(objectId, reportedId, VIOLATIONS[reason].photo, now);
    default:
      return [];
  }
}

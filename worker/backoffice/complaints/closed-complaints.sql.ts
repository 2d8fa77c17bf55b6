import type { SQL } from "drizzle-orm";
import { complaints, pictureNotices } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

const closedBefore = (before: number) => sql`coalesce(${complaints.closedAt}, ${complaints.answeredAt}) < ${before}`;

/** What somebody wrote, and who; kind, days and outcome stay for the yearly report. */
export const CLOSED_COMPLAINTS = {
  table: sql`${complaints}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`UPDATE ${complaints} SET ${complaints.name} = NULL, ${complaints.email} = NULL, ${complaints.link} = NULL, ${complaints.text} = '',
        ${complaints.answer} = iif(${complaints.answer} IS NULL, NULL, ''), ${complaints.complaintKey} = NULL
      WHERE ${window} AND ${closedBefore(before)} AND (${complaints.text} <> '' OR ${complaints.email} IS NOT NULL)`,
  ],
};

/** What the uploaded picture of a notice looked like. */
export const CLOSED_NOTICES = {
  table: sql`${pictureNotices}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`UPDATE ${pictureNotices} SET ${pictureNotices.bands} = NULL WHERE ${window} AND ${pictureNotices.bands} IS NOT NULL
      AND ${pictureNotices.id} IN (SELECT ${complaints.id} FROM ${complaints}
        WHERE ${complaints}.${complaints.id} = ${pictureNotices}.${pictureNotices.id} AND ${closedBefore(before)})`,
  ],
};

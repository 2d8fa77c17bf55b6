import { BASELINE } from "./files.ts";

/** Tables with millions of rows at a million members: docs/scale.md. */
const LARGE = [
  ...["accounts", "profiles", "photos", "sessions", "consents", "likes", "swipes", "visits", "blocks", "openers", "signals"],
  ...[
    "conversations",
    "participants",
    "messages",
    "archive_senders",
    "archived_keys",
    "archived_sends",
    "chat_photos",
    "text_sketches",
    "photo_hashes",
  ],
  ...["ledger", "lots", "postings", "payments", "receipts", "profile_bits", "news", "notified"],
];

/** No database was older than a demo when they were written: decisions 108, 114, 127, 128, 130, 144 and 152. After the first release there are no others. */
const BEFORE_ANY_RELEASE = [
  ...["0021_own_postings.sql", "0022_places_in_lists.sql", "0025_ties.sql", "0028_everyday_rows.sql", "0046_ends_of_runs.sql"],
  ...["0048_rows_of_a_list.sql", "0050_requests.sql", "0055_fewer_rows_a_day.sql"],
];

/** Statements that read or copy a whole large table: decision 84. The baseline makes them while they are empty. */
export function wholeTableWork(name: string, migration: string): string[] {
  if (BASELINE.includes(name) || BEFORE_ANY_RELEASE.includes(name)) return [];
  const indexes = [...migration.matchAll(/^\s*CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?[`"]?(\w+)[`"]? ON [`"]?(\w+)/gim)];
  // Empty as yet.
  const made = [...migration.matchAll(/^\s*CREATE TABLE [`"]?(\w+)/gim)].map(([, table]) => table);
  const isWork = (table: string) => LARGE.includes(table) && !made.includes(table);
  const copies = [...migration.matchAll(/\bDROP TABLE (?:IF EXISTS )?[`"]?(\w+)/gi)];
  return [
    ...indexes.filter(([, , table = ""]) => isWork(table)).map(([, index, table]) => `index ${index} of ${table}`),
    ...copies.filter(([, table = ""]) => LARGE.includes(table)).map(([, table]) => `copy or end of table ${table}`),
  ];
}

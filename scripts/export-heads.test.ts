import { expect, test } from "vitest";
import { headOf } from "./domain/export-rows.ts";

test.each([
  ["all of its archive", 1, 0, 100],
  ["an archive whose first part an erasure deleted", 51, 50, 100],
  ["no archive: an erasure deleted it all", null, 80, 900],
])("an exported chat with %s has no gap before its messages", (_, seq, archived, oldest) => {
  const row = { id: "chat", archived_seq: 80, kept_seq: 90, oldest_at: 900 };
  const head = headOf(row, seq === null ? undefined : { seq, created_at: 100 });
  expect(head).toEqual({ ...row, archived_seq: archived, oldest_at: oldest });
});

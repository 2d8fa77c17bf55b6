import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { sql } from "#db/sql.ts";
import { noted } from "./signals.sql.ts";
import type { SignalPart } from "./signals.vocabulary.ts";

export function createSignalsStore(db: Database) {
  return {
    async note(memberId: string, part: SignalPart, now: number): Promise<void> {
      await rowsOf<[unknown]>(db, [noted(memberId, { [part]: 1 }, now, sql`WHERE true`)]);
    },
  };
}
